import type { DataProvider } from 'ra-core'
import type { Row } from '../model/columns.ts'
import type { ListResource } from '../../language/resource.ts'
import type { Sort } from '../../language/sort.ts'
import type { QueryClient } from '@tanstack/react-query'
import { copiedText } from '../format/copiedText.ts'
import { isSavedViewLink, parseListUrl } from './listUrl.ts'
import type { ListPlace } from './listUrl.ts'

/** How long a page of records counts as fresh, in ms. The same applies to prefetched pages. */
export const STALE_MS = 15_000

/** Parameters of a list read. They are both the arguments of react-admin's `getList` and part of the query key. */
export interface ListParams {
  readonly pagination: { readonly page: number; readonly perPage: number }
  readonly sort: Sort
  readonly filter: Readonly<Record<string, unknown>>
  readonly meta: {
    readonly search: string | undefined
    /** All words that were typed, where only one of them is sent. */
    readonly words?: string
  }
}

/** The parameters to read a place. An empty search is sent only where the filter says so (D-36, D-37). */
export const listParamsOf = (
  definition: ListResource,
  {
    page,
    filter,
    form,
    sort,
    search,
    words,
  }: Pick<ListPlace, 'page' | 'filter' | 'form' | 'sort'> & { readonly search: string; readonly words?: string },
): ListParams => ({
  pagination: { page, perPage: definition.list.perPage },
  sort: { ...sort },
  filter: { ...filter?.sets, ...form },
  meta: {
    search: search !== '' ? search : filter?.clearsSearch === true ? '' : undefined,
    ...(words !== undefined && { words }),
  },
})

/** The query that reads one page of a list, with the same key as `useGetList`. */
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

/** True when the list waits for a search: nothing is read before one is submitted (D-184). */
export const isUnsearched = ({ list }: ListResource, search: string): boolean =>
  list.search?.submit !== undefined && search === ''

/**
 * Reads the records of a list's address before the list is on screen, so the call runs while the page is drawn. The
 * list shows a failure itself: it reads again.
 */
export async function prefetchList(
  definition: ListResource,
  query: string,
  {
    client,
    provider,
  }: { readonly client: QueryClient; readonly provider: Pick<DataProvider, 'getList' | 'supportAbortSignal'> },
): Promise<void> {
  if (isSavedViewLink(query)) return
  const place = parseListUrl(definition, query)
  // Only the list knows the values of personal filters.
  if (place.unknownFilter !== undefined || place.hiddenFilters.length > 0 || isUnsearched(definition, '')) return
  await client.prefetchQuery(listQuery(definition.name, listParamsOf(definition, { ...place, search: '' }), provider))
}

/** Characters that come along unseen with copied text: blanks without width and marks of the direction. */
const UNSEEN = /[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069]/g

/** Blanks and commas, and the quotation marks that come along with a copied text. Single ones can be a part of a name. */
const AT_THE_ENDS = /^[\s,;"\u201C-\u201F\u00AB\u00BB]+|[\s,;"\u201C-\u201F\u00AB\u00BB]+$/g

/**
 * The text that a search sends: the address alone where it is copied with a name, and any text without extra blanks, unseen
 * characters, commas, angle brackets and the quotation marks around it, which the services take literally.
 */
export const searchTextOf = (typed: string): string =>
  copiedText(typed.replaceAll(UNSEEN, '').replaceAll(AT_THE_ENDS, ''))
    .replaceAll(/[\s,<>\u2039\u203A]+/g, ' ')
    .trim()

export const callFor = ({ bindings }: ListResource, filter: ListParams['filter'] = {}): string =>
  bindings['listFiltered'] !== undefined && Object.keys(filter).length > 0 ? 'listFiltered' : 'list'
