import type { Outcome } from '../accounts/changes.ts'
import type { DeskParts } from '../clearing/deskParts.ts'

/** What the desks of user support work with. */
export interface SupportParts extends DeskParts {
  readonly seed: number
}

/** What was asked for has been done. */
export const done = (message: string): Outcome => ({ kind: 'done', message })
/** What was asked for cannot be done by anyone as it was asked. */
export const refused = (message: string): Outcome => ({ kind: 'refused', message })
/** What was asked for does not go with how things stand. */
export const conflict = (message: string): Outcome => ({ kind: 'conflict', message })
/** Nobody has this e-mail address, or whoever had it is unregistered or deleted. */
export const userNotFound: Outcome = { kind: 'unknown', message: 'User not found' }
/** No account has this number. */
export const accountNotFound: Outcome = { kind: 'unknown', message: 'Account not found' }
