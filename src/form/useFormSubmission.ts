import { useQueryClient } from '@tanstack/react-query'
import { useIsHere } from '../ui/useIsHere.ts'
import { useCallback, useMemo, useRef, useState, useEffect, type RefObject } from 'react'
import type { Intent } from '../actions/actionProvider.ts'
import { useTransfer, type FileTransfer } from '../actions/useTransfer.ts'
import { useNotify } from 'ra-core'
import type { FormResource } from '../../language/resource.ts'
import { busyKey } from '../actions/useActions.ts'
import { useActionFlow, type ActionFlow } from '../actions/useActionFlow.ts'
import type { CallWatch } from '../actions/useSend.ts'
import type { OpenQuestion } from '../actions/useQuestion.ts'
import { useDraft } from '../data/drafts.ts'
import type { Row } from '../model/columns.ts'
import { isRepetition, formOutcomeOf, type Attempt, type FormOutcome } from './formOutcome.ts'
import { detailLines } from '../subject/subjectText.ts'
import type { FormSubjectState } from '../subject/useSubject.ts'
import { inOwnNumbers } from '../inputs/tableFacts.ts'
import { doneText, linesText, sentLines } from './sentLines.ts'

/** The last success of a form. It is kept in memory only, for some minutes and until the form is sent again. */
export interface Done {
  readonly text: string
  readonly at: Date
  /** Set where nothing was done: until when it waits for a second person. */
  readonly waitsUntil?: string
  /** What was sent, or waits to be sent. */
  readonly sent?: Row | undefined
  /** The record that it was about, as it was found before. Absent while it waits. */
  readonly subject?: Row | undefined
}

export interface FormSubmission {
  readonly flow: ActionFlow
  readonly transfer: FileTransfer
  readonly isBusy: boolean
  /** The outcome of the last attempt, if it did not succeed. */
  readonly formOutcome: FormOutcome | undefined
  /** The number of successes. */
  readonly done: number
  /** The last success, until the next attempt. */
  readonly lastDone: Done | undefined
  /** Removes the outcome of an attempt that did not succeed. */
  readonly dismiss: () => void
  /** Removes it only if nothing was done: what is said of one file is not true of another. */
  readonly dismissRefusal: () => void
  /** Asks for confirmation if the form requires it, then sends. One submission at a time. */
  readonly send: (record: Row, files: readonly File[]) => void
  /** True if the open question repeats an attempt with an unknown outcome. */
  readonly isRepeated: (question: OpenQuestion) => boolean
  /** True if that attempt is known to have been done, although its success was never reported to the person. */
  readonly wasDone: () => boolean
}

const SUBMIT = 'submit'

const isChange = ({ bindings }: FormResource): boolean => {
  const submit = bindings[SUBMIT]
  return submit !== undefined && (submit.effect === 'mutate' || !submit.call.startsWith('GET '))
}

/** True if sending the submission again might do it twice. */
const isOutcomeUnknown = (kind: FormOutcome['kind']): boolean => kind === 'unknownOutcome' || kind === 'sentBefore'

/** Reports an outcome in a notification if the form has left the screen meanwhile. */
function useSayElsewhere() {
  const notify = useNotify()
  const isHere = useIsHere()
  return useCallback(
    (type: 'success' | 'warning' | 'error' | 'info', text: string) => {
      if (isHere()) return
      notify(text, { type, messageArgs: { _: text }, ...(type === 'warning' && { autoHideDuration: null }) })
    },
    [isHere, notify],
  )
}

/** What the last submission was about, as it was found before: the records, and the values of the first by field. */
type Identified = RefObject<Pick<FormSubjectState, 'current'> & { readonly records: readonly Row[] }>

const attemptOf = ({ record, files = [], idempotencyKey }: Intent): Attempt => ({ record, idempotencyKey, files })

/** The last success, also for some minutes after the form has left the screen: Back still shows what it answered. */
function useLastDone({ name }: FormResource) {
  const client = useQueryClient()
  const key = useMemo(() => [name, 'done'], [name])
  const [lastDone, setLastDone] = useState(() => client.getQueryData<Done>(key))
  const set = useCallback(
    (done: Done | undefined) => {
      setLastDone(done)
      if (done === undefined) client.removeQueries({ queryKey: key })
      else client.setQueryData(key, done)
    },
    [client, key],
  )
  return [lastDone, set] as const
}

