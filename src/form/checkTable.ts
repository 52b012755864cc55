import { tableMessages, tableTypes, UPLOAD_BYTES } from '../../language/uploads.ts'

const endings: readonly string[] = Object.keys(tableTypes)

/** The `accept` value of the file input. */
export const acceptedTables = endings.map((ending) => `.${ending}`).join(',')

/** The error that a table's name or size alone shows. The browser does not read its content (D-180). */
export function checkTable({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!endings.includes(ending)) return tableMessages.wrongType
  if (size > UPLOAD_BYTES) return tableMessages.tooBig(name)
  return size === 0 ? tableMessages.empty : undefined
}

const UNREADABLE = 'The file could not be read: it was moved, renamed or changed. Choose it again.'

/** Checks that a chosen file can still be read. Resolves with the error if it cannot. */
export async function checkStillThere(file: File): Promise<string | undefined> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return undefined
  } catch {
    return UNREADABLE
  }
}
