import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider } from 'ra-core'
import type { ListResource } from '../../language/resource.ts'
import type { Row } from '../model/columns.ts'

/** Names the detail's own query: the list's rows are kept under another one and never stand in for it. */
export const detailMeta = { view: 'detail' } as const

/** How long a detail is taken as current, in ms: one that was asked for by pressing its link is not asked for again. */
export const DETAIL_STALE_MS = 5000

/** The key under which react-admin's `useGetOne` keeps a detail. */
const detailKey = ({ name }: ListResource, id: string | number) =>
  [name, 'getOne', { id: String(id), meta: detailMeta }] as const

interface Reader {
  readonly client: QueryClient
  readonly provider: Pick<DataProvider, 'getOne'>
}

/** The query of a record's detail: whoever asks for the same one shares its answer. */
export const detailQuery = (definition: ListResource, id: string | number, provider: Reader['provider']) => ({
  queryKey: detailKey(definition, id),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await provider.getOne<Row>(definition.name, { id, meta: detailMeta, signal })).data,
  retry: false,
})

/** Reads a detail now, whatever is known of it; everything on screen that shows it changes with it. */
export const fetchDetail = (
  definition: ListResource,
  id: string | number,
  { client, provider }: Reader,
): Promise<Row> => client.fetchQuery({ ...detailQuery(definition, id, provider), staleTime: 0 })

/**
 * Asks for a detail before its page is on screen, unless it has just been read. A failure is the page's own to show:
 * it asks again.
 */
export const prefetchDetail = (
  definition: ListResource,
  id: string | number,
  { client, provider }: Reader,
): Promise<void> => client.prefetchQuery({ ...detailQuery(definition, id, provider), staleTime: DETAIL_STALE_MS })
