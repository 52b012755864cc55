import type { ListResource } from '../../language/resource.ts'

/** A searched text as the service takes it: an identifier without blanks and dashes, in capitals. */
export function sentSearch({ list: { search } }: ListResource, text: string): string {
  const code = text.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase()
  return search?.codePattern !== undefined && new RegExp(search.codePattern, 'u').test(code) ? code : text
}

/** The words of a text with the last one first: 'Quill Mara' for 'Mara Quill'. */
export function otherOrderOf(text: string): string {
  const words = text.split(' ')
  return [...words.slice(-1), ...words.slice(0, -1)].join(' ')
}

/** True for text with control characters, which no one types. */
export const hasControls = (text: string): boolean => /\p{Cc}/u.test(text)
