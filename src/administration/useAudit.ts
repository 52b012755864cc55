import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { unexpectedAnswer } from '../../dataProvider/HttpError.ts'
import {
  type AuditAlert,
  type AuditFilterBody,
  type AuditLine,
  type AuditPage,
  type AuditRecordView,
  auditResults,
  type ReadingPlace,
} from '../../language/auditView.ts'
import { isValues } from '../../language/pointer.ts'
import { saveFile } from '../ui/saveFile.ts'
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { fileFailureOf } from '../data/fileFailure.ts'
import { failureOf } from '../data/failure.ts'
import { nameIn } from './useAccess.ts'

const isNumberOrNull = (value: unknown): boolean => value === null || typeof value === 'number'

const isLine = (value: unknown): value is AuditLine =>
  isValues(value) &&
  ['seq', 'at'].every((name) => typeof value[name] === 'number') &&
  ['person', 'operation', 'label', 'target', 'reason'].every((name) => typeof value[name] === 'string') &&
  typeof value['isAutomation'] === 'boolean' &&
  auditResults.some((result) => result === value['result'])

const isPlace = (value: unknown): value is ReadingPlace =>
  isValues(value) && ['at', 'seq'].every((name) => typeof value[name] === 'number')

const isAlert = (value: unknown): value is AuditAlert =>
  isValues(value) &&
  ['seq', 'at', 'records', 'minutes'].every((name) => typeof value[name] === 'number') &&
  typeof value['person'] === 'string' &&
  (value['of'] === 'records' || value['of'] === 'files')

const isPage = (value: unknown): value is AuditPage =>
  isValues(value) &&
  Array.isArray(value['lines']) &&
  value['lines'].every(isLine) &&
  ['count', 'most'].every((name) => typeof value[name] === 'number') &&
  isNumberOrNull(value['next']) &&
  (value['nextReading'] === null || isPlace(value['nextReading'])) &&
  Array.isArray(value['alerts']) &&
  value['alerts'].every(isAlert)

const isRecord = (value: unknown): value is AuditRecordView =>
  isValues(value) &&
  typeof value['seq'] === 'number' &&
  ['label', 'prev', 'hash'].every((name) => typeof value[name] === 'string') &&
  isValues(value['record']) &&
  (value['counterpart'] === null || isValues(value['counterpart'])) &&
  typeof value['isIntact'] === 'boolean' &&
  (value['checkpoint'] === null || isValues(value['checkpoint'])) &&
  ['previous', 'next'].every((name) => isNumberOrNull(value[name]))

const read = async (response: Promise<Response>): Promise<unknown> => (await response).json().catch(() => undefined)

/** Each read of the trail is on record, so it is read only when a person asks. */
const onlyOnDemand = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

const failed = (error: Error | null) => (error === null ? undefined : failureOf(error))

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
    queryFn: async ({ pageParam: olderThan, signal }): Promise<AuditPage> => {
      const answer = await read(call('POST', '/console/audit', signal, { ...filter, ...olderThan }))
      if (!isPage(answer)) throw unexpectedAnswer('The answer is not a page of the audit trail.')
      return answer
    },
    getNextPageParam: ({ next, nextReading }) =>
      next === null ? undefined : { before: next, ...(nextReading !== null && { beforeReading: nextReading }) },
    ...onlyOnDemand,
  })
  return {
    pages: query.data?.pages,
    failure: failed(query.error),
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
  }
}

/** Saves what a route of the console answers as a file. */
function useSaved(path: `/console/${string}`, name: string, body: object) {
  const call = useConsoleCall()
  const saving = useMutation({
    mutationFn: async () => {
      const response = await call('POST', path, undefined, body)
      saveFile(nameIn(response, name), await response.blob())
    },
  })
  return {
    run: () => saving.mutate(),
    isBusy: saving.isPending,
    failure: saving.error === null ? undefined : fileFailureOf(saving.error),
  }
}

/** Saves the records of a search with their proofs. */
export const useAuditExport = (filter: AuditFilterBody) => useSaved('/console/audit/export', 'audit.ndjson', filter)

/** Saves what the console holds about the record of a search, and who has seen it. */
export const useReport = ({ record }: AuditFilterBody) => useSaved('/console/report', 'report.json', record ?? {})

/** Reads one record of the trail with its proof. */
export function useAuditRecord(seq: number) {
  const call = useConsoleCall()
  const { data, error, refetch } = useQuery({
    queryKey: ['console', 'auditRecord', seq],
    queryFn: async ({ signal }): Promise<AuditRecordView> => {
      const answer = await read(call('GET', `/console/audit/${seq}`, signal))
      if (!isRecord(answer)) throw unexpectedAnswer('The answer is not a record of the audit trail.')
      return answer
    },
    ...onlyOnDemand,
  })
  return { view: data, failure: failed(error), retry: () => void refetch() }
}
