import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { unexpectedAnswer } from '../../dataProvider/HttpError.ts'
import { exchange } from '../../dataProvider/send.ts'
import {
  type ApprovalDetail,
  type ApprovalPage,
  type ApprovalRow,
  approvalStates,
  type ApprovalView,
} from '../../language/approval.ts'
import { isValues, valueAt } from '../../language/pointer.ts'
import { createSessionFetch } from '../auth/createSessionFetch.ts'
import { useShell } from '../auth/ShellContext.ts'
import { APPROVALS, waitingKey } from '../data/useGrants.ts'

/** The filters of a page of approvals. An empty one is left out. */
export interface ApprovalFilters {
  readonly operation: string
  readonly person: string
  readonly record: string
}

interface Call {
  readonly path?: string
  readonly body?: unknown
  readonly version?: string | null | undefined
  readonly effect?: 'read' | 'mutate'
  readonly signal?: AbortSignal
}

/** Calls the gateway about approvals. Rejects with its error. */
function useCall() {
  const { sessionManager } = useShell()
  return useMemo(() => {
    const fetch = createSessionFetch(sessionManager, window.fetch.bind(window))
    const transport = { fetch, origin: '', newKey: () => crypto.randomUUID() }
    return async ({ path = '', body, version, effect = 'read', signal }: Call): Promise<unknown> => {
      const headers: Readonly<Record<string, string>> =
        typeof version === 'string' ? { 'X-Record-Version': version } : {}
      const sent = body === undefined ? undefined : JSON.stringify(body)
      const method = body === undefined ? 'GET' : 'POST'
      const call = { url: `/console/approvals${path}`, method, headers, body: sent, effect }
      const response = await exchange(call, transport, signal)
      return response.status === 204 ? {} : response.json().catch(() => undefined)
    }
  }, [sessionManager])
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isRow = (value: unknown): value is ApprovalRow => {
  if (!isValues(value)) return false
  const { id, operation, title, requester, requestedAt, expiresAt, decider, comment, message, state } = value
  const texts = [id, operation, title, requester, requestedAt, expiresAt, decider, comment, message]
  return texts.every(isText) && approvalStates.some((known) => known === state)
}

const isDetail = (value: unknown): value is ApprovalDetail =>
  isRow(value) && isValues(valueAt(value, '/inputs')) && isText(valueAt(value, '/problem'))

function pageIn(answer: unknown): ApprovalPage {
  const [rows, next] = [valueAt(answer, '/rows'), valueAt(answer, '/next')]
  if (!Array.isArray(rows) || !rows.every(isRow) || !(next === null || isText(next)))
    throw unexpectedAnswer('The answer is not a list of approvals.')
  return { rows, next }
}

const given = (filters: ApprovalFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, text]) => text !== ''))

/** The approvals of a view, newest first, a page at a time. */
export function useApprovals(view: ApprovalView, filters: ApprovalFilters) {
  const call = useCall()
  return useInfiniteQuery({
    queryKey: [...APPROVALS, 'list', view, filters],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) =>
      pageIn(
        await call({ body: { view, ...given(filters), ...(pageParam === '' ? {} : { before: pageParam }) }, signal }),
      ),
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  })
}

/** One approval with its record, which the gateway reads as it is now. */
export function useApproval(id: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...APPROVALS, 'one', id],
    queryFn: async ({ signal }) => {
      const answer = await call({ path: `/${id}`, signal })
      if (!isDetail(answer)) throw unexpectedAnswer('The answer is not an approval.')
      return answer
    },
    gcTime: 0,
  })
}

/** The approvals that wait for one record, or for those of a list. */
export function useApprovalsAbout(resource: string, id?: string) {
  const call = useCall()
  const query = new URLSearchParams({ resource, ...(id === undefined ? {} : { id }) })
  return useQuery({
    queryKey: waitingKey(resource, id),
    queryFn: async ({ signal }) => pageIn(await call({ path: `/about?${query.toString()}`, signal })).rows,
  })
}

const EVERY_MS = 60_000

/** How many approvals wait for this person; undefined until it is known. */
export function useWaitingCount(): number | undefined {
  const call = useCall()
  const { data } = useQuery({
    queryKey: [...APPROVALS, 'waiting'],
    queryFn: async ({ signal }) => {
      const count = valueAt(await call({ path: '/waiting', signal }), '/count')
      if (typeof count !== 'number') throw unexpectedAnswer('The answer is not a number.')
      return count
    },
    refetchInterval: EVERY_MS,
  })
  return data
}

/** What a person decides about an approval. */
export interface Decision {
  readonly kind: 'approve' | 'reject' | 'withdraw'
  readonly comment: string
  /** The outcome of the same earlier request has been checked. */
  readonly isChecked?: boolean
}

/** Sends a decision, then reads everything that it may have changed, also after a failure. */
export function useDecision({ id, version }: Pick<ApprovalDetail, 'id' | 'version'>) {
  const call = useCall()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, comment, isChecked }: Decision) => {
      const said = comment.trim() === '' ? {} : { comment: comment.trim() }
      const body = kind === 'withdraw' ? {} : { ...said, ...(isChecked === true ? { outcomeChecked: true } : {}) }
      const seen = kind === 'approve' ? version : undefined
      return call({ path: `/${id}/${kind}`, body, version: seen, effect: 'mutate' })
    },
    onSettled: () => client.invalidateQueries(),
  })
}
