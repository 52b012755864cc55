import { useQueryClient } from '@tanstack/react-query'
import { useIsHere } from '../ui/useIsHere.ts'
import { useCallback, useMemo, useRef, useState, useEffect, type RefObject } from 'react'
import type { Intent } from '../actions/actionProvider.ts'
import { useTransfer, type FileTransfer } from '../actions/useTransfer.ts'
import { useNotify } from 'ra-core'
import { subjectField } from '../../language/form.ts'
import type { FormResource } from '../../language/resource.ts'
import { busyKey } from '../actions/useActions.ts'
import { useActionFlow, type ActionFlow } from '../actions/useActionFlow.ts'
import type { CallWatch } from '../actions/useSend.ts'
import type { OpenQuestion } from '../actions/useQuestion.ts'
import type { Row } from '../model/columns.ts'
import { formOutcomeOf, isOutcomeUnknown, type FormOutcome } from './formOutcome.ts'
import { useAttempts, type FailedAttempt } from './useAttempts.ts'
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
  /** The outcome of the last attempt, if it did not succeed and is shown. */
  readonly formOutcome: FormOutcome | undefined
  /** The attempts that did not succeed, oldest first: also earlier ones. */
  readonly failed: readonly FailedAttempt[]
  /** The number of successes. */
  readonly done: number
  /** The last success, until the next attempt. */
  readonly lastDone: Done | undefined
  /** Removes an outcome that is shown. */
  readonly dismiss: (formOutcome: FormOutcome) => void
  /** Removes what was said of the files of a form that has nothing else, if nothing was done: it is not true of others. */
  readonly dismissRefusal: () => void
  /** Asks for confirmation if the form requires it, then sends. One submission at a time. */
  readonly send: (record: Row, files: readonly File[]) => void
  /** True if the open question repeats an attempt with an unknown outcome. */
  readonly isRepeated: (question: OpenQuestion) => boolean
  /** The outcome of that attempt, as it was shown. */
  readonly earlierOutcome: (question: OpenQuestion) => FormOutcome | undefined
}

const SUBMIT = 'submit'

/** True if a form changes anything. */
export const isChange = ({ bindings }: FormResource): boolean => {
  const submit = bindings[SUBMIT]
  return submit !== undefined && (submit.effect === 'mutate' || !submit.call.startsWith('GET '))
}

/** Reports an outcome in a notification if the form has left the screen meanwhile. */
function useSayElsewhere() {
  const notify = useNotify()
  const isHere = useIsHere()
  return useCallback(
    (type: 'success' | 'warning' | 'error' | 'info', text: string) => {
      if (isHere()) return
      notify(text, { type, ...(type === 'warning' && { autoHideDuration: null }) })
    },
    [isHere, notify],
  )
}

/** What the last submission was about, as it was found before: the records, and the values of the first by field. */
type Identified = RefObject<Pick<FormSubjectState, 'current'> & { readonly records: readonly Row[] }>

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

/** The outcomes of a form's attempts, and what hears of its calls. */
function useSubmissionState(definition: FormResource, transfer: FileTransfer, identified: Identified) {
  const { begin, end, dismiss, earlier, failed } = useAttempts(definition)
  const [last, setLast] = useState<FormOutcome>()
  const formOutcome = failed.find(({ outcome }) => outcome === last)?.outcome
  const [done, setDone] = useState(0)
  const [lastDone, setLastDone] = useLastDone(definition)
  const sayElsewhere = useSayElsewhere()
  const dismissRefusal = useCallback(() => {
    if (subjectField(definition.form) !== undefined) return
    for (const { outcome } of failed) if (!isOutcomeUnknown(outcome)) dismiss(outcome)
  }, [definition, failed, dismiss])
  const watch = useMemo<CallWatch>(
    () => ({
      onSend(intent) {
        setLast(undefined)
        setLastDone(undefined)
        begin(intent)
      },
      onEnd(intent, outcome) {
        const action = definition.actions[intent.name]
        if (action === undefined || outcome.state === 'alreadyRunning') return
        const isStopped = transfer.isStopped()
        const { files = [] } = intent
        const { records, current } = identified.current
        const [subject] = records
        const facts = detailLines(definition.form.about, records)
        const lines = [...sentLines(definition, intent, current), ...facts]
        const ended = formOutcomeOf({ action, outcome, isChange: isChange(definition), isStopped })
        const found = ended && { ...ended, text: inOwnNumbers(files, ended.text), about: lines, subject }
        const isUnknown = found !== undefined && isOutcomeUnknown(found)
        setLast(found)
        end(intent, found)
        if (found !== undefined) sayElsewhere(isUnknown ? 'warning' : 'error', found.text)
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
    [definition, begin, end, sayElsewhere, transfer, identified, setLastDone],
  )
  const shown = useMemo(
    () => ({ formOutcome, failed, done, lastDone, dismiss, dismissRefusal }),
    [formOutcome, failed, done, lastDone, dismiss, dismissRefusal],
  )
  return { watch, earlier, shown }
}

/**
 * Sends a form through the same flow as every other action: confirmed, sent once, audited and reported. A submission
 * with an unknown outcome keeps its key, so that sending it again does not do it twice.
 */
export function useFormSubmission(definition: FormResource, { identify, current }: FormSubjectState): FormSubmission {
  const transfer = useTransfer()
  const identified: Identified = useRef({ records: [], current: {} })
  const { watch, earlier, shown } = useSubmissionState(definition, transfer, identified)
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
      const idempotencyKey = earlier({ record, files })?.idempotencyKey
      setRepeated(idempotencyKey)
      start(SUBMIT, record, { files, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) })
    },
    [earlier, start],
  )
  const isRepeated = useCallback(
    ({ id, failure }: OpenQuestion) => id === repeated || failure !== undefined,
    [repeated],
  )
  const earlierOutcome = useCallback(({ intent }: OpenQuestion) => earlier(intent)?.outcome, [earlier])
  const hasFailed = shown.formOutcome !== undefined
  // An earlier answer shown with a failure would look like the answer to the failed attempt.
  useEffect(() => {
    if (hasFailed && result !== undefined) closeResult()
  }, [hasFailed, result, closeResult])
  const isBusy = busy.has(busyKey(SUBMIT, { id: definition.name }))
  return useMemo(
    () => ({ ...shown, flow, transfer, isBusy, send, isRepeated, earlierOutcome }),
    [shown, flow, transfer, isBusy, send, isRepeated, earlierOutcome],
  )
}
