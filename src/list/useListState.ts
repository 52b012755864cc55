import { entryMemoryOf, type EntryMemory } from '../query/entryMemory.ts'
import { noFilters, filtersThatAre, isSameFilters, type FormFilters } from '../query/formFilters.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ListResource } from '../../language/resource.ts'
import { valueAt } from '../../language/pointer.ts'
import type { FilterChoice } from '../../language/filterChoice.ts'
import { formatListUrl, isSavedViewLink, parseListUrl, withoutStrayPage, type ListPlace } from '../query/listUrl.ts'
import type { Sort } from '../../language/sort.ts'
import { isUnsearched } from '../query/listQuery.ts'

export interface ListState extends ListPlace {
  readonly search: string
  /** The search that is sent: the same, or one of its further tries. */
  readonly sent: string
  /** Names of the active personal filters whose values are lost. */
  readonly lost: readonly string[]
  /** Id of the history entry, which is the key in `memory`. */
  readonly entry: string
  readonly memory: EntryMemory
  /** True for a link to a saved view, until the view's own place is known. Nothing is read before. */
  readonly isSavedViewAwaited: boolean
  /** The list's own query string, for the way back to it. */
  readonly query: string
  readonly setPage: (page: number) => void
  /** A change goes to page 1. A choice that says so also empties the search (D-36). */
  readonly setFilter: (filter: FilterChoice | undefined) => void
  /** A change goes to page 1. */
  readonly setSearch: (search: string) => void
  /** Submits a whole search. It adds a history entry at page 1. */
  readonly submitSearch: (search: string) => void
  /**
   * Sets all filters of the form at once. A change goes to page 1 (D-139). Lost filters are dropped, except those in
   * `stillLost`.
   */
  readonly setForm: (form: FormFilters, stillLost?: readonly string[]) => void
  readonly setSort: (sort: Sort) => void
  /** Sets the order of the queue, without adding a history entry. */
  readonly setOldestFirst: (isOldestFirst: boolean) => void
  /** Clears the filters and the search and goes to page 1. */
  readonly reset: () => void
  /** Replaces a page that does not exist, without adding a history entry. */
  readonly correctPage: (page: number) => void
}

interface Move {
  readonly place?: Partial<ListPlace>
  readonly search?: string
  readonly replace?: boolean
}

/**
 * State of a list. Page, filters and order are in the address; the search and personal filters are in memory by history
 * entry (D-44). A history entry made here has a random id in the history's state, so its memory can be filled
 * beforehand.
 */
export function useListState(definition: ListResource): ListState {
  const location = useLocation()
  const navigate = useNavigate()
  const memory = entryMemoryOf(useQueryClient())
  const named = valueAt(location.state, '/entry')
  const entry = typeof named === 'string' ? named : location.key
  const search = useSyncExternalStore(memory.subscribe, () => memory.read(entry).search)
  const sent = useSyncExternalStore(memory.subscribe, () => memory.read(entry).instead.get(search) ?? search)
  const personal = useSyncExternalStore(memory.subscribe, () => memory.read(entry).filters)
  const place = useMemo(() => {
    const read = parseListUrl(definition, location.search)
    const hiddenFilters = read.hiddenFilters.filter((name) => personal[name] === undefined)
    const page = isUnsearched(definition, search) ? 1 : read.page
    return { ...read, page, hiddenFilters, form: personal === noFilters ? read.form : { ...read.form, ...personal } }
  }, [definition, location.search, personal, search])
  const corrected = withoutStrayPage(location.search, place.page)
  useEffect(() => {
    if (corrected === undefined) return
    void navigate({ pathname: location.pathname, search: corrected }, { state: { entry }, replace: true })
  }, [corrected, navigate, location.pathname, entry])

  const go = useCallback(
    ({ place: change = {}, search: wanted = search, replace = false }: Move) => {
      const next = { ...place, ...change }
      const id = crypto.randomUUID()
      const filters = filtersThatAre(definition, 'personal', next.form)
      memory.write(id, { search: wanted, filters, instead: memory.read(entry).instead })
      const query = formatListUrl(definition, next)
      void navigate({ pathname: location.pathname, search: query }, { state: { entry: id }, replace })
    },
    [definition, place, search, memory, entry, navigate, location.pathname],
  )

  const moves = useMemo(() => {
    const setSearch = (wanted: string) => {
      if (wanted === search) return
      if (place.page === 1) memory.write(entry, { search: wanted, scroll: 0, pages: 1 })
      else go({ place: { page: 1 }, search: wanted, replace: true })
    }
    const setForm = (form: FormFilters, stillLost: readonly string[] = []) => {
      const isHere = place.page === 1 && place.unknownFilter === undefined
      const isSame = isSameFilters(form, place.form) && stillLost.length === place.hiddenFilters.length
      if (!isHere || !isSame) go({ place: { page: 1, form, hiddenFilters: stillLost } })
    }
    return {
      setPage: (page: number) => go({ place: { page } }),
      setFilter: (filter: FilterChoice | undefined) =>
        go({ place: { page: 1, filter }, ...(filter?.clearsSearch === true ? { search: '' } : {}) }),
      setSort: (sort: Sort) => go({ place: { page: 1, sort } }),
      setOldestFirst: (isOldestFirst: boolean) => go({ place: { isOldestFirst }, replace: true }),
      setForm,
      reset: () => go({ place: { page: 1, filter: undefined, form: noFilters, hiddenFilters: [] }, search: '' }),
      correctPage: (page: number) => go({ place: { page }, replace: true }),
      setSearch,
      submitSearch: (wanted: string) => go({ place: { page: 1 }, search: wanted }),
    }
  }, [go, search, place, memory, entry])

  // The console's own moves have an entry.
  const isSavedViewAwaited = typeof named !== 'string' && isSavedViewLink(location.search)
  const query = location.search
  return { ...place, ...moves, isSavedViewAwaited, lost: place.hiddenFilters, search, sent, entry, memory, query }
}
