import { useCallback, useMemo, useRef, useState, useEffect } from 'react'
import type { Transfer, Intent } from '../actions/actionProvider.ts'
import { useNotify } from 'ra-core'
import type { FormResource } from '../../language/resource.ts'
import { busyKey } from '../actions/useActions.ts'
import { useActionFlow } from '../actions/useActionFlow.ts'
import type { ActionFlow, CallWatch } from '../actions/useActionFlow.ts'
import type { OpenQuestion } from '../actions/useQuestion.ts'
import { useDraft } from '../data/drafts.ts'
import type { Row } from '../model/columns.ts'
import { isRepetition, formOutcomeOf } from './formOutcome.ts'
import type { Attempt, FormOutcome } from './formOutcome.ts'
import type { Done } from './FormOutcomeNotice.tsx'
import { doneText, sentLines } from './SentValues.tsx'

/** The way of a form's file to the gateway. */
export interface FileTransfer {
  /** How much of the file has left, between 0 and 1. */
  readonly share: number
  readonly begin: () => Transfer
  /** Stops it. Once all of the file has left there is nothing to be stopped. */
  readonly stop: () => void
  readonly isStopped: () => boolean
}

/** Follows a file on its way, and can stop it. */
function useTransfer(): FileTransfer {
  const [share, setShare] = useState(0)
  const work = useRef<AbortController>(undefined)
  const begin = useCallback((): Transfer => {
    const controller = new AbortController()
    work.current = controller
    setShare(0)
    return { signal: controller.signal, onShare: setShare }
  }, [])
  const stop = useCallback(() => work.current?.abort(), [])
  const isStopped = useCallback(() => work.current?.signal.aborted === true, [])
  return useMemo(() => ({ share, begin, stop, isStopped }), [share, begin, stop, isStopped])
}

/** The one call of a form. */
export interface FormSubmission {
  readonly flow: ActionFlow
  readonly transfer: FileTransfer
  readonly isBusy: boolean
  /** What came of the last attempt, where it was no success. */
  readonly formOutcome: FormOutcome | undefined
  /** Counts the successes. */
  readonly done: number
  /** The last of them, until the next attempt or until it is put away. */
  readonly lastDone: Done | undefined
  readonly dismissDone: () => void
  /** Asks, where the form asks, and sends. One wish at a time. */
  readonly send: (record: Row, file: File | undefined) => void
  /** Whether the open question repeats an attempt of which nobody knows what came of it. */
  readonly isRepeated: (question: OpenQuestion) => boolean
  /** Whether that attempt is known to have been done, though nobody was told. */
  readonly wasDone: () => boolean
}

const SUBMIT = 'submit'

/** Whether the form's call changes anything. */
const isChange = ({ bindings }: FormResource): boolean => {
  const submit = bindings[SUBMIT]
  return submit !== undefined && (submit.effect === 'mutate' || !submit.call.startsWith('GET '))
}

const noticeTypes = {
  refused: 'error',
  failed: 'error',
  unknownOutcome: 'warning',
  sentBefore: 'warning',
  stopped: 'info',
} as const

/** Whether the wish, sent again, might be done twice. */
const isOutcomeUnknown = (kind: FormOutcome['kind']): boolean =>
  kind === 'unknownOutcome' || kind === 'failed' || kind === 'sentBefore'

/** Tells of an ending in a notice, too, which goes when the form is sent again: it is not about the next attempt. */
function useOutcomeNotification() {
  const notify = useNotify()
  const last = useRef<AbortController>(undefined)
  const unsay = useCallback(() => last.current?.abort(), [])
  const say = useCallback(
    ({ kind, text }: FormOutcome, forMs: number | undefined) => {
      const controller = new AbortController()
      last.current = controller
      const type = noticeTypes[kind]
      const autoHideDuration = kind === 'refused' ? (forMs ?? null) : isOutcomeUnknown(kind) ? null : undefined
      notify(text, {
        type,
        messageArgs: { _: text },
        until: controller.signal,
        ...(autoHideDuration === undefined ? {} : { autoHideDuration }),
      })
    },
    [notify],
  )
  return { say, unsay }
}

