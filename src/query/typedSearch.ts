import type { ListResource } from '../../language/resource.ts'
import { coercedText } from '../format/consoleCoercions.ts'

export const sentSearch = ({ list: { search } }: ListResource, text: string): string =>
  coercedText(search?.schema, text)

/** The words of a text with the last one first: 'Quill Mara' for 'Mara Quill'. */
function otherOrderOf(text: string): string {
  const words = text.split(' ')
  return [...words.slice(-1), ...words.slice(0, -1)].join(' ')
}

const longestWordOf = (text: string): string =>
  text.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest))

/**
 * What is sent one after the other until something is found: the text, its words in another order, and the longest word
 * alone. Services take a text literally, and a record can have others between its words: 'Mara & Ana Quill'.
 */
export const triesOf = (text: string): readonly string[] => [
  ...new Set([text, otherOrderOf(text), longestWordOf(text)]),
]

/** A text, and what is sent for it. */
interface Searched {
  readonly search: string
  readonly sent: string
}

/** True where something else is sent, because what was typed finds nothing. */
export const isFurtherTry = ({ search, sent }: Searched): boolean => triesOf(search).indexOf(sent) > 0

/** True where not all words are sent, so what is found need not be what is meant. */
export const isPartOf = ({ search, sent }: Searched): boolean => sent !== search && sent === longestWordOf(search)

/** The words that a record should have, where only one of them is sent. */
export const wordsOf = (searched: Searched): { readonly words?: string } =>
  isPartOf(searched) ? { words: searched.search } : {}

/** Says that records have a number only as a part of something longer. */
export const partText = (search: string): string =>
  `No record here has exactly “${search}”, only a longer number or text with it. Check before you open one.`
