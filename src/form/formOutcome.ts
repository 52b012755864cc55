import { isEqual } from '../actions/recordChange.ts'
import type { Intent } from '../actions/actionProvider.ts'
import type { ResolvedAction } from '../../language/resource.ts'
import { defaultNotice } from '../../language/messages.ts'
import { isSpoken } from '../actions/outcomeNotice.ts'
import type { Outcome } from '../actions/useActions.ts'
import type { Failure } from '../data/failure.ts'
import type { SentLine } from './SentValues.tsx'

/** A call of which nobody knows whether it was made: what it sent, and the key it may be sent again under. */
export type Attempt = Pick<Intent, 'record' | 'file' | 'idempotencyKey'> & {
  /** What was said of it; nothing yet while it is under way. */
  readonly unknownOutcome?: FormOutcome
}

/** Whether an intent is the wish of an earlier attempt, sent again. A file is the same only if it is that very file. */
export const isRepetition = (
  attempt: Attempt | undefined,
  { record, file }: Pick<Intent, 'record' | 'file'>,
): boolean => attempt !== undefined && attempt.file === file && isEqual(attempt.record, record)

/** What came of a call that did not succeed, as it is said beside its form. */
export interface FormOutcome {
  /**
   * `unknownOutcome`: it may have been done. `failed`: as `unknownOutcome`, by a failure that the service told itself. `sentBefore`: it was done before, and not again. `stopped`: the person has stopped
   * it.
   */
  readonly kind: 'refused' | 'unknownOutcome' | 'failed' | 'sentBefore' | 'stopped'
  readonly text: string
  /** The id to report it by, where it is nobody's own mistake. */
  readonly failure: Failure | undefined
  /** What it was about, while that is in doubt: what is typed now may be something else. */
  readonly about?: readonly SentLine[]
}

/** Failures after which a change may have been made all the same: without an answer, or with one that cannot be read. */
const UNKNOWN_OUTCOME_CODES = ['NETWORK', 'IN_FLIGHT', 'UPSTREAM_FORMAT']

const UNKNOWN = 'Outcome unknown: the service did not confirm it. Check whether it was done before you send it again.'

const FAILED = 'The service failed. It may have been done all the same: check before you send it again.'

const STOPPED = 'Upload stopped. Nothing was sent to the service.'

const withTitle = (title: string | undefined, ...rest: readonly string[]): string =>
  (title === undefined ? rest : [title, ...rest]).join('\n')

/** The definition's title, then the service's own words; where it had none, what it means and what the console knows. */
function refusalText({ failure: declared }: ResolvedAction, failure: Failure): string {
  if (declared === undefined) return failure.message
  if (isSpoken(failure)) return withTitle(declared.title, failure.message)
  return withTitle(declared.title, declared.body, ...(failure.message === defaultNotice ? [] : [failure.message]))
}

interface Ended {
  readonly action: ResolvedAction
  readonly outcome: Outcome
  /** Whether the call changes anything: one that only reads can be repeated at will. */
  readonly isChange: boolean
  readonly isStopped: boolean
}

/**
 * What is said of an outcome; nothing about a success, and about the end of a session, which the shell tells of. The
 * definition's title says that it failed: it does not stand above a doubt.
 */
export function formOutcomeOf({ action, outcome, isChange, isStopped }: Ended): FormOutcome | undefined {
  if (outcome.state === 'unknown') {
    return { kind: 'unknownOutcome', text: UNKNOWN, failure: undefined }
  }
  if (outcome.state !== 'failed') return undefined
  const { failure } = outcome
  if (isStopped) return { kind: 'stopped', text: STOPPED, failure: undefined }
  if (failure.code === 'SENT_BEFORE') return { kind: 'sentBefore', text: failure.message, failure: undefined }
  if (failure.code === 'IN_DOUBT') return { kind: 'unknownOutcome', text: failure.message, failure: undefined }
  if (isChange && UNKNOWN_OUTCOME_CODES.includes(failure.code ?? '')) {
    return { kind: 'unknownOutcome', text: failure.message, failure }
  }
  if (isChange && failure.code === 'UPSTREAM_FAILED') {
    return { kind: 'failed', text: withTitle(action.failure?.title, FAILED), failure }
  }
  return { kind: 'refused', text: refusalText(action, failure), failure: isSpoken(failure) ? undefined : failure }
}
