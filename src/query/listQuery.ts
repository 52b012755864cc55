import type { DataProvider } from 'ra-core'
import type { Row } from '../model/columns.ts'
import type { ListResource } from '../../language/resource.ts'
import type { QueryClient } from '@tanstack/react-query'
import { parseListUrl } from './listUrl.ts'
import type { ListPlace } from './listUrl.ts'

/** How long a page of records is taken as current, in ms. Prefetched pages live by the same rule. */
const STALE_MS = 15_000

/** Parameters of a list read, as react-admin's `getList` takes them and as the query is named by. */
export interface ListParams {
  readonly pagination: { readonly page: number; readonly perPage: number }
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly filter: Readonly<Record<string, unknown>>
  readonly meta: { readonly search: string | undefined }
}

/** What is asked of the provider at a place. The empty search is sent only where the filter says so (D-36, D-37). */
export const listParamsOf = (
  definition: ListResource,
  {
    page,
    filter,
    form,
    sort,
    search,
  }: Pick<ListPlace, 'page' | 'filter' | 'form' | 'sort'> & { readonly search: string },
): ListParams => ({
  pagination: { page, perPage: definition.list.perPage },
  sort: { ...sort },
  filter: { ...filter?.sets, ...form },
  meta: { search: search !== '' ? search : filter?.clearsSearch === true ? '' : undefined },
})

/** The query that reads one page of a list, under the very name by which `useGetList` asks for it. */
export const listQuery = (
  resource: string,
  params: ListParams,
  provider: Pick<DataProvider, 'getList' | 'supportAbortSignal'>,
) => ({
  queryKey: [resource, 'getList', params],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const answer = await provider.getList<Row>(resource, {
      ...params,
      ...(provider.supportAbortSignal === true ? { signal } : {}),
    })
    const meta: unknown = answer.meta
    return { data: answer.data, total: answer.total, pageInfo: answer.pageInfo, meta }
  },
  staleTime: STALE_MS,
  retry: false,
})

/** Whether a list waits for its search: nothing is read until something was submitted (D-184). */
export const isUnsearched = ({ list }: ListResource, search: string): boolean =>
  list.search?.submit !== undefined && search === ''

/**
 * Asks for the records of a list's address before the list is on screen, so that the answer is under way while the
 * page is being drawn. A failure is the list's own to show: it asks again.
 */
export async function prefetchList(
  definition: ListResource,
  query: string,
  {
    client,
    provider,
  }: { readonly client: QueryClient; readonly provider: Pick<DataProvider, 'getList' | 'supportAbortSignal'> },
): Promise<void> {
  const place = parseListUrl(definition, query)
  // What is personal is known to the list alone.
  if (place.unknownFilter !== undefined || place.hiddenFilters.length > 0 || isUnsearched(definition, '')) return
  await client.prefetchQuery(listQuery(definition.name, listParamsOf(definition, { ...place, search: '' }), provider))
}
