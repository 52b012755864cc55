import { useCallback, useState, useMemo, useRef } from 'react'
import type { Result } from '../../language/action.ts'
import type { Resource, ResolvedAction } from '../../language/resource.ts'
import type { Actions, Outcome, RefetchRecord } from './useActions.ts'
import { useNotify } from 'ra-core'
import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { Evidence } from '../../language/evidence.ts'
import { draftsIn, useDraft } from '../data/drafts.ts'
import type { Failure } from '../data/failure.ts'
import type { Row } from '../model/columns.ts'
import { recheckRecord, CUT_OFF, useQuestion } from './useQuestion.ts'
import { failureText, isUnanswered } from './outcomeNotice.ts'
import { isEqual } from './recordChange.ts'
import type { OpenQuestion, Ask } from './useQuestion.ts'
import type { InputValues } from './inputs.ts'
import { busyKey, useActions } from './useActions.ts'
import type { Intent, Transfer } from './actionProvider.ts'

type Values = Readonly<Record<string, unknown>>

/** An answer that is shown: how, of which record, and what it says. */
export interface ShownResult {
  /** Tells one from the next. */
  readonly id: string
  readonly result: Result
  readonly record: Values
  readonly answer: Values
}

/** Runs actions as ever, and keeps what the last of them with a `result` answered until it is closed. */
function useResult({ actions }: Resource, call: Actions['run']) {
  const [result, setResult] = useState<ShownResult>()
  const run = useCallback<Actions['run']>(
    async (intent) => {
      const outcome = await call(intent)
      const declared = actions[intent.name]?.result
      if (declared !== undefined && outcome.state === 'done') {
        const { idempotencyKey: id, record = {} } = intent
        setResult({ id, result: declared, record, answer: outcome.answer })
      }
      return outcome
    },
    [actions, call],
  )
  const closeResult = useCallback(() => setResult(undefined), [])
  return { run, result, closeResult }
}

/** What pages need to let people act: start an action, ask first where the definition says so, know what is at work. */
export interface ActionFlow {
  readonly definition: Resource
  readonly start: (name: string, record: Row | undefined, kept?: KeptIntent) => void
  readonly busy: ReadonlySet<string>
  readonly question: OpenQuestion | undefined
  readonly confirm: (input: InputValues, evidence?: Evidence) => void
  readonly cancel: () => void
  /**
   * Makes the open question's intent another attempt, by somebody who says to have checked what came of the one
   * before, or that one again.
   */
  readonly confirmRetry: (isConfirmed: boolean) => void
  /** What was typed into the open question before, and the place to keep what is typed now (U15). */
  readonly draft: InputValues
  readonly keepDraft: (typed: InputValues) => void
  /** What the last call answered, where its action shows that. */
  readonly result: ShownResult | undefined
  readonly closeResult: () => void
}

/** What of an intent is not made anew when its action is started: the file with it, and the key of an attempt in doubt. */
export type KeptIntent = Pick<Intent, 'file'> & Partial<Pick<Intent, 'idempotencyKey'>>

/** Whoever tells of a flow's calls in its own place: the flow then says nothing of failures and doubts itself. */
export interface CallWatch {
  readonly onSend: (intent: Intent) => void
  readonly onEnd: (intent: Intent, outcome: Outcome) => void
}

/** What a flow needs beyond its definition. */
interface FlowOptions {
  /** Needed where an action has `recheck`, and where `expect` is to be compared with a page's or a part's record. */
  readonly refetchRecord?: RefetchRecord
  readonly watch?: CallWatch
  /** The way of the file, where the action takes one. */
  readonly transfer?: () => Transfer
}

/** Whether there is anything to ask, to acknowledge or to check again before the call is made. */
const isAsked = ({ confirm, input, recheck, acknowledge }: ResolvedAction): boolean =>
  confirm !== null || Object.keys(input).length > 0 || recheck || acknowledge !== undefined

const createIntent = (name: string, record: Row | undefined, kept: KeptIntent): Intent => ({
  name,
  record,
  input: {},
  idempotencyKey: crypto.randomUUID(),
  ...kept,
})

/** The same wish keeps its key; other words are another wish. */
const intentFor = (intent: Intent, input: InputValues, evidence: Evidence | undefined): Intent =>
  isEqual(intent.input, input) && isEqual(intent.evidence, evidence)
    ? intent
    : { ...intent, input, evidence, idempotencyKey: crypto.randomUUID() }

/** A call that was answered is over; the gateway would only repeat that answer to its key. */
const nextAttempt = (intent: Intent, failure: Failure): Intent =>
  isUnanswered(failure) ? intent : { ...intent, idempotencyKey: crypto.randomUUID() }

function useSayFailure() {
  const notify = useNotify()
  return useCallback(
    (action: ResolvedAction, failure: Failure) => {
      const text = failureText(action.failure, failure)
      const autoHideDuration = isUnanswered(failure) ? null : (action.failure?.durationMs ?? null)
      notify(text, { type: 'error', messageArgs: { _: text }, autoHideDuration })
    },
    [notify],
  )
}

/** The draft of the open question; questions about one record's action share it. */
function useQuestionDraft(definition: Resource, question: OpenQuestion | undefined) {
  const { name, record } = question?.intent ?? { name: '', record: undefined }
  const { read, keep, drop } = useDraft<InputValues>(`${definition.name}/${busyKey(name, record)}`)
  const draft = useMemo(() => (question === undefined ? {} : (read() ?? {})), [question, read])
  return { draft, keepDraft: keep, dropDraft: drop }
}

