import { jsonBody } from '../../dataProvider/readJson.ts'
import {
  type QueryFunctionContext,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { answerOf } from '../../dataProvider/answerOf.ts'
import {
  approvalCount,
  type ApprovalDetail,
  type ApprovalRow,
  approvalDetail,
  approvalPage,
  type ApprovalView,
} from '../../language/approval.ts'
import { useSession } from '../auth/ShellContext.ts'
import { readAgain } from '../actions/useActions.ts'
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { ABOUT, APPROVALS, waitingKey } from '../data/useGrants.ts'
import { listResource } from '../model/consoleModel.ts'
import { copiedText } from '../format/copiedText.ts'
import { useRecordId } from '../query/useRecordId.ts'
import { approvable, declaredIn } from './approvalTexts.ts'

/** The filters of a page of approvals. An empty one is left out. */
export interface ApprovalFilters {
  readonly operation: string
  readonly person: string
  readonly record: string
}

const given = (filters: ApprovalFilters) =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, text]) => (text === '' ? [] : [[name, copiedText(text.trim())]])),
  )

/** The lists with the records that the approvals of a person can be about. */
const subjectLists = (permissions: readonly string[]): readonly string[] => [
  ...new Set(
    approvable(permissions).flatMap(
      ({ definition: { name, form, partOf } }) => (form?.about ?? partOf)?.resource ?? (form ? [] : name),
    ),
  ),
]

/** What the records that the approvals of a person can be about are searched by: 'Title or Email'. */
export const recordSearch = (permissions: readonly string[]): string =>
  subjectLists(permissions)
    .flatMap((name) => listResource(name)?.list.search?.placeholder ?? [])
    .join(' or ') || 'Record'

/** Fewer letters name no record. */
const LEAST = 3

/** The records that go by what is searched, such as by its number; undefined until that is known. */
function useSubjects(text: string): readonly string[] | undefined {
  const findId = useRecordId()
  const lists = subjectLists(useSession()?.permissions ?? [])
  const { data } = useQuery({
    queryKey: ['console', 'recordIds', lists, text],
    enabled: text.length >= LEAST,
    queryFn: async () => {
      const found = lists.map(async (resource) => [resource, await findId(resource, text)] as const)
      return (await Promise.all(found)).flatMap(([resource, id]) => (id === undefined ? [] : `${resource}/${id}`))
    },
  })
  return text.length < LEAST ? [] : data
}

/** The approvals of a view, newest first, a page at a time. */
export function useApprovals(view: ApprovalView, filters: ApprovalFilters) {
  const call = useConsoleCall()
  const subjects = useSubjects(copiedText(filters.record.trim()))
  return useInfiniteQuery({
    queryKey: [...APPROVALS, 'list', view, filters, subjects],
    enabled: subjects !== undefined,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const found = subjects === undefined || subjects.length === 0 ? {} : { subjects }
      const body = { view, ...given(filters), ...found, ...(pageParam === '' ? {} : { before: pageParam }) }
      return answerOf(approvalPage, await call('POST', '/console/approvals', signal, body))
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  })
}

/** One approval with its record, which the gateway reads as it is now. */
export function useApproval(id: string) {
  const call = useConsoleCall()
  return useQuery({
    queryKey: [...APPROVALS, 'one', id],
    queryFn: async ({ signal }) => answerOf(approvalDetail, await call('GET', `/console/approvals/${id}`, signal)),
    gcTime: 0,
  })
}

/** How often it is read again what waits, in ms. */
export const EVERY_MS = 20_000

/**
 * The approvals that wait for one record, or for those of a list: of one they say, too, why they can't be approved. They are
 * read again: colleagues may request some. Other parts of the screen can read those of a further record by their key alone.
 */
export function useApprovalsAbout(resource: string, id?: string) {
  const call = useConsoleCall()
  const client = useQueryClient()
  const queryKey = waitingKey(resource, id)
  const queryFn = useCallback(
    async ({ queryKey: key, signal }: QueryFunctionContext) => {
      const [named = '', one = ''] = key.slice(ABOUT.length).map(String)
      const query = new URLSearchParams({ resource: named, ...(one === '' ? {} : { id: one }) })
      const response = await call('GET', `/console/approvals/about?${query.toString()}`, signal)
      return (await answerOf(approvalPage, response)).rows
    },
    [call],
  )
  useEffect(() => client.setQueryDefaults(ABOUT, { queryFn }), [client, queryFn])
  return useQuery({ queryKey, queryFn, refetchInterval: EVERY_MS })
}

/** Reads a record again, or what a form is about, once something that waited for it has ended: it may have been done. */
export function useEndings(rows: readonly ApprovalRow[] | undefined): void {
  const client = useQueryClient()
  const before = useRef<readonly ApprovalRow[]>([])
  useEffect(() => {
    if (rows === undefined) return
    const waiting = new Set(rows.map(({ id }) => id))
    const over = before.current.filter(({ id }) => !waiting.has(id)).map(({ operation }) => operation)
    before.current = rows
    for (const operation of new Set(over)) {
      const { definition } = declaredIn({ operation }) ?? {}
      if (definition !== undefined) void readAgain(client, definition, operation.split('.')[1] ?? '')
    }
  }, [client, rows])
}

/** How many approvals wait for this person; undefined until it is known. */
export function useWaitingCount(): number | undefined {
  const call = useConsoleCall()
  const { data } = useQuery({
    queryKey: [...APPROVALS, 'waiting'],
    queryFn: async ({ signal }) =>
      (await answerOf(approvalCount, await call('GET', '/console/approvals/waiting', signal))).count,
    refetchInterval: EVERY_MS,
  })
  return data
}

export interface Decision {
  readonly kind: 'approve' | 'reject' | 'withdraw'
  readonly comment: string
  /** The outcome of the same earlier request has been checked. */
  readonly isChecked?: boolean
}

/** How a decision ended; called also when the component that sent it is gone. */
interface DecisionEnds {
  readonly onSuccess: (answer: unknown, decision: Decision) => void
  readonly onError: (error: unknown) => void
}

/**
 * Sends a decision, then reads everything that it may have changed, also after a failure. Its end is said before that:
 * what asked for it is gone once the approval is read as decided.
 */
export function useDecision({ id, version }: Pick<ApprovalDetail, 'id' | 'version'>, ends: DecisionEnds) {
  const call = useConsoleCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ kind, comment, isChecked }: Decision): Promise<unknown> => {
      const said = comment.trim() === '' ? {} : { comment: comment.trim() }
      const body = kind === 'withdraw' ? {} : { ...said, ...(isChecked === true ? { outcomeChecked: true } : {}) }
      const seen = kind === 'approve' ? version : null
      const response = await call('POST', `/console/approvals/${id}/${kind}`, undefined, body, { version: seen })
      return jsonBody(response, { effect: 'mutate' })
    },
    ...ends,
    onSettled: () => void client.invalidateQueries(),
  })
}

/** Reads the lists of approvals again once another number of them waits. */
export function useListAgain(waiting: number | undefined): void {
  const client = useQueryClient()
  const before = useRef(waiting)
  useEffect(() => {
    const isOther = before.current !== undefined && before.current !== waiting
    before.current = waiting
    if (isOther) void client.invalidateQueries({ queryKey: [...APPROVALS, 'list'] })
  }, [client, waiting])
}
