import { mayBeDone, mayBeDoneText, type Failure } from '../../src/data/failure.ts'
import {
  canBegin,
  extensionOf,
  extensionsOf,
  refusalByName,
  SIGNATURE_BYTES,
  UNREADABLE,
  UPLOAD_BYTES,
  uploadMessages,
} from '../../language/uploads.ts'

/** The reason a file is refused: the specification's words, and advice when there is any. */
export interface Refusal {
  readonly message: string
  readonly detail?: string
}

const accepted = { kinds: ['image'], maxBytes: UPLOAD_BYTES } as const

export const acceptedFiles = extensionsOf(accepted).join(',')

const wrongType = (extension: string): Refusal => ({
  message: uploadMessages.wrongType,
  ...(extension === 'pdf' ? { detail: 'Take a picture of the document, or export it as PNG.' } : {}),
})

/** Checks a file by its name and size alone (D-109, D-110). */
export function checkFile(file: Pick<File, 'name' | 'size'>): Refusal | undefined {
  const message = refusalByName(accepted, file)
  if (message === uploadMessages.wrongType) return wrongType(extensionOf(file.name))
  if (message === uploadMessages.other) return { message, detail: 'The file is empty.' }
  return message === undefined ? undefined : { message }
}

const DAMAGED: Refusal = {
  message: 'This image is damaged or incomplete.',
  detail: 'Open it to see what is missing, then take, scan or download it again.',
}

/** True for an image that the browser can decode to its end, and where the browser can't tell. */
const isWhole = async (file: File): Promise<boolean> => {
  if (typeof createImageBitmap !== 'function') return true
  const image = await createImageBitmap(file).catch(() => undefined)
  image?.close()
  return image !== undefined
}

/**
 * Refuses a file whose first bytes are not those of an allowed type, whatever its name says (D-110), and an image that
 * does not decode, before its upload starts. The gateway checks the whole file. A file that can't be read is left to
 * `checkReadable`.
 */
export async function checkContent(file: File): Promise<Refusal | undefined> {
  const start = await file
    .slice(0, SIGNATURE_BYTES)
    .arrayBuffer()
    .catch(() => undefined)
  if (start === undefined) return undefined
  const head = new Uint8Array(start)
  if (canBegin('image', file.name, head)) return (await isWhole(file)) ? undefined : DAMAGED
  return wrongType(canBegin('pdf', file.name, head) ? 'pdf' : '')
}

/** Refuses a file that no longer exists or has changed since it was chosen. */
export async function checkReadable(file: File): Promise<Refusal | undefined> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return undefined
  } catch {
    return { message: uploadMessages.other, detail: UNREADABLE }
  }
}

const refusals: Readonly<Record<string, (name: string) => Refusal>> = {
  TOO_LARGE: (name) => ({ message: uploadMessages.tooBig(name) }),
  UNSUPPORTED_FILE: () => ({ message: uploadMessages.wrongType }),
  NETWORK: () => ({ message: uploadMessages.other, detail: 'The connection broke. Nothing was saved: try again.' }),
}

const LOOK = 'Nothing is saved yet. The page has been read again: if the document is not in the list, try again.'

/**
 * The message for a failed upload: the specification's words for known codes, otherwise 'Error' and the server's words, with
 * what to do where it may have been uploaded all the same.
 */
export function refusalOf(name: string, failure: Failure): Refusal {
  const { code = '', message, kind } = failure
  const known = Object.hasOwn(refusals, code) ? refusals[code] : undefined
  if (known !== undefined) return known(name)
  if (mayBeDone(failure)) {
    const what = kind === 'unknownOutcome' ? 'The service did not confirm the upload.' : mayBeDoneText(failure)
    return { message: uploadMessages.other, detail: `${what} ${LOOK}` }
  }
  return { message: uploadMessages.other, ...(message === uploadMessages.other ? {} : { detail: message }) }
}
