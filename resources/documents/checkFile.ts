import type { Failure } from '../../src/data/failure.ts'
import { UPLOAD_BYTES, uploadMessages, uploadTypes } from '../../language/uploads.ts'

/** The reason a file is refused: the specification's words, and advice when there is any. */
export interface Refusal {
  readonly message: string
  readonly detail?: string
}

const endings: readonly string[] = Object.keys(uploadTypes)

/** The `accept` value of the file chooser. */
export const acceptedFiles = endings.map((ending) => `.${ending}`).join(',')

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const wrongType = (ending: string): Refusal => ({
  message: uploadMessages.wrongType,
  ...(ending === 'pdf' ? { detail: 'Take a picture of the document, or export it as PNG.' } : {}),
})

/** Checks a file by its name and size alone (D-109, D-110). */
export function checkFile({ name, size }: Pick<File, 'name' | 'size'>): Refusal | undefined {
  const ending = endingOf(name)
  if (!endings.includes(ending)) return wrongType(ending)
  if (size > UPLOAD_BYTES) return { message: uploadMessages.tooBig(name) }
  return size === 0 ? { message: uploadMessages.other, detail: 'The file is empty.' } : undefined
}

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCodePoint(...bytes.subarray(from, to))

/** The first bytes of the allowed types: PNG, JPEG, GIF. */
const beginnings: readonly ((bytes: Uint8Array) => boolean)[] = [
  (bytes) => bytes[0] === 0x89 && ascii(bytes, 1, 4) === 'PNG',
  (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
  (bytes) => ascii(bytes, 0, 4) === 'GIF8',
]

/**
 * Refuses a file whose first bytes are not those of an allowed type, whatever its name says (D-110), before its upload
 * starts. The gateway checks the whole file. A file that can't be read is left to `checkReadable`.
 */
export async function checkContent(file: File): Promise<Refusal | undefined> {
  const start = await file
    .slice(0, 8)
    .arrayBuffer()
    .catch(() => undefined)
  if (start === undefined || beginnings.some((begins) => begins(new Uint8Array(start)))) return undefined
  return wrongType(ascii(new Uint8Array(start), 0, 4) === '%PDF' ? 'pdf' : '')
}

/** Refuses a file that no longer exists or has changed since it was chosen. */
export async function checkReadable(file: File): Promise<Refusal | undefined> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return undefined
  } catch {
    const detail = 'The file could not be read: it was moved, renamed or changed. Choose it again.'
    return { message: uploadMessages.other, detail }
  }
}

const refusals: Readonly<Record<string, (name: string) => Refusal>> = {
  TOO_LARGE: (name) => ({ message: uploadMessages.tooBig(name) }),
  UNSUPPORTED_FILE: () => ({ message: uploadMessages.wrongType }),
  NETWORK: () => ({ message: uploadMessages.other, detail: 'The connection broke. Nothing was saved: try again.' }),
}

/**
 * The message for a failed upload: the specification's words for known codes, otherwise 'Error' and the server's words.
 */
export function refusalOf(name: string, { code = '', message }: Pick<Failure, 'code' | 'message'>): Refusal {
  const known = Object.hasOwn(refusals, code) ? refusals[code] : undefined
  if (known !== undefined) return known(name)
  return { message: uploadMessages.other, ...(message === uploadMessages.other ? {} : { detail: message }) }
}
