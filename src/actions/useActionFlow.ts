import { useCallback, useMemo, useRef, useState, type RefObject } from 'react'
import { subjectIn } from '../../language/form.ts'
import type { Result } from '../../language/action.ts'
import type { Resource, ResolvedAction } from '../../language/resource.ts'
import { useDraft } from '../data/drafts.ts'
import type { InputValues } from '../inputs/inputValue.ts'
import type { Row } from '../model/columns.ts'
import { askedFiles, createIntent, intentFor, type Intent, type KeptIntent, type Said } from './actionProvider.ts'
import type { SentInputs } from './inputs.ts'
import {
  type Actions,
  type ActionsOptions,
  busyKey,
  type RefetchRecord,
  type SubjectOf,
  useActions,
} from './useActions.ts'
import type { CurrentOf } from './useOvertaken.ts'
import { type Ask, type OpenQuestion, useQuestion } from './useQuestion.ts'
import { useRefetch } from './useRefetch.ts'
import { type SendOptions, type Sent, useSayFailure, useSend } from './useSend.ts'
import { type FileTransfer, useTransfer } from './useTransfer.ts'
import type { Values } from '../../language/pointer.ts'

/** An answer on screen: how to show it, its record and its values. */
export interface ShownResult {
  /** Unique for each result. */
  readonly id: string
  readonly result: Result
  readonly record: Values
  readonly answer: Values
}

/** An image that an action has fetched to be shown. It is kept in memory only. */
export interface ShownFile {
  /** Unique for each file. */
  readonly id: string
  readonly action: ResolvedAction
  readonly record: Row | undefined
  readonly name: string
  readonly content: Blob
}

/** Wraps `run` to keep the last answer or file that an action shows, until the person closes it. */
function useResult({ actions }: Resource, call: Actions['run']) {
  const [result, setResult] = useState<ShownResult>()
  const [file, setFile] = useState<ShownFile>()
  const run = useCallback<Actions['run']>(
    async (intent) => {
      const outcome = await call(intent)
      const action = actions[intent.name]
      if (action === undefined || outcome.state !== 'done') return outcome
      const { idempotencyKey: id, record } = intent
      if (action.result !== undefined)
        setResult({ id, result: action.result, record: record ?? {}, answer: outcome.answer })
      if (outcome.shown !== undefined) setFile({ id, action, record, ...outcome.shown })
      return outcome
    },
    [actions, call],
  )
  const closeResult = useCallback(() => {
    setResult(undefined)
    setFile(undefined)
  }, [])
  return { run, result, file, closeResult }
}

/** Looks what became of an attempt. Its code is that of the dialog, which asks for it. */
export type LookAt = (
  open: OpenQuestion,
  record: Row,
  refetchRecord: RefetchRecord,
  sayGone: ActionsOptions['sayGone'],
) => Promise<OpenQuestion | undefined>

/** Values typed into a question, and the question's id. */
export interface QuestionDraft {
  readonly id: string
  readonly typed: InputValues
}

/** What a page needs to offer actions: start one, ask first if the definition says so, and know which are running. */
export interface ActionFlow {
  readonly definition: Resource
  readonly start: (name: string, record: Row | undefined, kept?: KeptIntent) => void
  readonly busy: ReadonlySet<string>
  readonly question: OpenQuestion | undefined
  readonly confirm: (input: SentInputs, said?: Said) => void
  /** Closes the open question, as its dialog has it: that may have found that the action was done. */
  readonly cancel: (shown?: OpenQuestion) => void
  /** Reads the record of the open question again, to see whether an attempt with an unknown outcome was done. */
  readonly lookAgain: (look: LookAt) => void
  /** Takes the record of the open question over from a colleague, whose claim refused an attempt. */
  readonly takeOver: (take: () => Promise<boolean>) => void
  /** Sets the files of the open question. They are kept with it, and make it a new submission. */
  readonly chooseFiles: (files: readonly File[]) => void
  readonly transfer: FileTransfer
  /**
   * Makes the open question's intent a new attempt if the person confirms that they checked the outcome of the earlier
   * one. Without that, the intent is the earlier attempt again.
   */
  readonly confirmRetry: (isConfirmed: boolean) => void
  /** What was typed into the open question earlier. `keepDraft` keeps the current values (U15). */
  readonly draft: QuestionDraft | undefined
  readonly keepDraft: (draft: QuestionDraft) => void
  readonly result: ShownResult | undefined
  readonly file: ShownFile | undefined
  readonly closeResult: () => void
  /** Finds the record of the open question on the page, which may read meanwhile that its action is no longer possible. */
  readonly currentOf?: CurrentOf | undefined
}

