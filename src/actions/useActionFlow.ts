import { useCallback, useMemo, useState } from 'react'
import { subjectIn } from '../../language/form.ts'
import type { Result } from '../../language/action.ts'
import type { Resource, ResolvedAction } from '../../language/resource.ts'
import { useDraft } from '../data/drafts.ts'
import type { InputValues } from '../inputs/inputValue.ts'
import type { Row } from '../model/columns.ts'
import { askedFiles, createIntent, type KeptIntent } from './actionProvider.ts'
import { type Actions, type ActionsOptions, busyKey, type SubjectOf, useActions } from './useActions.ts'
import { type QuestionEvents, type QuestionControls, useAnswers } from './useAnswers.ts'
import type { CurrentOf } from './useOvertaken.ts'
import { type OpenQuestion, useQuestion } from './useQuestion.ts'
import { useRefetch } from './useRefetch.ts'
import { type SendOptions, useSayFailure, useSend } from './useSend.ts'
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

/** Values typed into a question, and the question's id. */
export interface QuestionDraft {
  readonly id: string
  readonly typed: InputValues
}

/** What a page needs to offer actions: start one, ask first if the definition says so, and know which are running. */
export interface ActionFlow extends QuestionControls {
  readonly definition: Resource
  readonly start: (name: string, record: Row | undefined, kept?: KeptIntent) => void
  readonly busy: ReadonlySet<string>
  readonly question: OpenQuestion | undefined
  readonly transfer: FileTransfer
  /** What was typed into the open question earlier. `keepDraft` keeps the current values (U15). */
  readonly draft: QuestionDraft | undefined
  readonly keepDraft: (draft: QuestionDraft) => void
  readonly result: ShownResult | undefined
  readonly file: ShownFile | undefined
  readonly closeResult: () => void
  /** Finds the record of the open question on the page, which may read meanwhile that its action is no longer possible. */
  readonly currentOf?: CurrentOf | undefined
}

interface FlowOptions extends Omit<SendOptions, 'transfer'>, QuestionEvents {
  /** The upload, if the page shows it itself. */
  readonly transfer?: FileTransfer
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
