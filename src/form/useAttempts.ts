import { useCallback, useMemo, useState } from 'react'
import { isEqual } from '../../language/pointer.ts'
import type { FormResource } from '../../language/resource.ts'
import type { Intent } from '../actions/actionProvider.ts'
import { useDraft } from '../data/drafts.ts'
import type { FormOutcome } from './formOutcome.ts'

type Submission = Pick<Intent, 'record' | 'files'>

/** A call that has no answer yet, or whose outcome is unknown: the values it sent, and the key for sending it again. */
interface Attempt extends Submission, Pick<Intent, 'idempotencyKey'> {
  /** The outcome that was shown for it. Absent while the call is running. */
  readonly unknownOutcome?: FormOutcome
  readonly isDismissed?: boolean
}

const NONE: readonly Attempt[] = []

/** The most attempts that are kept: the oldest of more is given up. */
const MOST = 20

const areSame = (one: readonly File[] = [], other: readonly File[] = []): boolean =>
  one.length === other.length && one.every((file, index) => file === other[index])

/** True if a submission repeats an earlier one. A file is the same only if it is the same object. */
const isRepetition = (attempt: Submission, { record, files }: Submission): boolean =>
  areSame(attempt.files, files) && isEqual(attempt.record, record)

/** Keeps the attempts of a form whose outcomes are unknown, each from before the call until an answer gives the outcome. */
export function useAttempts({ name }: FormResource) {
  const { keep, drop, read } = useDraft<readonly Attempt[]>(`forms/${name}/attempts`)
  const [attempts, setAttempts] = useState(() => read() ?? NONE)
  const change = useCallback(
    (changed: (kept: readonly Attempt[]) => readonly Attempt[]) => {
      const next = changed(read() ?? NONE).slice(-MOST)
      setAttempts(next)
      if (next.length === 0) drop()
      else keep(next)
    },
    [keep, drop, read],
  )
  /** Keeps an attempt, in place of an earlier one of the same. */
  const begin = useCallback(
    ({ record, files = [], idempotencyKey }: Intent, unknownOutcome?: FormOutcome) => {
      const attempt = { record, files, idempotencyKey, ...(unknownOutcome && { unknownOutcome }) }
      change((kept) => [...kept.filter((each) => !isRepetition(each, attempt)), attempt])
    },
    [change],
  )
  /** Ends an attempt with an unknown outcome, or with a known one: then nothing is kept of it. */
  const end = useCallback(
    (intent: Intent, unknownOutcome: FormOutcome | undefined) => {
      if (unknownOutcome !== undefined) begin(intent, unknownOutcome)
      else change((kept) => kept.filter(({ idempotencyKey }) => idempotencyKey !== intent.idempotencyKey))
    },
    [begin, change],
  )
  const dismissUnknown = useCallback(
    (outcome: FormOutcome) =>
      change((kept) => kept.map((each) => (each.unknownOutcome === outcome ? { ...each, isDismissed: true } : each))),
    [change],
  )
  /** The earlier attempt that a submission repeats. */
  const earlier = useCallback(
    (submission: Submission) => attempts.find((each) => isRepetition(each, submission)),
    [attempts],
  )
  const unknown = useMemo(
    () => attempts.flatMap(({ unknownOutcome, isDismissed }) => (isDismissed ? [] : (unknownOutcome ?? []))),
    [attempts],
  )
  return { begin, end, dismissUnknown, earlier, unknown }
}
