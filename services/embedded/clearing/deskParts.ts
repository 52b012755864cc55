import type { DatabaseSync } from 'node:sqlite'
import type { Outcome } from '../accounts/changes.ts'
import type { accountDetails } from '../accounts/details.ts'
import type { CustomerRequest } from '../data/wire.ts'
import type { FirmTime } from './delays.ts'

/** What the desks at the clearing firm work with. */
export interface DeskParts extends FirmTime {
  readonly database: DatabaseSync
  readonly detail: ReturnType<typeof accountDetails>
  /** Called after every change of what the list filters by. */
  readonly changed: () => void
}

/** How a change of a request ended, with the request as it is now when the change was made. */
export interface RequestOutcome extends Outcome {
  readonly request?: CustomerRequest
}