interface FlowOptions extends Omit<SendOptions, 'transfer'> {
  /** The upload, if the page shows it itself. */
  readonly transfer?: FileTransfer
  /** Called once a confirmed action was accepted, or was found done after it was not answered, and its dialog has closed. */
  readonly onAccepted?: (intent: Intent) => void
  /** Called once the call of a confirmed action was made, or may have been: not for one that waits for a second person. */
  readonly onSent?: (intent: Intent) => void
  readonly onRemoved?: ActionsOptions['onRemoved']
  readonly sayGone?: ActionsOptions['sayGone']
  readonly subjectOf?: SubjectOf
  readonly currentOf?: CurrentOf
}

/** True if the dialog must open before the call: to ask, to acknowledge, or to show how the record has changed. */
const isAsked = (definition: Resource, action: ResolvedAction): boolean => {
  const { confirm, input, recheck, acknowledge } = action
  const hasInputs = Object.keys(input).length > 0 || askedFiles(definition, action) !== undefined
  return confirm !== null || hasInputs || recheck || acknowledge !== undefined
}

/** The draft of the open question. All questions about the same action of the same record share it. */
function useQuestionDraft(definition: Resource, question: OpenQuestion | undefined) {
  const { name, record } = question?.intent ?? { name: '', record: undefined }
  const about = definition.form === null ? '' : subjectIn(definition.form, record)
  const { read, keep, drop } = useDraft<QuestionDraft>(`${definition.name}/${busyKey(name, record)}${about}`)
  const draft = useMemo(() => (question === undefined ? undefined : read()), [question, read])
  return { draft, keepDraft: keep, dropDraft: drop }
}

interface Asking {
  readonly question: OpenQuestion | undefined
  readonly ask: Ask
  readonly send: ReturnType<typeof useSend>
  readonly dropDraft: () => void
  readonly onAccepted: FlowOptions['onAccepted']
  readonly onSent: FlowOptions['onSent']
  readonly refetch: RefetchRecord
  readonly sayGone: FlowOptions['sayGone']
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
  const lookAgain = useCallback<ActionFlow['lookAgain']>(
    (look) => {
      const record = question?.intent.record
      if (question === undefined || record === undefined || atWorkRef.current) return
      findNext(question, look(question, record, refetch, sayGone))
    },
    [question, atWorkRef, findNext, refetch, sayGone],
  )
  const takeOver = useCallback<ActionFlow['takeOver']>(
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
function useAnswers({ question, ask, send, dropDraft, onAccepted, onSent, refetch, sayGone }: Asking) {
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
  const cancel = useCallback<ActionFlow['cancel']>(
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

/** Runs an action from the press of its control to its outcome. One question is open at a time. */
export function useActionFlow(definition: Resource, options: FlowOptions = {}): ActionFlow {
  const { refetchRecord, watch } = options
  const own = useTransfer()
  const transfer = options.transfer ?? own
  const { run: call, busy } = useActions(definition, {
    refetchRecord,
    transfer: transfer.begin,
    isOutcomeReported: watch !== undefined,
    onRemoved: options.onRemoved,
    sayGone: options.sayGone,
    subjectOf: options.subjectOf,
  })
  const { run, result, file, closeResult } = useResult(definition, call)
  const sayFailure = useSayFailure(definition)
  const [question, ask] = useQuestion(definition)
  const { draft, keepDraft, dropDraft } = useQuestionDraft(definition, question)
  const send = useSend(definition, run, { ...options, transfer })

  const start = useCallback(
    (name: string, record: Row | undefined, kept: KeptIntent = {}) => {
      const action = definition.actions[name]
      if (action === undefined) return
      const intent = createIntent(name, record, kept)
      if (isAsked(definition, action)) {
        const id = intent.idempotencyKey
        ask({ id, action, intent, isBusy: false, failure: undefined, change: undefined })
        return
      }
      watch?.onSend(intent)
      void run(intent).then((outcome) => {
        if (watch !== undefined) watch.onEnd(intent, outcome)
        else if (outcome.state === 'failed') sayFailure(action, outcome.failure, record)
      })
    },
    [definition, run, ask, sayFailure, watch],
  )

  const refetch = useRefetch(definition, refetchRecord)
  const { onAccepted, onSent, currentOf, sayGone } = options
  const answers = useAnswers({ question, ask, send, dropDraft, onAccepted, onSent, refetch, sayGone })
  return useMemo(
    () => ({
      definition,
      start,
      busy,
      question,
      transfer,
      draft,
      keepDraft,
      result,
      file,
      closeResult,
      currentOf,
      ...answers,
    }),
    [definition, start, busy, question, transfer, draft, keepDraft, result, file, closeResult, currentOf, answers],
  )
}