/** What came of a confirmed question: whether what was typed into it is needed no longer, and what is asked next. */
interface Sent {
  readonly isOver: boolean
  readonly next: OpenQuestion | undefined
}

/** The question after the session ended under it: refused, it can be asked again; unanswered, nobody knows. */
const interrupted = (open: OpenQuestion, { state }: Outcome): OpenQuestion =>
  state === 'sessionOver'
    ? { ...open, isBusy: false, intent: { ...open.intent, idempotencyKey: crypto.randomUUID() } }
    : { ...open, isBusy: false, failure: CUT_OFF }

/** Said where the same action of the same record is at work already, started elsewhere on the screen. */
const UNDER_WAY: Failure = {
  kind: 'failed',
  message: 'The same is being done at this moment. Wait for it to finish, then look again.',
  code: 'IN_FLIGHT',
  requestId: undefined,
}

/** Checks the record where the action wants that, makes the call, and tells of its failure. */
function useSend(definition: Resource, run: Actions['run'], { refetchRecord, watch }: FlowOptions) {
  const sayFailure = useSayFailure()
  const drafts = draftsIn(useQueryClient())
  return useCallback(
    async (open: OpenQuestion, onSend: () => void): Promise<Sent> => {
      const { action, intent } = open
      const checked = await recheckRecord(definition, open, refetchRecord)
      // A read that the end of the session has cancelled answers with what was known before, which proves nothing.
      if (drafts.isHeld()) return { isOver: false, next: { ...open, isBusy: false } }
      if (checked !== 'unchanged') return { isOver: false, next: checked }
      onSend()
      watch?.onSend(intent)
      const outcome = await run(intent)
      watch?.onEnd(intent, outcome)
      if (outcome.state === 'alreadyRunning') {
        return { isOver: false, next: { ...open, isBusy: false, failure: UNDER_WAY } }
      }
      if (drafts.isHeld() && outcome.state !== 'done') return { isOver: false, next: interrupted(open, outcome) }
      if (outcome.state !== 'failed') {
        return { isOver: outcome.state === 'done' || outcome.state === 'unknown', next: undefined }
      }
      if (watch !== undefined) return { isOver: true, next: undefined }
      // What was typed stays, and with it what was said against it.
      if (action.failure === undefined || Object.keys(action.input).length > 0) {
        const failure = { ...outcome.failure, message: failureText(action.failure, outcome.failure) }
        return { isOver: false, next: { ...open, intent: nextAttempt(intent, failure), isBusy: false, failure } }
      }
      sayFailure(action, outcome.failure)
      return { isOver: false, next: undefined }
    },
    [definition, drafts, refetchRecord, run, sayFailure, watch],
  )
}

/** What can be done to an open question but answer it; nothing while its call is under way. */
function useReconsider(
  question: OpenQuestion | undefined,
  ask: Ask,
  atWork: Readonly<RefObject<boolean>>,
  dropDraft: () => void,
) {
  const cancel = useCallback(() => {
    if (atWork.current) return
    dropDraft()
    ask(undefined)
  }, [ask, atWork, dropDraft])
  const confirmRetry = useCallback(
    (isConfirmed: boolean) => {
      if (question === undefined || atWork.current) return
      const idempotencyKey = isConfirmed ? crypto.randomUUID() : question.id
      ask({ ...question, intent: { ...question.intent, idempotencyKey, outcomeChecked: isConfirmed } })
    },
    [question, ask, atWork],
  )
  return { cancel, confirmRetry }
}

/** The way of an action from the press of its control to its end. One question is open at a time. */
export function useActionFlow(definition: Resource, options: FlowOptions = {}): ActionFlow {
  const { refetchRecord, watch, transfer } = options
  const { run: call, busy } = useActions(definition, {
    refetchRecord,
    transfer,
    isOutcomeReported: watch !== undefined,
  })
  const { run, result, closeResult } = useResult(definition, call)
  const sayFailure = useSayFailure()
  const [question, ask] = useQuestion(definition)
  const { draft, keepDraft, dropDraft } = useQuestionDraft(definition, question)
  const send = useSend(definition, run, options)
  const atWork = useRef(false)

  const start = useCallback(
    (name: string, record: Row | undefined, kept: KeptIntent = {}) => {
      const action = definition.actions[name]
      if (action === undefined) return
      const intent = createIntent(name, record, kept)
      if (isAsked(action)) {
        const id = intent.idempotencyKey
        ask({ id, action, intent, isBusy: false, failure: undefined, change: undefined })
        return
      }
      watch?.onSend(intent)
      void run(intent).then((outcome) => {
        if (watch !== undefined) watch.onEnd(intent, outcome)
        else if (outcome.state === 'failed') sayFailure(action, outcome.failure)
      })
    },
    [definition, run, ask, sayFailure, watch],
  )

  const confirm = useCallback(
    (input: InputValues, evidence?: Evidence) => {
      if (question === undefined || atWork.current) return
      atWork.current = true
      const intent = intentFor(question.intent, input, evidence)
      const open = { ...question, intent, isBusy: true, failure: undefined, change: undefined }
      ask(open)
      const settle = ({ isOver, next }: Sent) => {
        atWork.current = false
        if (isOver) dropDraft()
        ask(next)
      }
      void send(open, () => ask(open, true)).then(settle)
    },
    [question, ask, send, dropDraft],
  )

  const { cancel, confirmRetry } = useReconsider(question, ask, atWork, dropDraft)
  return useMemo(
    () => ({ definition, start, busy, question, confirm, cancel, confirmRetry, draft, keepDraft, result, closeResult }),
    [definition, start, busy, question, confirm, cancel, confirmRetry, draft, keepDraft, result, closeResult],
  )
}
