import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ListResource } from '../../language/resource.ts'
import { listParamsOf, type ListParams } from '../query/listQuery.ts'
import type { Sort } from '../../language/sort.ts'
import { formatListUrl, parseListUrl, type ListPlace } from '../query/listUrl.ts'

/** The part of a list's place that a record's page chooses. */
type Chosen = Pick<ListPlace, 'page' | 'sort'>

export interface ReferenceListPlace extends Chosen {
  readonly params: ListParams
  /** The query of the whole list at the same place. */
  readonly query: string
  readonly setPage: (page: number) => void
  readonly setSort: (sort: Sort) => void
}

const partsOf = (query: string): readonly string[] => query.replace(/^\?/, '').split('&')

/**
 * The place of a list on a record's page: filtered by the record's id, with page and order in the page's address under
 * names of their own, `loans.member.page`. A change replaces the history entry, so Back is still one step.
 */
export function useReferenceListPlace(
  definition: ListResource,
  target: string,
  id: string | number,
): ReferenceListPlace {
  const location = useLocation()
  const { search } = location
  const state: unknown = location.state
  const navigate = useNavigate()
  const prefix = `${definition.name}.${target}.`
  const place = useMemo(() => {
    const own = partsOf(search).flatMap((part) => (part.startsWith(prefix) ? [part.slice(prefix.length)] : []))
    const { page, sort } = parseListUrl(definition, own.join('&'))
    const form = { [target]: id }
    const filtered = { page, sort, form, filter: undefined }
    return {
      page,
      sort,
      params: listParamsOf(definition, { ...filtered, search: '' }),
      query: formatListUrl(definition, { ...filtered, hiddenFilters: [] }),
    }
  }, [definition, search, prefix, target, id])
  const go = useCallback(
    (change: Partial<Chosen>) => {
      const next = { page: 1, sort: place.sort, ...change, filter: undefined, form: {}, hiddenFilters: [] }
      const others = partsOf(search).filter((part) => part !== '' && !part.startsWith(prefix))
      const own = partsOf(formatListUrl(definition, next)).filter((part) => part !== '')
      const query = [...others, ...own.map((part) => `${prefix}${part}`)].join('&')
      void navigate({ search: query === '' ? '' : `?${query}` }, { state, replace: true })
    },
    [definition, navigate, place.sort, prefix, search, state],
  )
  return {
    ...place,
    setPage: useCallback((page: number) => go({ page }), [go]),
    setSort: useCallback((sort: Sort) => go({ sort }), [go]),
  }
}
