import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import { valueAt } from '../../schemas/meta/pointer.ts'
import { filtersThatAre, isSameFilters, noFilters } from './form/formFilters.ts'
import type { FormFilters } from './form/formFilters.ts'
import { entryMemoryOf } from './entryMemory.ts'
import type { EntryMemory } from './entryMemory.ts'
import type { FilterChoice } from './filterChoice.ts'
import { formatListUrl, parseListUrl } from './listUrl.ts'
import type { ListPlace, Sort } from './listUrl.ts'

/** Where a list is, and how to take it elsewhere. */
export interface ListState extends ListPlace {
  readonly search: string
  /** Name of the history entry: what `memory` knows the place by. */
  readonly entry: string
  readonly memory: EntryMemory
  /** The list's own query string, to come back to. */
  readonly query: string
  readonly setPage: (page: number) => void
  /** Changing it goes to page 1; a choice that says so empties the search (D-36). */
  readonly setFilter: (filter: FilterChoice | undefined) => void
  /** Changing it goes to page 1. */
  readonly setSearch: (search: string) => void
  /** A search that was submitted as a whole: a place of its own in the history, at page 1. */
  readonly submitSearch: (search: string) => void
  /** All filters of the form at once; changing them goes to page 1 (D-139). */
  readonly setForm: (form: FormFilters) => void
  readonly setSort: (sort: Sort) => void
  /** Neither filter nor search: the plain list at page 1. */
  readonly reset: () => void
  /** Goes to a page in place of the one that does not exist, leaving no trace in the history. */
  readonly correctPage: (page: number) => void
}

interface Move {
  readonly place?: Partial<ListPlace>
  readonly search?: string
  readonly replace?: boolean
}

/**
 * State of a list: page, filters and order in the address, the searched text and what is personal in memory by history
 * entry (D-44).
 * An entry made here is named by a random id in the history's state, so that its memory can be filled beforehand.
 */
export function useListState(definition: AnyDefinition): ListState {
  const location = useLocation()
  const navigate = useNavigate()
  const memory = entryMemoryOf(useQueryClient())
  const named = valueAt(location.state, '/entry')
  const entry = typeof named === 'string' ? named : location.key
  const search = useSyncExternalStore(memory.subscribe, () => memory.read(entry).search)
  const personal = useSyncExternalStore(memory.subscribe, () => memory.read(entry).filters)
  const place = useMemo(() => {
    const read = parseListUrl(definition, location.search)
    return personal === noFilters ? read : { ...read, form: { ...read.form, ...personal } }
  }, [definition, location.search, personal])

  const go = useCallback(
    ({ place: change = {}, search: wanted = search, replace = false }: Move) => {
      const next = { ...place, ...change }
      const id = crypto.randomUUID()
      memory.write(id, { search: wanted, filters: filtersThatAre(definition, 'personal', next.form) })
      const query = formatListUrl(definition, next)
      void navigate({ pathname: location.pathname, search: query }, { state: { entry: id }, replace })
    },
    [definition, place, search, memory, navigate, location.pathname],
  )

  const moves = useMemo(() => {
    const setSearch = (wanted: string) => {
      if (wanted === search) return
      if (place.page === 1) memory.write(entry, { search: wanted, scroll: 0, pages: 1 })
      else go({ place: { page: 1 }, search: wanted, replace: true })
    }
    const setForm = (form: FormFilters) => {
      const isHere = place.page === 1 && place.unknownFilter === undefined
      if (!isHere || !isSameFilters(form, place.form)) go({ place: { page: 1, form } })
    }
    return {
      setPage: (page: number) => go({ place: { page } }),
      setFilter: (filter: FilterChoice | undefined) =>
        go({ place: { page: 1, filter }, ...(filter?.clearsSearch === true ? { search: '' } : {}) }),
      setSort: (sort: Sort) => go({ place: { page: 1, sort } }),
      setForm,
      reset: () => go({ place: { page: 1, filter: undefined, form: noFilters }, search: '' }),
      correctPage: (page: number) => go({ place: { page }, replace: true }),
      setSearch,
      submitSearch: (wanted: string) => go({ place: { page: 1 }, search: wanted }),
    }
  }, [go, search, place, memory, entry])

  return { ...place, ...moves, search, entry, memory, query: location.search }
}
