/** How staff sign in: with the form of the specification or through the provider's own page (D-14). */
export type LoginMode = 'form' | 'redirect'

/** What the browser must know before anyone has signed in (`GET /auth/config`). */
export interface ConsoleConfig {
  readonly productName: string
  readonly environment: string
  readonly loginMode: LoginMode
  readonly forgotPasswordUrl: string | null
}

/** The person who is signed in and what they may do. Lives in memory only (D-10). */
export interface Session {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: string
  readonly authType: string
  readonly permissions: readonly string[]
  /** Ids of the operations that this environment cannot serve, whoever asks. */
  readonly notConfigured: readonly string[]
  /** Ends of the session in milliseconds of this machine's clock. */
  readonly idleExpiresAt: number
  readonly expiresAt: number
  /** Tells this session from an earlier or later one of the same person; not a secret. */
  readonly mark: string
}

/** Why a session ended: the person signed out, or the gateway no longer knows it. */
export type EndReason = 'signedOut' | 'expired'

/** What the shell knows about the session at one moment. */
export type SessionState =
  | { readonly status: 'unknown' }
  | { readonly status: 'failed' }
  | { readonly status: 'none'; readonly reason?: EndReason }
  | { readonly status: 'active'; readonly session: Session }
