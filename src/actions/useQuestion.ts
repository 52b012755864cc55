import type { ResolvedAction, Resource } from '../../language/resource.ts'
import type { Failure } from '../data/failure.ts'
import type { Intent } from './actionProvider.ts'
import type { RecordChange } from './recordChange.ts'
import { failureOf } from '../data/failure.ts'
import { changeOf } from './recordChange.ts'
import type { RefetchRecord } from './useActions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { draftsIn } from '../data/drafts.ts'
import type { Drafts } from '../data/drafts.ts'

/** A question on screen: the action to confirm, and what went wrong with an attempt. */
export interface OpenQuestion {
  /** Unique for each question. */
  readonly id: string
  readonly action: ResolvedAction
  readonly intent: Intent
  readonly isBusy: boolean
  readonly failure: Failure | undefined
  /** Set if nothing was sent because the record has changed since the person saw it. */
  readonly change: RecordChange | undefined
}

const NOT_READ: RefetchRecord = () => Promise.reject(new Error('This page cannot read the record again.'))

/**
 * Reads the record again before anything is sent, if the action asks for that. Returns the question to ask now if the
 * record has changed or could not be read, and `undefined` if the session is over.
 */
export async function recheckRecord(
  definition: Resource,
  open: OpenQuestion,
  refetchRecord: RefetchRecord = NOT_READ,
): Promise<OpenQuestion | 'unchanged' | undefined> {
  const { action, intent } = open
  if (action.recheck !== true || intent.record === undefined) return 'unchanged'
  const gone = { ...open, isBusy: false, change: changeOf(definition, action, intent.record, undefined) }
  try {
    const change = changeOf(definition, action, intent.record, await refetchRecord(intent.record))
    if (change === undefined) return 'unchanged'
    const record = change.fresh ?? intent.record
    const idempotencyKey = crypto.randomUUID()
    return { ...open, intent: { ...intent, record, idempotencyKey }, isBusy: false, change }
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind === 'sessionOver') return undefined
    if (failure.kind === 'notFound') return gone
    const message = `Nothing was sent: the record could not be read again. ${failure.message}`
    return { ...open, isBusy: false, failure: { ...failure, message } }
  }
}

/** A question as kept in the drafts, in case the session ends while it is open. */
interface Kept {
  readonly question: OpenQuestion
  /** True once its call has been made. */
  readonly isSent: boolean
  /** The flow that shows it; `undefined` once that flow has unmounted with the session. */
  readonly by: object | undefined
}

const keptIn = (drafts: Drafts, key: string): Kept | undefined => drafts.read(key) as Kept | undefined

/** The failure of a call that was not answered before the session ended. A retry uses the same key. */
export const CUT_OFF: Failure = {
  kind: 'unknownOutcome',
  message: 'Outcome unknown: the session ended before an answer came. Check the record before you try again.',
  code: 'OUTCOME_UNKNOWN',
  requestId: undefined,
}

/** The question to show when the person is back. */
const resumed = ({ question, isSent }: Kept): OpenQuestion =>
  question.isBusy ? { ...question, isBusy: false, ...(isSent ? { failure: CUT_OFF } : {}) } : question

/** Restores the question that was left here, for the first flow that mounts. */
function takeUp(drafts: Drafts, key: string, by: object, onQuestion: (question: OpenQuestion) => void): void {
  const left = keptIn(drafts, key)
  if (left === undefined || left.by !== undefined) return
  const question = resumed(left)
  drafts.keep(key, { question, isSent: false, by } satisfies Kept)
  onQuestion(question)
}

/** Opens a question, changes it, or closes it with `undefined`. Pass `isSent` once its call is being made. */
export type Ask = (next: OpenQuestion | undefined, isSent?: boolean) => void

/**
 * The open question of a flow. It closes with its page. If the session ends, it opens again when the same person is
 * back at the same history entry (U15).
 */
export function useQuestion({ name }: Resource): readonly [question: OpenQuestion | undefined, ask: Ask] {
  const drafts = draftsIn(useQueryClient())
  const key = `question ${useLocation().key} ${name}`
  const [question, setQuestion] = useState<OpenQuestion>()
  const me = useRef({ isHere: false })

  useLayoutEffect(() => {
    const self = me.current
    self.isHere = true
    takeUp(drafts, key, self, setQuestion)
    return () => {
      self.isHere = false
      const kept = keptIn(drafts, key)
      if (kept?.by !== self) return
      if (drafts.isHeld()) drafts.keep(key, { ...kept, by: undefined } satisfies Kept)
      else drafts.drop(key)
    }
  }, [drafts, key])

  const ask = useCallback<Ask>(
    (next, isSent = false) => {
      setQuestion(next)
      const { isHere } = me.current
      // The answer came after the page was left. Another flow may have restored the question since.
      if (!isHere && !drafts.isHeld()) return
      if (next === undefined) drafts.drop(key)
      else drafts.keep(key, { question: next, isSent, by: isHere ? me.current : undefined } satisfies Kept)
    },
    [drafts, key],
  )
  return [question, ask]
}
