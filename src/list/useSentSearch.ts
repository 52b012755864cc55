import { type RefObject, useEffect } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { searchTextOf } from '../query/listQuery.ts'
import { sentSearch, triesOf } from '../query/typedSearch.ts'
import type { ListState } from './useListState.ts'

interface Searched {
  readonly section: RefObject<HTMLElement | null>
  readonly definition: ListResource
  readonly state: ListState
  readonly hasNone: boolean
}

/** Notes while a person types what is sent for the text: an identifier in its own spelling. */
function useTyping({ section, definition, state: { entry, memory } }: Searched): void {
  useEffect(() => {
    const type = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.closest('search') === null) return
      if (section.current?.contains(target) !== true) return
      const of = searchTextOf(target.value)
      const text = sentSearch(definition, of)
      if (text !== of) memory.write(entry, { instead: new Map([[of, text]]) })
    }
    // On the document, so that React has taken the text before: a list that is drawn first would put the old one back.
    document.addEventListener('input', type)
    return () => document.removeEventListener('input', type)
  }, [section, definition, entry, memory])
}

/**
 * What a list sends for the text of its search, which stays as it was typed. Words that find nothing are sent in other
 * ways, one after the other. The list says so.
 */
export function useSentSearch(searched: Searched): void {
  const { definition, state, hasNone } = searched
  const { search, sent, entry, memory } = state
  useTyping(searched)
  // For a text that was searched before this code was there.
  useEffect(() => {
    const text = sentSearch(definition, search)
    if (text !== search) memory.write(entry, { instead: new Map([[search, text]]) })
  }, [definition, search, entry, memory])
  useEffect(() => {
    const tries = triesOf(search)
    const next = tries.includes(sent) ? tries[tries.indexOf(sent) + 1] : undefined
    if (hasNone && next !== undefined) memory.write(entry, { instead: new Map([[search, next]]) })
  }, [hasNone, search, sent, entry, memory])
}
