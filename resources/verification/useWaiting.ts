import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { isAppealed } from '../../schemas/verification/rules.ts'
import type { ActionFlow } from '../../src/actions/useActionFlow.ts'
import type { OpenQuestion } from '../../src/actions/useQuestion.ts'
import type { Row } from '../../src/model/columns.ts'
import type { VerificationState } from './useVerification.ts'
import { isAnswered, waitingFor } from './waiting.ts'
import type { Waiting } from './waiting.ts'

type Store = { readonly waiting: Waiting | undefined }

/**
 * What is being waited for, kept with the account's data while the page is open. After a reload it is new: what waits
 * is then read from the cases themselves.
 */
export function useWaitingStore(definition: ListResource, record: Row) {
  const client = useQueryClient()
  const key = `${definition.name} ${record.id}`
  const { data } = useQuery<Store>({
    queryKey: ['waitingForFirm', key],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const set = useCallback(
    (waiting: Waiting | undefined) => {
      client.setQueryData<Store>(['waitingForFirm', key], { waiting })
    },
    [client, key],
  )
  return { waiting: data?.waiting, isNew: data === undefined, set }
}

interface SentInput {
  readonly read: VerificationState
  readonly set: (waiting: Waiting | undefined) => void
}

/**
 * Begins to wait for the firm when a question that was at work is gone without having said why not: its call was
 * taken, or may have been.
 */
export function useSent(question: OpenQuestion | undefined, { read: { verification, readAt }, set }: SentInput): void {
  const before = useRef(question)
  useEffect(() => {
    const last = before.current
    before.current = question
    if (question !== undefined || last?.isBusy !== true || verification === undefined) return
    set(waitingFor(verification, String(last.intent.record?.id), readAt))
  }, [question, verification, readAt, set])
}

interface WaitingInput {
  readonly definition: ListResource
  readonly store: ReturnType<typeof useWaitingStore>
  readonly read: VerificationState
  readonly flow: ActionFlow
}

/**
 * Waits for the clearing firm after a decision: counts the readings that brought nothing new, and when the firm has
 * answered reads everything about the account again (D-121).
 */
export function useWaiting({ definition, store, read, flow }: WaitingInput): void {
  const client = useQueryClient()
  const { waiting, isNew, set } = store
  const { verification, readAt } = read
  useSent(flow.question, { read, set })
  useEffect(() => {
    const pending = isNew ? verification?.applicants.find(({ current }) => isAppealed(current)) : undefined
    if (verification === undefined || pending === undefined) return
    set(waitingFor(verification, pending.current.sketchId, readAt))
  }, [isNew, verification, readAt, set])
  useEffect(() => {
    if (waiting === undefined || verification === undefined || readAt <= waiting.readAt) return
    if (!isAnswered(waiting, verification)) {
      set({ ...waiting, polls: waiting.polls + 1, readAt })
      return
    }
    set(undefined)
    void client.invalidateQueries({ queryKey: [definition.name] })
  }, [waiting, verification, readAt, set, client, definition.name])
}
