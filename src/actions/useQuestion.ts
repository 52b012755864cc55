import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Resource } from '../../language/resource.ts'
import { draftsIn } from '../drafts/drafts.ts'
import type { Drafts } from '../drafts/drafts.ts'
import type { Failure } from '../failure.ts'
import type { OpenQuestion } from './openQuestion.ts'

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
