import type { Failure } from '../failure.ts'
import { UPLOAD_BYTES, uploadMessages, uploadTypes } from '../../schemas/shared/uploads.ts'

/** Why a file is not taken: the specification's words, and what helps where there is something to say. */
export interface Refusal {
  readonly message: string
  readonly detail?: string
}

const endings: readonly string[] = Object.keys(uploadTypes)

/** What a file chooser offers. */
export const acceptedFiles = endings.map((ending) => `.${ending}`).join(',')

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const wrongType = (ending: string): Refusal => ({
  message: uploadMessages.wrongType,
  ...(ending === 'pdf' ? { detail: 'Take a picture of the document, or export it as PNG.' } : {}),
})

/** What of a file can be told from its name and its size alone (D-109, D-110); its content is the gateway's to check. */
export function checkFile({ name, size }: Pick<File, 'name' | 'size'>): Refusal | undefined {
  const ending = endingOf(name)
  if (!endings.includes(ending)) return wrongType(ending)
  if (size > UPLOAD_BYTES) return { message: uploadMessages.tooBig(name) }
  return size === 0 ? { message: uploadMessages.other, detail: 'The file is empty.' } : undefined
}

/** Refuses a file that is no longer there, or not the one that was chosen. */
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

/** What is said of an upload that failed: the specification's words for what it knows, else 'Error' and the server's. */
export function refusalOf(name: string, { code = '', message }: Pick<Failure, 'code' | 'message'>): Refusal {
  const known = Object.hasOwn(refusals, code) ? refusals[code] : undefined
  if (known !== undefined) return known(name)
  return { message: uploadMessages.other, ...(message === uploadMessages.other ? {} : { detail: message }) }
}
