import type { Investigation } from '../../schemas/verification/investigation.ts'
import { isUnderWay, isWithFirm } from '../../schemas/verification/rules.ts'
import type { Verification } from '../../schemas/verification/verification.ts'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { ListResource } from '../../language/resource.ts'
import type { Row } from '../../src/model/columns.ts'
import type { VerificationState } from './useVerification.ts'

/** A decision that was sent and has no answer yet. */
export interface Waiting {
  readonly caseId: string
  /** The case when the decision was sent. */
  readonly status: string
  readonly decisions: number
  /** The time of the last read (ms since 1970). */
  readonly readAt: number
  /** The number of reads since then without an answer, and the time of the last one. One that comes early does not count. */
  readonly polls: number
  readonly polledAt: number
}

/** After this many reads without an answer, the page says that the firm is taking its time (D-121). */
export const MOST_POLLS = 3
const SOON_MS = 2000
const SOON_POLLS = 10
const LATER_MS = 10_000

const decisionsIn = ({ history }: Investigation): readonly string[] =>
  history.map(({ stateChange }) => stateChange).filter((state) => state !== '' && !isUnderWay(state))

const caseOf = ({ applicants }: Verification, caseId: string): Investigation | undefined =>
  applicants.map(({ current }) => current).find(({ sketchId }) => sketchId === caseId)

/** The answer to wait for, from the moment a decision is sent. */
export function waitingFor(verification: Verification, caseId: string, readAt: number): Waiting | undefined {
  const decided = caseOf(verification, caseId)
  return decided === undefined
    ? undefined
    : { caseId, status: decided.status, decisions: decisionsIn(decided).length, polls: 0, readAt, polledAt: readAt }
}

/** True when the firm has answered: the case is gone, has a different result, or has the same result once more. */
export function isAnswered({ caseId, status, decisions }: Waiting, verification: Verification): boolean {
  const now = caseOf(verification, caseId)
  if (now === undefined) return true
  if (isUnderWay(now.status)) return false
  const said = decisionsIn(now)
  // The history may show the requested state before the status does.
  return now.status !== status || (said.length > decisions && said.at(-1) === now.status)
}

/** The delay to the next read, in ms: short at first, then longer while the page stays open. */
export const pollEvery = (waiting: readonly Waiting[]): number | false =>
  waiting.length === 0 ? false : waiting.some(({ polls }) => polls < SOON_POLLS) ? SOON_MS : LATER_MS

interface Store {
  /** One for each case. */
  readonly waiting: readonly Waiting[]
  /** The cases whose answer is waited for no longer, because the person wants to decide again. */
  readonly givenUp: readonly string[]
}

const nothing: Store = { waiting: [], givenUp: [] }

/**
 * The pending answers, kept with the account's data while the page is open. What was decided elsewhere, or before a reload,
 * is read from the cases themselves.
 */
export function useWaitingStore(definition: ListResource, record: Row) {
  const client = useQueryClient()
  const key = `${definition.name} ${record.id}`
  const { data = nothing } = useQuery<Store>({
    queryKey: ['waitingForFirm', key],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const change = useCallback(
    (changed: (store: Store) => Store) => {
      client.setQueryData<Store>(['waitingForFirm', key], (store = nothing) => changed(store))
    },
    [client, key],
  )
  const update = useCallback(
    (updated: (each: Waiting) => readonly Waiting[]) =>
      change(({ waiting, ...rest }) => ({ ...rest, waiting: waiting.flatMap(updated) })),
    [change],
  )
  /** Waits for the answers about some cases, from the moment decisions about them are sent. */
  const waitFor = useCallback(
    (verification: Verification, caseIds: readonly string[], readAt: number) =>
      change(({ waiting, givenUp }) => ({
        waiting: [
          ...waiting.filter(({ caseId }) => !caseIds.includes(caseId)),
          ...caseIds.flatMap((caseId) => waitingFor(verification, caseId, readAt) ?? []),
        ],
        givenUp: givenUp.filter((id) => !caseIds.includes(id)),
      })),
    [change],
  )
  const giveUp = useCallback(
    (caseId: string) =>
      change(({ waiting, givenUp }) => ({
        waiting: waiting.filter((each) => each.caseId !== caseId),
        givenUp: [...givenUp, caseId],
      })),
    [change],
  )
  const { waiting } = data
  const waitingOf = (caseId: string): Waiting | undefined => waiting.find((each) => each.caseId === caseId)
  /** True for a case whose answer is waited for. */
  const isAwaited = (current: Investigation): boolean =>
    waitingOf(current.sketchId) !== undefined || (isWithFirm(current) && !data.givenUp.includes(current.sketchId))
  const awaitedIn = ({ applicants }: Verification): readonly string[] =>
    applicants.flatMap(({ current }) => (isAwaited(current) ? [current.sketchId] : []))
  return { waiting, waitingOf, isAwaited, awaitedIn, update, waitFor, giveUp }
}

interface WaitingInput {
  readonly definition: ListResource
  readonly store: ReturnType<typeof useWaitingStore>
  readonly read: VerificationState
}

/**
 * Waits for the clearing firm after a decision. It counts the reads without news, and refetches everything about the
 * account when the firm has answered (D-121).
 */
export function useWaiting({ definition, store, read }: WaitingInput): void {
  const client = useQueryClient()
  const { waiting, update, waitFor } = store
  const { verification, readAt } = read
  const [pendingId] = (verification?.applicants ?? []).flatMap(({ current }) =>
    store.isAwaited(current) && store.waitingOf(current.sketchId) === undefined ? [current.sketchId] : [],
  )
  useEffect(() => {
    if (verification !== undefined && pendingId !== undefined) waitFor(verification, [pendingId], readAt)
  }, [verification, pendingId, readAt, waitFor])
  useEffect(() => {
    if (verification === undefined || waiting.every((each) => readAt <= each.readAt)) return
    const updated = (each: Waiting) => {
      if (readAt <= each.readAt) return [each]
      if (isAnswered(each, verification)) return []
      const isPoll = readAt - each.polledAt >= SOON_MS
      return [{ ...each, readAt, ...(isPoll && { polls: each.polls + 1, polledAt: readAt }) }]
    }
    update(updated)
    if (waiting.flatMap(updated).length < waiting.length) void client.invalidateQueries({ queryKey: [definition.name] })
  }, [waiting, verification, readAt, update, client, definition.name])
}
