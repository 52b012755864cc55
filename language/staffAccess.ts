/** One session of a member of staff. Times are UTC milliseconds. */
export interface SessionView {
  readonly id: string
  /** True for the session that asks. */
  readonly isCurrent: boolean
  readonly userId: number
  readonly name: string
  readonly email: string
  readonly role: string
  /** Browser and system in words. */
  readonly device: string
  readonly ip: string
  readonly signedInAt: number
  readonly lastActiveAt: number
  readonly expiresAt: number
}

/** What one person may do, as of their last sign-in. Times are UTC milliseconds. */
export interface StaffAccess {
  readonly userId: number
  readonly name: string
  readonly email: string
  readonly role: string
  readonly signedInAt: number
  readonly permissions: readonly string[]
  /** When each permission was last used; permissions that never were are missing. */
  readonly uses: Readonly<Record<string, number>>
  /** Masked values that they have seen whole within the last 30 days. */
  readonly reveals: number
}

/** Everyone's access: the permissions of each role, and the people. */
export interface AccessReview {
  readonly permissions: readonly string[]
  readonly roles: Readonly<Record<string, readonly string[]>>
  readonly people: readonly StaffAccess[]
}