/** Keeps an attempt while its outcome is unknown: from before the call until an answer gives the outcome. */
function useSubmissionState(definition: FormResource, transfer: FileTransfer, identified: Identified) {
  const { keep, drop, read } = useDraft<Attempt>(`forms/${definition.name}/attempt`)
  const [formOutcome, setFormOutcome] = useState(() =>
    read()?.isDismissed === true ? undefined : read()?.unknownOutcome,
  )
  const [done, setDone] = useState(0)
  const [lastDone, setLastDone] = useLastDone(definition)
  const sayElsewhere = useSayElsewhere()
  const dismiss = useCallback(() => {
    const attempt = read()
    if (attempt !== undefined) keep({ ...attempt, isDismissed: true })
    setFormOutcome(undefined)
  }, [read, keep])
  const dismissRefusal = useCallback(
    () => setFormOutcome((shown) => (shown?.kind === 'refused' || shown?.kind === 'stopped' ? undefined : shown)),
    [],
  )
  const watch = useMemo<CallWatch>(
    () => ({
      onSend(intent) {
        setFormOutcome(undefined)
        setLastDone(undefined)
        if (isChange(definition)) keep(attemptOf(intent))
      },
      onEnd(intent, outcome) {
        const action = definition.actions[intent.name]
        if (action === undefined || outcome.state === 'alreadyRunning') return
        const isStopped = transfer.isStopped()
        const { records, current } = identified.current
        const [subject] = records
        const facts = detailLines(definition.form.about, records)
        const lines = [...sentLines(definition, intent, current), ...facts]
        const ended = formOutcomeOf({ action, outcome, isChange: isChange(definition), isStopped })
        const said = ended && { ...ended, text: inOwnNumbers(intent.files ?? [], ended.text) }
        const found = said !== undefined && isOutcomeUnknown(said.kind) ? { ...said, about: lines, subject } : said
        setFormOutcome(found)
        if (found?.about === undefined) drop()
        else keep({ ...attemptOf(intent), unknownOutcome: found })
        if (found !== undefined) sayElsewhere(found.about === undefined ? 'error' : 'warning', found.text)
        if (outcome.state !== 'done' && outcome.state !== 'waiting') return
        setDone((count) => count + 1)
        if (action.success === null) return
        const text =
          outcome.state === 'done'
            ? doneText(definition, intent, outcome.message, { lines, facts })
            : `${outcome.text} ${linesText(lines)}`
        const kept = outcome.state === 'done' ? { subject } : { waitsUntil: outcome.until }
        setLastDone({ text, at: new Date(), sent: intent.record, ...kept })
        sayElsewhere(outcome.state === 'done' ? 'success' : 'info', text)
      },
    }),
    [definition, keep, drop, sayElsewhere, transfer, identified, setLastDone],
  )
  return { watch, read, formOutcome, done, lastDone, dismiss, dismissRefusal }
}

/**
 * Sends a form through the same flow as every other action: confirmed, sent once, audited and reported. A submission
 * with an unknown outcome keeps its key, so that sending it again does not do it twice.
 */
export function useFormSubmission(definition: FormResource, { identify, current }: FormSubjectState): FormSubmission {
  const transfer = useTransfer()
  const identified: Identified = useRef({ records: [], current: {} })
  const state = useSubmissionState(definition, transfer, identified)
  const { watch, read, formOutcome, done, lastDone, dismiss, dismissRefusal } = state
  // What was typed again to confirm has the spelling that was shown.
  const isTypedAgain = definition.actions[SUBMIT]?.confirm?.typed !== undefined
  const prepare = useCallback(
    async (intent: Intent) => {
      if (intent.record === undefined) return intent
      const { values, records } = await identify(intent.record)
      identified.current = { records, current }
      return isTypedAgain ? intent : { ...intent, record: values }
    },
    [identify, current, isTypedAgain],
  )
  const flow = useActionFlow(definition, { watch, transfer, prepare })
  const { start, busy, result, closeResult } = flow
  const [repeated, setRepeated] = useState<string>()

  const send = useCallback(
    (record: Row, files: readonly File[]) => {
      const kept = read()
      const submission = { record, files }
      const idempotencyKey = kept !== undefined && isRepetition(kept, submission) ? kept.idempotencyKey : undefined
      setRepeated(idempotencyKey)
      start(SUBMIT, record, { files, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) })
    },
    [read, start],
  )
  const isRepeated = useCallback(
    ({ id, failure }: OpenQuestion) => id === repeated || failure !== undefined,
    [repeated],
  )
  const wasDone = useCallback(() => read()?.unknownOutcome?.kind === 'sentBefore', [read])
  const hasFailed = formOutcome !== undefined
  // An earlier answer shown with a failure would look like the answer to the failed attempt.
  useEffect(() => {
    if (hasFailed && result !== undefined) closeResult()
  }, [hasFailed, result, closeResult])
  const isBusy = busy.has(busyKey(SUBMIT, { id: definition.name }))
  return useMemo(
    () => ({ flow, transfer, isBusy, formOutcome, done, lastDone, dismiss, dismissRefusal, send, isRepeated, wasDone }),
    [flow, transfer, isBusy, formOutcome, done, lastDone, dismiss, dismissRefusal, send, isRepeated, wasDone],
  )
}
