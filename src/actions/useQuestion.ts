import type { ResolvedAction, Resource } from '../../language/resource.ts'
import type { Failure } from '../data/failure.ts'
import type { Intent } from './actionProvider.ts'
import type { RecordChange } from './recordChange.ts'
import type { RefetchRecord } from './useActions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { draftsIn, type Drafts } from '../data/drafts.ts'

/** A question on screen: the action to confirm, and what went wrong with an attempt. */
export interface OpenQuestion {
  readonly id: string
  readonly action: ResolvedAction
  readonly intent: Intent
  readonly isBusy: boolean
  readonly failure: Failure | undefined
  /** Set if nothing was sent because the record has changed since the person saw it. */
  readonly change: RecordChange | undefined
  /** True if the page has read, while the question was open, that its action is no longer possible. */
  readonly isOvertaken?: boolean
  /** True once the person has looked whether an attempt with an unknown outcome was done. `change` is what was found. */
  readonly isLookedAt?: boolean
  /** True once the person has looked, and no list on screen shows the record any more. */
  readonly isUnlisted?: boolean
}

/** Codes with which the gateway refuses a call because its record is another one than the person saw. */
const CHANGED_RECORD: readonly Failure['code'][] = ['RECORD_CHANGED', 'CONFLICT', 'WRONG_OWNER']

/** Status with which a rule of the console refuses a call. */
const RULE_BROKEN = 422

/** Statuses with which a service says that its record is another one than the person saw. */
export const CONFLICTS = [409, 412]

/**
 * True if a call may have been refused because its record has changed: by the gateway or a rule of the console. A
 * service may say that of a form itself.
 */
const isAboutState = ({ recheck, isForm }: ResolvedAction, { code, status = 0 }: Failure): boolean =>
  CHANGED_RECORD.includes(code) ||
  (recheck && (code === 'UPSTREAM_REFUSED' ? isForm === true && CONFLICTS.includes(status) : status === RULE_BROKEN))

/**
 * The question to ask after a call failed. If the record has changed since the person saw it, it is read again: the
 * question shows the change and goes on from the new values. `undefined` if the session is over.
 */
export async function questionAfter(
  definition: Resource,
  open: OpenQuestion,
  failure: Failure,
  refetchRecord: RefetchRecord,
): Promise<OpenQuestion | undefined> {
  const { record } = open.intent
  const failed = { ...open, isBusy: false, failure }
  if (record === undefined || !isAboutState(open.action, failure)) return failed
  // A part of the dialog, which is open.
  const { questionReread } = await import('./questionReread.ts')
  return questionReread(definition, failed, record, refetchRecord)
}

/** A question as kept in the drafts, in case the session ends while it is open. */
interface Kept {
  readonly question: OpenQuestion
  /** True once its call has been made. */
  readonly isSent: boolean
  /** The flow that shows it; `undefined` once that flow has unmounted with the session. */
  readonly by: object | undefined
}

const keptIn = (drafts: Drafts, key: string): Kept | undefined => drafts.read<Kept>(key)

/** The failure of a call that was not answered before the session ended. A retry uses the same key. */
export const CUT_OFF: Failure = {
  kind: 'unknownOutcome',
  message: 'Outcome unknown: the session ended before an answer came.',
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
