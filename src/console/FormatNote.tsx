import type { FormatNoteProps } from './extensions.ts'
import { installedConsole } from './installedConsole.tsx'

/** What the console draws below values of a format, where it draws anything. */
export const FormatNote = ({ format, item }: FormatNoteProps & { readonly format: string | undefined }) => {
  const Note = installedConsole().notes[format ?? '']?.Own
  return Note === undefined ? null : <Note item={item} />
}
