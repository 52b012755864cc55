import { sessionOver } from '../data/failure.ts'
import { valueAt } from '../../language/pointer.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider } from 'ra-core'
import type { ListResource } from '../../language/resource.ts'
import type { Row } from '../model/columns.ts'

/** Gives the detail its own query. The list's rows have another key and never replace the detail. */
export const detailMeta = { view: 'detail' } as const

/** How long a detail counts as fresh, in ms. A detail prefetched when its link is pressed is not read again. */
export const DETAIL_STALE_MS = 5000

/** The key under which react-admin's `useGetOne` caches a detail. */
const detailKey = ({ name }: ListResource, id: string | number) =>
  [name, 'getOne', { id: String(id), meta: detailMeta }] as const

interface Reader {
  readonly client: QueryClient
  readonly provider: Pick<DataProvider, 'getOne'>
}

/** The query of a record's detail. Equal requests share one answer. */
export const detailQuery = (definition: ListResource, id: string | number, provider: Reader['provider']) => ({
  queryKey: detailKey(definition, id),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await provider.getOne<Row>(definition.name, { id, meta: detailMeta, signal })).data,
  retry: false,
})

/**
 * Reads a detail now, regardless of the cache. Everything on screen that shows it updates.
 *
 * @throws Failure when the session ends meanwhile: react-admin then answers without a record
 */
export async function fetchDetail(
  definition: ListResource,
  id: string | number,
  { client, provider }: Reader,
): Promise<Row> {
  const detail = await client.fetchQuery({ ...detailQuery(definition, id, provider), staleTime: 0 })
  if (valueAt(detail, '/id') === undefined) throw sessionOver()
  return detail
}

/** Reads the detail of the record that is being opened, unless it is fresh. The page shows a failure itself. */
export const loadDetail = (
  definition: ListResource,
  id: string | number,
  { client, provider }: Reader,
): Promise<void> => client.prefetchQuery({ ...detailQuery(definition, id, provider), staleTime: DETAIL_STALE_MS })

const unseenKey = ({ name }: ListResource, id: string | number) => [name, 'unseen', String(id)] as const

/**
 * Reads a detail before its page is on screen, unless it is fresh. The gateway records it as read ahead, until
 * `takeUnseen` says that it is shown.
 */
export const readDetailAhead = (
  definition: ListResource,
  id: string | number,
  { client, provider }: Reader,
): Promise<Row> =>
  client.fetchQuery({
    ...detailQuery(definition, id, provider),
    queryFn: async ({ signal }) => {
      const meta = { ...detailMeta, isPrefetch: true }
      const { data } = await provider.getOne<Row>(definition.name, { id, meta, signal })
      client.setQueryData(unseenKey(definition, id), true)
      return data
    },
    staleTime: DETAIL_STALE_MS,
  })

/** Reads a detail ahead as well as it can. The page shows a failure itself: it reads again. */
export const prefetchDetail = (definition: ListResource, id: string | number, reader: Reader): Promise<void> =>
  readDetailAhead(definition, id, reader).then(
    () => undefined,
    () => undefined,
  )

/** True once for a detail that was read ahead, when it is about to be shown. */
export function takeUnseen(definition: ListResource, id: string | number, client: QueryClient): boolean {
  const isUnseen = client.getQueryData(unseenKey(definition, id)) === true
  if (isUnseen) client.removeQueries({ queryKey: unseenKey(definition, id) })
  return isUnseen
}
