import { isEqual } from '../actions/recordChange.ts'
import type { Intent } from '../actions/actionProvider.ts'
import type { FormOutcome } from './formOutcome.ts'

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
