import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerOf } from '../../dataProvider/answerOf.ts'
import {
  type AuditFilterBody,
  type auditFormats,
  type AuditPage,
  auditPage,
  type AuditRecordView,
  auditRecord,
  type ReadingPlace,
} from '../../language/auditView.ts'
import { type Finding, settlement } from '../../language/settlement.ts'
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { failureIn } from '../data/failure.ts'
import { useSavedFile } from './useSavedFile.ts'

/** Each read of the trail is on record, so it is read only when a person asks. */
const onlyOnDemand = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

/** Where a page begins. */
interface OlderThan {
  readonly before: number
  readonly beforeReading?: ReadingPlace
}

/** Searches the audit trail, a page at a time. @param run counts the searches, so that the same one can be made again */
export function useAuditSearch(filter: AuditFilterBody, run: number) {
  const call = useConsoleCall()
  const query = useInfiniteQuery({
    queryKey: ['console', 'audit', filter, run],
    initialPageParam: undefined as OlderThan | undefined,
    queryFn: async ({ pageParam: olderThan, signal }): Promise<AuditPage> =>
      answerOf(auditPage, await call('POST', '/console/audit', signal, { ...filter, ...olderThan })),
    getNextPageParam: ({ next, nextReading }) =>
      next === null ? undefined : { before: next, ...(nextReading !== null && { beforeReading: nextReading }) },
    ...onlyOnDemand,
  })
  return {
    pages: query.data?.pages,
    failure: failureIn(query.error),
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
  }
}

/** Saves the records of a search with their proofs, or as a table. */
export const useAuditExport = (filter: AuditFilterBody, format?: (typeof auditFormats)[number]) =>
  useSavedFile('/console/audit/export', `audit.${format ?? 'ndjson'}`, { ...filter, format })

/** Saves what the console holds about the record of a search, and who has seen it. */
export const useReport = ({ record }: AuditFilterBody) => useSavedFile('/console/report', 'report.json', record ?? {})

/**
 * Records how an unknown outcome was settled, then reads again what shows the entry, also after a failure: someone else may have
 * settled it meanwhile.
 */
export function useSettle(seq: number, onSuccess: () => void) {
  const call = useConsoleCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: { readonly finding: Finding; readonly reason: string }) =>
      answerOf(settlement, await call('POST', `/console/audit/${seq}/settle`, undefined, body, { version: null })),
    onSuccess,
    onSettled: () => void client.invalidateQueries(),
  })
}

export function useAuditRecord(seq: number) {
  const call = useConsoleCall()
  const { data, error, refetch } = useQuery({
    queryKey: ['console', 'auditRecord', seq],
    queryFn: async ({ signal }): Promise<AuditRecordView> =>
      answerOf(auditRecord, await call('GET', `/console/audit/${seq}`, signal)),
    ...onlyOnDemand,
  })
  return { view: data, failure: failureIn(error), retry: () => void refetch() }
}
