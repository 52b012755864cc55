import { jsonBody } from '../../dataProvider/readJson.ts'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
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
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { APPROVALS, waitingKey } from '../data/useGrants.ts'
import { consoleModel } from '../model/consoleModel.ts'
import { useRecordId } from '../query/useRecordId.ts'
import { endingText } from './approvalTexts.ts'

/** The filters of a page of approvals. An empty one is left out. */
export interface ApprovalFilters {
  readonly operation: string
  readonly person: string
  readonly record: string
}

const given = (filters: ApprovalFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, text]) => text !== ''))

/** The lists with the records that approvals can be about. */
const subjectLists = (): readonly string[] => {
  const asking = consoleModel().definitions.filter(({ actions }) =>
    Object.values(actions).some(({ secondApprover }) => secondApprover !== undefined),
  )
  return [
    ...new Set(asking.flatMap(({ name, form, partOf }) => (form?.about ?? partOf)?.resource ?? (form ? [] : name))),
  ]
}

/** Fewer letters name no record. */
const LEAST = 3

/** The records that go by what is searched, such as an account by its number; undefined until that is known. */
function useSubjects(text: string): readonly string[] | undefined {
  const findId = useRecordId()
  const { data } = useQuery({
    queryKey: ['console', 'recordIds', text],
    enabled: text.length >= LEAST,
    queryFn: async () => {
      const found = subjectLists().map(async (resource) => [resource, await findId(resource, text)] as const)
      return (await Promise.all(found)).flatMap(([resource, id]) => (id === undefined ? [] : `${resource}/${id}`))
    },
  })
  return text.length < LEAST ? [] : data
}

/** The approvals of a view, newest first, a page at a time. */
export function useApprovals(view: ApprovalView, filters: ApprovalFilters) {
  const call = useConsoleCall()
  const subjects = useSubjects(filters.record.trim())
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
  const read = useReadApproval()
  return useQuery({
    queryKey: [...APPROVALS, 'one', id],
    queryFn: ({ signal }) => read(id, signal),
    gcTime: 0,
  })
}

/** How often it is read again how many approvals wait, in ms. */
const EVERY_MS = 60_000

/** How often it is read again whether one still waits that is on screen, in ms. */
const SHOWN_EVERY_MS = 20_000

/** The approvals that wait for one record, or for those of a list. They are read again while there are any. */
export function useApprovalsAbout(resource: string, id?: string) {
  const call = useConsoleCall()
  const query = new URLSearchParams({ resource, ...(id === undefined ? {} : { id }) })
  return useQuery({
    queryKey: waitingKey(resource, id),
    queryFn: async ({ signal }) => {
      const response = await call('GET', `/console/approvals/about?${query.toString()}`, signal)
      return (await answerOf(approvalPage, response)).rows
    },
    refetchInterval: ({ state: { data = [] } }) => data.length > 0 && SHOWN_EVERY_MS,
  })
}

/** The function that reads one approval. */
function useReadApproval() {
  const call = useConsoleCall()
  return useCallback(
    async (id: string, signal?: AbortSignal) =>
      answerOf(approvalDetail, await call('GET', `/console/approvals/${id}`, signal)),
    [call],
  )
}

/** Tells the person how what they have requested has ended, once it no longer waits, and reads its records again. */
export function useEndings(resource: string, rows: readonly ApprovalRow[] | undefined): void {
  const client = useQueryClient()
  const notify = useNotify()
  const read = useReadApproval()
  const before = useRef<readonly ApprovalRow[]>([])
  useEffect(() => {
    if (rows === undefined) return
    const waits = new Set(rows.map(({ id }) => id))
    const gone = before.current.filter(({ id, isOwn }) => isOwn && !waits.has(id))
    before.current = rows
    const tell = async (id: string) => {
      const approval = await read(id).catch(() => undefined)
      if (approval !== undefined && approval.state !== 'withdrawn') {
        const text = endingText(approval)
        const isDone = approval.state === 'approved'
        const lasts = isDone ? {} : { autoHideDuration: null }
        notify(text, { type: isDone ? 'success' : 'warning', messageArgs: { _: text }, ...lasts })
      }
      await client.invalidateQueries({ queryKey: [resource] })
    }
    for (const { id } of gone) void tell(id)
  }, [client, notify, read, resource, rows])
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
 * Sends a decision, then reads everything that it may have changed, also after a failure. Its end is told before that:
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
