import type { DataProvider } from 'ra-core'
import type { Row } from '../table/columns.ts'
import type { ListParams } from './useRecords.ts'
import { STALE_MS } from './useRecords.ts'

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