const attemptOf = ({ record, file, idempotencyKey }: Intent): Attempt => ({
  record,
  idempotencyKey,
  ...(file === undefined ? {} : { file }),
})

/** Keeps what is in doubt: before a call nothing is known of it, and afterwards only an answer says what came of it. */
function useSubmissionState(definition: FormResource, transfer: FileTransfer) {
  const { keep, drop, read } = useDraft<Attempt>(`forms/${definition.name}/attempt`)
  const [formOutcome, setFormOutcome] = useState(() => read()?.unknownOutcome)
  const [done, setDone] = useState(0)
  const [lastDone, setLastDone] = useState<Done>()
  const dismissDone = useCallback(() => setLastDone(undefined), [])
  const { say, unsay } = useOutcomeNotification()
  const watch = useMemo<CallWatch>(
    () => ({
      onSend(intent) {
        unsay()
        setFormOutcome(undefined)
        setLastDone(undefined)
        if (isChange(definition)) keep(attemptOf(intent))
      },
      onEnd(intent, outcome) {
        const action = definition.actions[intent.name]
        if (action === undefined || outcome.state === 'alreadyRunning') return
        const isStopped = transfer.isStopped()
        const lines = sentLines(definition, intent)
        const ended = formOutcomeOf({ action, outcome, isChange: isChange(definition), isStopped })
        const found = ended !== undefined && isOutcomeUnknown(ended.kind) ? { ...ended, about: lines } : ended
        setFormOutcome(found)
        if (found?.about === undefined) drop()
        else keep({ ...attemptOf(intent), unknownOutcome: found })
        if (found !== undefined) say(found, action.failure?.durationMs)
        if (outcome.state !== 'done') return
        setDone((count) => count + 1)
        setLastDone({ text: doneText(definition, intent), at: new Date() })
      },
    }),
    [definition, keep, drop, say, unsay, transfer],
  )
  return { watch, read, formOutcome, done, lastDone, dismissDone }
}

/**
 * Sends a form through the same flow as every other action: asked first, once, audited, told. A wish of which nobody
 * knows whether it was done keeps its key, so that the same wish, sent again, is not done twice.
 */
export function useFormSubmission(definition: FormResource): FormSubmission {
  const transfer = useTransfer()
  const { watch, read, formOutcome, done, lastDone, dismissDone } = useSubmissionState(definition, transfer)
  const flow = useActionFlow(definition, { watch, transfer: transfer.begin })
  const { start, busy, result, closeResult } = flow
  const [repeated, setRepeated] = useState<string>()

  const send = useCallback(
    (record: Row, file: File | undefined) => {
      const kept = read()
      const submission = { record, ...(file === undefined ? {} : { file }) }
      const idempotencyKey = kept !== undefined && isRepetition(kept, submission) ? kept.idempotencyKey : undefined
      setRepeated(idempotencyKey)
      start(SUBMIT, record, {
        ...(file === undefined ? {} : { file }),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      })
    },
    [read, start],
  )
  const isRepeated = useCallback(
    ({ id, failure }: OpenQuestion) => id === repeated || failure !== undefined,
    [repeated],
  )
  const wasDone = useCallback(() => read()?.unknownOutcome?.kind === 'sentBefore', [read])
  const hasFailed = formOutcome !== undefined
  // An earlier answer beside a failure would read as if it were this one's.
  useEffect(() => {
    if (hasFailed && result !== undefined) closeResult()
  }, [hasFailed, result, closeResult])
  const isBusy = busy.has(busyKey(SUBMIT, { id: definition.name }))
  return useMemo(
    () => ({ flow, transfer, isBusy, formOutcome, done, lastDone, dismissDone, send, isRepeated, wasDone }),
    [flow, transfer, isBusy, formOutcome, done, lastDone, dismissDone, send, isRepeated, wasDone],
  )
}
