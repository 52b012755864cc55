import type { ResolvedAction } from '../../language/resource.ts'
import type { Failure } from '../failure.ts'
import type { Intent } from './actionProvider.ts'
import type { RecordChange } from './recordChange.ts'

/** A question on screen: what is about to be done, and what went wrong when it was tried. */
export interface OpenQuestion {
  /** Tells one question from the next. */
  readonly id: string
  readonly action: ResolvedAction
  readonly intent: Intent
  readonly isBusy: boolean
  readonly failure: Failure | undefined
  /** Nothing was sent: the record was found to be another than the one the person saw. */
  readonly change: RecordChange | undefined
}
