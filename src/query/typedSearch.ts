import type { ListResource } from '../../language/resource.ts'
import { coercedText } from '../format/consoleCoercions.ts'

export const sentSearch = ({ list: { search } }: ListResource, text: string): string =>
  coercedText(search?.schema, text)

/** The words of a text with the last one first: 'Quill Mara' for 'Mara Quill'. */
export function otherOrderOf(text: string): string {
  const words = text.split(' ')
  return [...words.slice(-1), ...words.slice(0, -1)].join(' ')
}

/** True where the words of a search are sent in another order, because as typed they find nothing. */
export const isOtherOrder = ({ search, sent }: { readonly search: string; readonly sent: string }): boolean =>
  sent !== search && sent === otherOrderOf(search)

/** True for text with control characters, which no one types. */
export const hasControls = (text: string): boolean => /\p{Cc}/u.test(text)
