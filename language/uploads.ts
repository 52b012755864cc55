import { type UploadKind, uploadKinds } from './binding.ts'

const MB = 1024 * 1024

/** The maximum size of an uploaded file, in bytes: exactly 15 MB is still accepted (D-109). A call may declare another. */
export const UPLOAD_BYTES = 15 * MB

/** The maximum of all files of one call together, in bytes, whatever the call declares. */
export const CALL_BYTES = 100 * MB

/** The messages for a refused image (account review, section 5; the odd comma is the specification's). */
export const uploadMessages = {
  tooBig: (name: string, size = '15MB'): string =>
    `The file ${name} is too big. (files must be under ${size} in size).`,
  wrongType: 'Only .png,.jpg,.jpeg,.gif, image format are allowed',
  other: 'Error',
} as const

interface Accepted {
  readonly kinds: readonly UploadKind[]
  readonly maxBytes: number
}

/** The extension of a file's name, in lower case. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The accepted kind that a file's name shows, if there is one. */
export function kindOf({ kinds }: Pick<Accepted, 'kinds'>, name: string): UploadKind | undefined {
  const named = kinds.find((kind) => Object.hasOwn(uploadKinds[kind], extensionOf(name)))
  return named ?? (kinds.includes('any') ? 'any' : undefined)
}

/** The extensions that a call accepts, with their dots; none if it accepts any. */
export const extensionsOf = ({ kinds }: Pick<Accepted, 'kinds'>): readonly string[] =>
  kinds.includes('any')
    ? []
    : kinds.flatMap((kind) => Object.keys(uploadKinds[kind]).map((extension) => `.${extension}`))

/** A maximum size in words: 15 MB, 1.5 MB, 512 KB. */
export const limitText = (bytes: number): string =>
  bytes < MB ? `${Math.floor(bytes / 1024)} KB` : `${Number((bytes / MB).toFixed(1))} MB`

/** Extensions as one text: '.csv, .xlsx and .xls'. */
export const extensionsText = (extensions: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat('en-GB', { type }).format(extensions)

/** The messages for a refused file. A call that accepts images or tables alone has the specification's words. */
export function refusalTexts({ kinds, maxBytes }: Accepted) {
  const extensions = extensionsOf({ kinds })
  const size = limitText(maxBytes)
  if (kinds.every((kind) => kind === 'image'))
    return {
      tooBig: (name: string): string => uploadMessages.tooBig(name, size.replace(' ', '')),
      wrongType: uploadMessages.wrongType,
      otherContent: (): string => uploadMessages.wrongType,
      empty: (): string => uploadMessages.other,
    }
  const isTable = kinds.every((kind) => kind === 'table')
  return {
    tooBig: (name: string): string => `The file ${name} is too big: at most ${size} can be uploaded.`,
    wrongType: `Only ${extensionsText(extensions)} files can be uploaded.${isTable ? ' Save the table as CSV UTF-8 or .xlsx.' : ''}`,
    otherContent: (name: string): string =>
      isTable
        ? `The content of this file is not what its name says. Save the table again as ${extensionsText(extensions, 'disjunction')}.`
        : `The content of the file ${name} is not what its name says.`,
    empty: (name: string): string => (isTable ? 'The file is empty.' : `The file ${name} is empty.`),
  }
}

/** The message for a chosen file that can no longer be read. */
export const UNREADABLE = 'The file could not be read: it was moved, renamed or changed. Choose it again.'

/** The message for more files than a call accepts. */
export const tooManyText = (maxFiles: number): string =>
  maxFiles === 1 ? 'Only one file can be uploaded.' : `At most ${maxFiles} files can be uploaded.`

export function refusalByName(accepted: Accepted, { name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  const texts = refusalTexts(accepted)
  if (kindOf(accepted, name) === undefined) return texts.wrongType
  if (size > accepted.maxBytes) return texts.tooBig(name)
  return size === 0 ? texts.empty(name) : undefined
}

/** The number of first bytes that `canBegin` needs. */
export const SIGNATURE_BYTES = 8

const PDF = '%PDF-'

/** The first bytes by kind, and for tables of Excel (archives or, the old ones, compound documents) by extension. */
const signatures: Readonly<Record<string, readonly string[]>> = {
  image: ['\x89PNG', '\xff\xd8\xff', 'GIF8'],
  pdf: [PDF],
  xlsx: ['PK\x03\x04'],
  xls: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
}

const TAB = 0x09
const LINE_FEED = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
const DELETE = 0x7f

const isControl = (byte: number): boolean =>
  (byte < SPACE && byte !== TAB && byte !== LINE_FEED && byte !== RETURN) || byte === DELETE

/** True for bytes of a text in UTF-8 or a Latin code page: no control characters except line ends and tabs. */
export const isPlainText = (bytes: Uint8Array): boolean => !bytes.some(isControl)

/** True when a file of this kind and name can begin so; only the whole file shows what it is. */
export function canBegin(kind: UploadKind, name: string, head: Uint8Array): boolean {
  if (kind === 'any') return true
  const start = String.fromCodePoint(...head.subarray(0, SIGNATURE_BYTES))
  const extension = extensionOf(name)
  if (kind === 'table' && extension === 'csv')
    return isPlainText(head.subarray(0, SIGNATURE_BYTES)) && !start.startsWith(PDF)
  return (signatures[kind === 'table' ? extension : kind] ?? []).some((signature) => start.startsWith(signature))
}
