import { useNotify } from 'ra-core'
import { type RefObject, useCallback, useEffect } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { searchTextOf } from '../query/listQuery.ts'
import { hasControls, otherOrderOf, sentSearch } from '../query/typedSearch.ts'
import type { ListState } from './useListState.ts'

const UNREADABLE = 'Nothing was searched: the text has control characters. Type it again.'

interface Searched {
  readonly section: RefObject<HTMLElement | null>
  readonly definition: ListResource
  readonly state: ListState
  readonly hasRows: boolean
  readonly hasNone: boolean
}

const useSay = () => {
  const notify = useNotify()
  return useCallback(
    (message: string, type: 'info' | 'warning') => notify(message, { type, messageArgs: { _: message } }),
    [notify],
  )
}

/** Notes while a person types what is sent for the text: an identifier in its own spelling. Refuses control characters. */
function useTyping({ section, definition, state: { entry, memory } }: Searched): void {
  const say = useSay()
  useEffect(() => {
    const list = section.current
    const type = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.closest('search') === null) return
      const of = searchTextOf(target.value)
      const isReadable = !hasControls(of)
      target.setAttribute('aria-invalid', String(!isReadable))
      if (!isReadable) say(UNREADABLE, 'warning')
      const text = sentSearch(definition, of)
      if (text !== of) memory.write(entry, { instead: new Map([[of, text]]) })
    }
    list?.addEventListener('input', type)
    return () => list?.removeEventListener('input', type)
  }, [section, definition, entry, memory, say])
}

/**
 * What a list sends for the text of its search, which stays as it was typed. Words that find nothing are sent in another
 * order, once, because services take 'Quill Mara' literally. It says so where that finds something.
 */
export function useSentSearch(searched: Searched): void {
  const { definition, state, hasRows, hasNone } = searched
  const { search, sent, entry, memory } = state
  const say = useSay()
  useTyping(searched)
  // For a text that was searched before this code was there.
  useEffect(() => {
    const text = sentSearch(definition, search)
    if (text !== search) memory.write(entry, { instead: new Map([[search, text]]) })
  }, [definition, search, entry, memory])
  useEffect(() => {
    const text = otherOrderOf(search)
    const isTried = memory.read(entry).instead.has(search)
    if (hasNone && !isTried && text !== search) memory.write(entry, { instead: new Map([[search, text]]) })
  }, [hasNone, search, entry, memory])
  useEffect(() => {
    if (hasRows && sent !== search && sent === otherOrderOf(search))
      say(`Nothing matches “${search}”. These match “${sent}”.`, 'info')
  }, [hasRows, search, sent, say])
}
