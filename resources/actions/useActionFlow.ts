import { useGetIdentity, useNotify } from 'ra-core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { AnyAction, AnyDefinition } from '../../schemas/meta/defineResource.ts'
import type { Failure } from '../failure.ts'
import type { Row } from '../table/columns.ts'
import { checkAgain } from './checkAgain.ts'
import { draftsIn } from './drafts.ts'
import { failureNotice, isUnanswered } from './failureNotice.ts'
import { isEqual } from './recordChange.ts'
import type { RecordChange } from './recordChange.ts'
import type { Typed } from './inputErrors.ts'
import { busyKey, useActions } from './useActions.ts'
import type { Actions, ReadFresh } from './useActions.ts'
import type { Intent } from './actionProvider.ts'

/** A question on screen: what is about to be done, and what went wrong when it was tried. */
export interface OpenQuestion {
  /** Tells one question from the next. */
  readonly id: string
  readonly action: AnyAction
  readonly intent: Intent
  readonly isBusy: boolean
  readonly failure: Failure | undefined
  /** Nothing was sent: the record was found to be another than the one the person saw. */
  readonly change: RecordChange | undefined
}

/** What pages need to let people act: start an action, ask first where the definition says so, know what is at work. */
export interface ActionFlow {
  readonly definition: AnyDefinition
  readonly start: (name: string, record: Row | undefined) => void
  readonly busy: ReadonlySet<string>
  readonly question: OpenQuestion | undefined
  readonly confirm: (input: Typed) => void
  readonly cancel: () => void
  /** What was typed into the open question before, and the place to keep what is typed now (U15). */
  readonly draft: Typed
  readonly keepDraft: (typed: Typed) => void
}

/** What a flow needs beyond its definition. */
interface FlowOptions {
  /** Needed where an action has `recheck`, and where `expect` is to be compared with a page's or a part's record. */
  readonly readFresh?: ReadFresh
}

/** Whether there is anything to ask, to acknowledge or to check again before the call is made. */
const isAsked = ({ confirm, input, recheck, acknowledge }: AnyAction): boolean =>
  confirm !== undefined || input !== undefined || recheck === true || acknowledge !== undefined

const createIntent = (name: string, record: Row | undefined): Intent => ({
  name,
  record,
  input: {},
  idempotencyKey: crypto.randomUUID(),
})

/** The same wish keeps its key; other words are another wish. */
const intentFor = (intent: Intent, input: Typed): Intent =>
  isEqual(intent.input, input) ? intent : { ...intent, input, idempotencyKey: crypto.randomUUID() }

/** A call that was answered is over; the gateway would only repeat that answer to its key. */
const nextAttempt = (intent: Intent, failure: Failure): Intent =>
  isUnanswered(failure) ? intent : { ...intent, idempotencyKey: crypto.randomUUID() }

function useSayFailure() {
  const notify = useNotify()
  return useCallback(
    (action: AnyAction, failure: Failure) => {
      const text = action.failure === undefined ? failure.message : failureNotice(action.failure, failure)
      const autoHideDuration = isUnanswered(failure) ? null : (action.failure?.forMs ?? null)
      notify(text, { type: 'error', messageArgs: { _: text }, autoHideDuration })
    },
    [notify],
  )
}

function useDrafts(definition: AnyDefinition, question: OpenQuestion | undefined) {
  const client = useQueryClient()
  const { identity } = useGetIdentity()
  const person = String(identity?.id ?? '')
  return useMemo(() => {
    const drafts = draftsIn(client)
    const { name, record } = question?.intent ?? { name: '', record: undefined }
    const key = `${definition.name}/${busyKey(name, record)}`
    const isKnown = person !== ''
    return {
      draft: question === undefined || !isKnown ? {} : drafts.read(person, key),
      keepDraft: (typed: Typed) => {
        if (isKnown) drafts.keep(person, key, typed)
      },
      dropDraft: () => drafts.drop(key),
    }
  }, [client, definition.name, person, question])
}

/** What came of a confirmed question: whether the call was taken, and what is asked next. */
interface Sent {
  readonly isSent: boolean
  readonly next: OpenQuestion | undefined
}

/** Checks the record where the action wants that, makes the call, and tells of its failure. */
function useSend(definition: AnyDefinition, run: Actions['run'], readFresh: ReadFresh | undefined) {
  const sayFailure = useSayFailure()
  return useCallback(
    async (open: OpenQuestion): Promise<Sent> => {
      const { action, intent } = open
      const checked = await checkAgain(definition, open, readFresh)
      if (checked !== 'unchanged') return { isSent: false, next: checked }
      const outcome = await run(intent)
      if (outcome.state !== 'failed') {
        return { isSent: outcome.state === 'done' || outcome.state === 'unknown', next: undefined }
      }
      if (action.failure === undefined) {
        const { failure } = outcome
        return { isSent: false, next: { ...open, intent: nextAttempt(intent, failure), isBusy: false, failure } }
      }
      sayFailure(action, outcome.failure)
      return { isSent: false, next: undefined }
    },
    [definition, readFresh, run, sayFailure],
  )
}

/** The way of an action from the press of its control to its end. One question is open at a time. */
export function useActionFlow(definition: AnyDefinition, { readFresh }: FlowOptions = {}): ActionFlow {
  const { run, busy } = useActions(definition, readFresh)
  const sayFailure = useSayFailure()
  const [question, setQuestion] = useState<OpenQuestion>()
  const { draft, keepDraft, dropDraft } = useDrafts(definition, question)
  const send = useSend(definition, run, readFresh)
  const atWork = useRef(false)

  const start = useCallback(
    (name: string, record: Row | undefined) => {
      const action = definition.actions?.[name]
      if (action === undefined) return
      const intent = createIntent(name, record)
      if (isAsked(action)) {
        const id = intent.idempotencyKey
        setQuestion({ id, action, intent, isBusy: false, failure: undefined, change: undefined })
        return
      }
      void run(intent).then((outcome) => {
        if (outcome.state === 'failed') sayFailure(action, outcome.failure)
      })
    },
    [definition, run, sayFailure],
  )

  const confirm = useCallback(
    (input: Typed) => {
      if (question === undefined || atWork.current) return
      atWork.current = true
      const intent = intentFor(question.intent, input)
      const open = { ...question, intent, isBusy: true, failure: undefined, change: undefined }
      setQuestion(open)
      const settle = ({ isSent, next: asked }: Sent) => {
        atWork.current = false
        if (isSent) dropDraft()
        setQuestion(asked)
      }
      void send(open).then(settle)
    },
    [question, send, dropDraft],
  )

  const cancel = useCallback(() => {
    if (atWork.current) return
    dropDraft()
    setQuestion(undefined)
  }, [dropDraft])
  return useMemo(
    () => ({ definition, start, busy, question, confirm, cancel, draft, keepDraft }),
    [definition, start, busy, question, confirm, cancel, draft, keepDraft],
  )
}
