import type { FirmTime } from '../clearing/delays.ts'
import type { accountCases, CaseParts } from './accountCases.ts'
import type { Uploads } from './uploads.ts'

/** What the verification desks work with. */
export interface VerificationParts extends CaseParts, FirmTime {
  readonly cases: ReturnType<typeof accountCases>
  readonly uploads: Uploads
  /** Called after every change of what the list filters by. */
  readonly changed: () => void
}
