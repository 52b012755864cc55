import { tableMessages, tableTypes, UPLOAD_BYTES } from '../../language/uploads.ts'

const endings: readonly string[] = Object.keys(tableTypes)

/** What a file chooser offers. */
export const acceptedTables = endings.map((ending) => `.${ending}`).join(',')

/** What of a table can be told from its name and its size alone; nobody here reads it (D-180). */
export function checkTable({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!endings.includes(ending)) return tableMessages.wrongType
  if (size > UPLOAD_BYTES) return tableMessages.tooBig(name)
  return size === 0 ? tableMessages.empty : undefined
}

const UNREADABLE = 'The file could not be read: it was moved, renamed or changed. Choose it again.'

/** Whether a chosen file is still there; the sentence about one that is not. */
export async function checkStillThere(file: File): Promise<string | undefined> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return undefined
  } catch {
    return UNREADABLE
  }
}
