import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider } from 'ra-core'
import type { ListResource } from '../../language/resource.ts'
import { listQuery } from './listQuery.ts'
import { parseListUrl } from './listUrl.ts'
import { isUnsearched } from './isUnsearched.ts'
import { listParamsOf } from './useRecords.ts'

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
