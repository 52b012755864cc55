import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider } from 'ra-core'
import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import type { Row } from '../table/columns.ts'

/** Names the detail's own query: the list's rows are kept under another one and never stand in for it. */
export const detailMeta = { view: 'detail' } as const

/** The key under which react-admin's `useGetOne` keeps a detail. */
export const detailKey = ({ name }: AnyDefinition, id: string | number) =>
  [name, 'getOne', { id: String(id), meta: detailMeta }] as const

interface Reader {
  readonly client: QueryClient
  readonly provider: DataProvider
}

/** Reads a detail now, whatever is known of it; everything on screen that shows it changes with it. */
export const readDetail = (
  definition: AnyDefinition,
  id: string | number,
  { client, provider }: Reader,
): Promise<Row> =>
  client.fetchQuery({
    queryKey: detailKey(definition, id),
    queryFn: async ({ signal }) => (await provider.getOne<Row>(definition.name, { id, meta: detailMeta, signal })).data,
    staleTime: 0,
    retry: false,
  })
