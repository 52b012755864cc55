import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { isEqual } from '../../language/pointer.ts'
import { subjectIn } from '../../language/form.ts'
import type { FormResource } from '../../language/resource.ts'
import type { Intent } from '../actions/actionProvider.ts'
import { draftsIn, useDraft } from '../data/drafts.ts'
import { isOutcomeUnknown, type FormOutcome } from './formOutcome.ts'

type Submission = Pick<Intent, 'record' | 'files'>

/** A call that has no answer yet, or that did not succeed: the values it sent, and its key. */
interface Attempt extends Submission, Pick<Intent, 'idempotencyKey'> {
  /** Absent while the call is running. */
  readonly outcome?: FormOutcome | undefined
  readonly isDismissed?: boolean
}

/** An attempt that did not succeed, as it is shown with its form. */
export type FailedAttempt = Attempt & { readonly outcome: FormOutcome }

const NONE: readonly Attempt[] = []

const draftOf = (form: string): string => `forms/${form}/attempts`

const isShown = (attempt: Attempt): attempt is FailedAttempt =>
  attempt.outcome !== undefined && attempt.isDismissed !== true

/** The most attempts of each kind that are kept: the oldest of more is given up. */
const MOST = 20

/** True if it may have been done, so that its key is needed for sending it again. */
const mayBeDone = ({ outcome }: Attempt): boolean => outcome === undefined || isOutcomeUnknown(outcome)

/** The last ones of those that may have been done, and of the others, in their order. */
const newest = (attempts: readonly Attempt[]): readonly Attempt[] => {
  const kept = [true, false].flatMap((isOpen) => attempts.filter((each) => mayBeDone(each) === isOpen).slice(-MOST))
  return attempts.filter((each) => kept.includes(each))
}

/** True for the same files: the same objects, in the same order. */
export const areSame = (one: readonly File[] = [], other: readonly File[] = []): boolean =>
  one.length === other.length && one.every((file, index) => file === other[index])

/** True if a submission repeats an earlier one. */
const isRepetition = (attempt: Submission, { record, files }: Submission): boolean =>
  areSame(attempt.files, files) && isEqual(attempt.record, record)

/** True while a form shows that the outcome of the attempt with this key is unknown. */
export function useIsOutcomeUnknown(form: string, idempotencyKey: string): boolean {
  const drafts = draftsIn(useQueryClient())
  const isIt = (each: Attempt) => each.idempotencyKey === idempotencyKey && isShown(each) && mayBeDone(each)
  return useSyncExternalStore(
    drafts.subscribe,
    () => drafts.read<readonly Attempt[]>(draftOf(form))?.some(isIt) === true,
  )
}

/**
 * Keeps the attempts of a form that did not succeed, until they are dismissed. One that may have been done also ends when it is
 * answered, one that was not when the form is sent again about the same.
 */
export function useAttempts({ name, form }: FormResource) {
  const { keep, drop, read } = useDraft<readonly Attempt[]>(draftOf(name))
  const [attempts, setAttempts] = useState(() => read() ?? NONE)
  const change = useCallback(
    (changed: (kept: readonly Attempt[]) => readonly Attempt[]) => {
      const next = newest(changed(read() ?? NONE))
      setAttempts(next)
      if (next.length === 0) drop()
      else keep(next)
    },
    [keep, drop, read],
  )
  /** Keeps an attempt, in place of those that it repeats or corrects. */
  const begin = useCallback(
    ({ record, files = [], idempotencyKey }: Intent, outcome?: FormOutcome) => {
      const attempt = { record, files, idempotencyKey, outcome }
      const isReplaced = (each: Attempt) =>
        mayBeDone(each) ? isRepetition(each, attempt) : subjectIn(form, each.record) === subjectIn(form, attempt.record)
      change((kept) => [...kept.filter((each) => !isReplaced(each)), attempt])
    },
    [change, form],
  )
  /** Ends an attempt with an outcome to show, or with a success: then nothing is kept of it. */
  const end = useCallback(
    (intent: Intent, outcome: FormOutcome | undefined) => {
      if (outcome !== undefined) begin(intent, outcome)
      else change((kept) => kept.filter(({ idempotencyKey }) => idempotencyKey !== intent.idempotencyKey))
    },
    [begin, change],
  )
  const dismiss = useCallback(
    (outcome: FormOutcome) =>
      change((kept) =>
        kept.flatMap((each) => {
          if (each.outcome !== outcome) return [each]
          return mayBeDone(each) ? [{ ...each, isDismissed: true }] : []
        }),
      ),
    [change],
  )
  /** The earlier attempt that a submission repeats, if that may have been done. */
  const earlier = useCallback(
    (submission: Submission) => attempts.find((each) => mayBeDone(each) && isRepetition(each, submission)),
    [attempts],
  )
  const failed = useMemo(() => attempts.filter(isShown), [attempts])
  return { begin, end, dismiss, earlier, failed }
}
