import { useCallback, useMemo, useRef, type RefObject } from 'react'
import type { Row } from '../model/columns.ts'
import { intentFor, type Intent, type Said } from './actionProvider.ts'
import type { SentInputs } from './inputs.ts'
import type { ActionsOptions, RefetchRecord } from './useActions.ts'
import type { Ask, OpenQuestion } from './useQuestion.ts'
import type { Sent, useSend } from './useSend.ts'

/** Looks what became of an attempt. Its code is that of the dialog, which asks for it. */
export type LookAt = (
  open: OpenQuestion,
  record: Row,
  refetchRecord: RefetchRecord,
  sayGone: ActionsOptions['sayGone'],
) => Promise<OpenQuestion | undefined>

/** What people can do with the open question. */
export interface QuestionControls {
  readonly confirm: (input: SentInputs, said?: Said) => void
  /** Closes the open question, as its dialog has it: that may have found that the action was done. */
  readonly cancel: (shown?: OpenQuestion) => void
  /** Reads the record of the open question again, to see whether an attempt with an unknown outcome was done. */
  readonly lookAgain: (look: LookAt) => void
  /** Takes the record of the open question over from a colleague, whose claim refused an attempt. */
  readonly takeOver: (take: () => Promise<boolean>) => void
  /** Sets the files of the open question. They are kept with it, and make it a new submission. */
  readonly chooseFiles: (files: readonly File[]) => void
  /**
   * Makes the open question's intent a new attempt if the person confirms that they checked the outcome of the earlier
   * one. Without that, the intent is the earlier attempt again.
   */
  readonly confirmRetry: (isConfirmed: boolean) => void
}

/** What a page does once the call of a question is over. */
export interface QuestionEvents {
  /** Called once a confirmed action was accepted, or was found done after it was not answered, and its dialog has closed. */
  readonly onAccepted?: ((intent: Intent) => void) | undefined
  /** Called once the call of a confirmed action was made, or may have been: not for one that waits for a second person. */
  readonly onSent?: ((intent: Intent) => void) | undefined
}

interface Asking extends QuestionEvents {
  readonly question: OpenQuestion | undefined
  readonly ask: Ask
  readonly send: ReturnType<typeof useSend>
  readonly dropDraft: () => void
  readonly refetch: RefetchRecord
  readonly sayGone: ActionsOptions['sayGone']
}

/** What leads to another question without sending anything. */
function useNextQuestion(
  { question, ask, refetch, sayGone }: Pick<Asking, 'question' | 'ask' | 'refetch' | 'sayGone'>,
  atWorkRef: RefObject<boolean>,
) {
  const findNext = useCallback(
    (open: OpenQuestion, next: Promise<OpenQuestion | undefined>) => {
      atWorkRef.current = true
      ask({ ...open, isBusy: true })
      const settle = (found: OpenQuestion | undefined) => {
        atWorkRef.current = false
        ask(found)
      }
      void next.then(settle)
    },
    [ask, atWorkRef],
  )
  const lookAgain = useCallback<QuestionControls['lookAgain']>(
    (look) => {
      const record = question?.intent.record
      if (question === undefined || record === undefined || atWorkRef.current) return
      findNext(question, look(question, record, refetch, sayGone))
    },
    [question, atWorkRef, findNext, refetch, sayGone],
  )
  const takeOver = useCallback<QuestionControls['takeOver']>(
    (take) => {
      if (question === undefined || atWorkRef.current) return
      const settle = (isTaken: boolean) => (isTaken ? { ...question, failure: undefined } : question)
      findNext(question, take().then(settle))
    },
    [question, atWorkRef, findNext],
  )
  return { lookAgain, takeOver }
}

/** What people do with an open question: confirm, cancel, retry, choose files. Not while its call is running. */
export function useAnswers({
  question,
  ask,
  send,
  dropDraft,
  onAccepted,
  onSent,
  refetch,
  sayGone,
}: Asking): QuestionControls {
  /** True while the call of the question is running. */
  const atWork = useRef(false)
  const confirm = useCallback(
    (input: SentInputs, said: Said = {}) => {
      if (question === undefined || atWork.current) return
      atWork.current = true
      const intent = intentFor(question.intent, input, said)
      const open = { ...question, intent, isBusy: true, failure: undefined, change: undefined, isLookedAt: false }
      ask(open)
      const settle = ({ isOver, isAccepted = false, isSent = false, next }: Sent) => {
        atWork.current = false
        if (isOver) dropDraft()
        ask(next)
        if (isAccepted) onAccepted?.(intent)
        if (isSent) onSent?.(intent)
      }
      void send(open, ask).then(settle)
    },
    [question, ask, send, dropDraft, onAccepted, onSent],
  )

  const { lookAgain, takeOver } = useNextQuestion({ question, ask, refetch, sayGone }, atWork)
  const cancel = useCallback<QuestionControls['cancel']>(
    (shown = question) => {
      if (atWork.current) return
      // A form asks before it loses what was entered. What is typed into a question waits until it is asked again.
      if (shown?.action.isForm === true) dropDraft()
      ask(undefined)
      const isFoundDone = shown?.isLookedAt === true && shown.change?.state === 'impossible'
      if (isFoundDone) onAccepted?.(shown.intent)
    },
    [question, ask, dropDraft, onAccepted],
  )
  const confirmRetry = useCallback(
    (isConfirmed: boolean) => {
      if (question === undefined || atWork.current) return
      const idempotencyKey = isConfirmed ? crypto.randomUUID() : question.id
      ask({ ...question, intent: { ...question.intent, idempotencyKey, outcomeChecked: isConfirmed } })
    },
    [question, ask],
  )
  const chooseFiles = useCallback(
    (files: readonly File[]) => {
      if (question === undefined || atWork.current) return
      ask({ ...question, intent: { ...question.intent, files, idempotencyKey: crypto.randomUUID() } })
    },
    [question, ask],
  )
  return useMemo(
    () => ({ confirm, cancel, lookAgain, takeOver, confirmRetry, chooseFiles }),
    [confirm, cancel, lookAgain, takeOver, confirmRetry, chooseFiles],
  )
}
