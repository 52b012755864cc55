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

/** A question on screen: what is about to be done, and what went wrong when it was tried. */
export interface OpenQuestion {
  /** Tells one question from the next. */
  readonly id: string
  readonly action: ResolvedAction
  readonly intent: Intent
  readonly isBusy: boolean
  readonly failure: Failure | undefined
  /** Nothing was sent: the record was found to be another than the one the person saw. */
  readonly change: RecordChange | undefined
}

const NOT_READ: RefetchRecord = () => Promise.reject(new Error('This page cannot read the record again.'))

/**
 * Reads the record again before anything is sent, where the action wants that. Answers with the question to be asked
 * now if the record is not as the person saw it or could not be read, and with nothing if the session is over.
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

/** A question as it is kept for the case that the session ends under it. */
interface Kept {
  readonly question: OpenQuestion
  /** Whether its call has been made. */
  readonly isSent: boolean
  /** The flow that has it on screen; `undefined` once that has left with the session. */
  readonly by: object | undefined
}

const keptIn = (drafts: Drafts, key: string): Kept | undefined => drafts.read(key) as Kept | undefined

/** What is known of a call whose answer did not come before the session ended: nothing. Its key is used again. */
export const CUT_OFF: Failure = {
  kind: 'unknownOutcome',
  message: 'Outcome unknown: the session ended before an answer came. Check the record before you try again.',
  code: 'OUTCOME_UNKNOWN',
  requestId: undefined,
}

/** The question as it stands when the person is back. */
const resumed = ({ question, isSent }: Kept): OpenQuestion =>
  question.isBusy ? { ...question, isBusy: false, ...(isSent ? { failure: CUT_OFF } : {}) } : question

/** Takes up the question that was left here, for the one flow that comes first. */
function takeUp(drafts: Drafts, key: string, by: object, onQuestion: (question: OpenQuestion) => void): void {
  const left = keptIn(drafts, key)
  if (left === undefined || left.by !== undefined) return
  const question = resumed(left)
  drafts.keep(key, { question, isSent: false, by } satisfies Kept)
  onQuestion(question)
}

/** Asks a question, changes it, or ends it with `undefined`; `isSent` once its call is being made. */
export type Ask = (next: OpenQuestion | undefined, isSent?: boolean) => void

/**
 * The open question of a flow. It leaves with its page, except when the session ends: then it is there again as soon
 * as the same person is back at the same entry of the history (U15).
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
      // An answer to a page that has gone, about a question that may have been taken up again since.
      if (!isHere && !drafts.isHeld()) return
      if (next === undefined) drafts.drop(key)
      else drafts.keep(key, { question: next, isSent, by: isHere ? me.current : undefined } satisfies Kept)
    },
    [drafts, key],
  )
  return [question, ask]
}
