import { count, flag, list, mapOf, object, text, type WireOf } from './wire.ts'

/** One session of a member of staff. Times are UTC milliseconds. */
const session = object({
  id: text,
  /** True for the session that asks. */
  isCurrent: flag,
  userId: count,
  name: text,
  email: text,
  role: text,
  /** Browser and system in words. */
  device: text,
  ip: text,
  signedInAt: count,
  lastActiveAt: count,
  expiresAt: count,
})
export type SessionView = WireOf<typeof session>

export const sessionList = object({ sessions: list(session) })

/** What one person may do, as of their last sign-in. Times are UTC milliseconds. */
const staffAccess = object({
  userId: count,
  name: text,
  email: text,
  role: text,
  signedInAt: count,
  permissions: list(text),
  /** When each permission was last used; permissions that never were are missing. */
  uses: mapOf(count),
  /** Masked values that they have seen whole within the last 30 days. */
  reveals: count,
})
export type StaffAccess = WireOf<typeof staffAccess>

export const accessReview = object({ permissions: list(text), roles: mapOf(list(text)), people: list(staffAccess) })
export type AccessReview = WireOf<typeof accessReview>
