import { type RefObject, useEffect } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { folded } from '../../language/searchWords.ts'
import { sentSearch } from '../query/typedSearch.ts'
import type { ListState } from './useListState.ts'

/** The name of the marks in the style sheet. */
const NAME = 'cs-found'

/** The values that are searched: no states next to them, and no words for assistive technology. */
const VALUES = '.cs-list-scroller [data-searched]'
const LEFT_OUT = '.cs-pill, .cs-dotted, .cs-visually-hidden'

/** Where a text has one of the words. */
function placesIn(text: string, words: readonly string[]): readonly (readonly [from: number, to: number])[] {
  const own = folded(text)
  return words.flatMap((word) => {
    const places: [number, number][] = []
    for (let at = own.indexOf(word); at >= 0; at = own.indexOf(word, at + word.length))
      places.push([at, at + word.length])
    return places
  })
}

/** The texts of the records of a list. */
function* textsIn(list: HTMLElement): Generator<Text> {
  for (const value of list.querySelectorAll(VALUES)) {
    const texts = document.createTreeWalker(value, NodeFilter.SHOW_TEXT)
    while (texts.nextNode() !== null) {
      const { currentNode: text } = texts
      if (text instanceof Text && text.parentElement?.closest(LEFT_OUT) === null) yield text
    }
  }
}

/** The ranges of the words in the records of a list. */
export function foundRanges(list: HTMLElement, words: readonly string[]): readonly Range[] {
  const wanted = words.map(folded).filter((word) => word !== '')
  return [...textsIn(list)].flatMap((text) =>
    placesIn(text.data, wanted).map(([from, to]) => {
      const range = document.createRange()
      range.setStart(text, from)
      range.setEnd(text, to)
      return range
    }),
  )
}

interface Marked {
  readonly section: RefObject<HTMLElement | null>
  readonly definition: ListResource
  readonly state: ListState
  readonly hasRows: boolean
}

/**
 * Marks what a search has found in the rows. The browser draws the marks over the text, so the rows stay as they are. Older
 * browsers draw none.
 */
export function useFoundMarks({ section, definition, state: { search }, hasRows }: Marked): void {
  // No dependencies: the rows may be drawn again at any time.
  useEffect(() => {
    const list = section.current
    if (list === null || search === '' || !hasRows || !('highlights' in CSS)) return
    const words = new Set([...search.split(' '), sentSearch(definition, search)])
    CSS.highlights.set(NAME, new Highlight(...foundRanges(list, [...words])))
    return () => void CSS.highlights.delete(NAME)
  })
}
