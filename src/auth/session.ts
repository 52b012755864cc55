import { approvalsMark, contactMark, notConfiguredMark } from '../data/permissions.ts'
import type { GatewayAnswer } from './callGateway.ts'

/** How staff sign in: with the specification's form, or on the provider's own page (D-14). */
export type LoginMode = 'form' | 'redirect'

/** The configuration that the browser needs before sign-in (`GET /auth/config`). */
export interface ConsoleConfig {
  readonly productName: string
  readonly environment: string
  readonly loginMode: LoginMode
  readonly forgotPasswordUrl: string | null
  readonly changePasswordUrl: string | null
}

/** The signed-in person and their permissions. It is kept in memory only (D-10). */
export interface Session {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: string
  readonly authType: string
  readonly permissions: readonly string[]
  /** Ids of the operations that this environment cannot serve for anyone. */
  readonly notConfigured: readonly string[]
  /** True for people who may see what is about the console itself: drift and explanations. */
  readonly mayInspect: boolean
  /** True for people who may see everyone's access and end everyone's sessions. */
  readonly mayAdminister: boolean
  /** True for people who may read the audit trail. */
  readonly mayReadAudit: boolean
  /** Who gives permissions here, if that is configured. */
  readonly accessContact: string | undefined
  /** How long what this person does may wait for a second one; undefined where nothing of it does. */
  readonly approvalHours: number | undefined
  /** When the session ends, in milliseconds of this machine's clock. */
  readonly idleExpiresAt: number
  readonly expiresAt: number
  /** Distinguishes this session from other sessions of the same person. It is not a secret. */
  readonly mark: string
}

/** Why a session ended: the person signed out, or the gateway no longer accepts it. */
export type EndReason = 'signedOut' | 'expired'

/** The shell's current knowledge of the session. */
export type SessionState =
  | { readonly status: 'unknown' }
  | { readonly status: 'failed' }
  | { readonly status: 'none'; readonly reason?: EndReason }
  | { readonly status: 'active'; readonly session: Session }

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Converts a server time (ISO text or milliseconds) to this machine's clock. */
export const toLocalTime = (value: unknown, serverTime: number, now = Date.now()): number => {
  const instant = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  // Without a readable end, only the gateway ends the session, and the screen shows no warning.
  return Number.isNaN(instant) ? Number.POSITIVE_INFINITY : instant + (now - serverTime)
}

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

/** Reads the answer to `GET /auth/session`. Null unless it names a person. */
export const parseSession = ({ body, serverTime }: GatewayAnswer): Session | null => {
  const userId = text(body['userId'])
  if (userId === '') return null
  return {
    userId,
    email: text(body['email']),
    firstName: text(body['firstName']),
    lastName: text(body['lastName']),
    role: text(body['role']),
    authType: text(body['authType']),
    permissions: strings(body['permissions']),
    notConfigured: strings(body['notConfigured']),
    mayInspect: body['mayInspect'] === true,
    mayAdminister: body['mayAdminister'] === true,
    mayReadAudit: body['mayReadAudit'] === true,
    accessContact: text(body['accessContact']) || undefined,
    approvalHours: typeof body['approvalHours'] === 'number' ? body['approvalHours'] : undefined,
    idleExpiresAt: toLocalTime(body['idleExpiresAt'], serverTime),
    expiresAt: toLocalTime(body['expiresAt'], serverTime),
    mark: `${userId} ${text(body['expiresAt'])}`,
  }
}

type Named = { readonly firstName: string; readonly lastName: string; readonly email: string }

/** First and last name, or the e-mail address if the person has no name. */
export const personName = ({ firstName, lastName, email }: Named): string =>
  [firstName.trim(), lastName.trim()].filter((part) => part !== '').join(' ') || email

/** 'operations' becomes 'Operations'; a missing role stays empty. */
export const roleLabel = (role: string): string => role.charAt(0).toLocaleUpperCase('en') + role.slice(1)

/** The person's permissions, with the marks of what is off in this environment, of approvals, and of who gives permissions. */
export const grantsOf = (session: Session): readonly string[] => {
  const { permissions, notConfigured, approvalHours, accessContact } = session
  return [
    ...permissions,
    ...(accessContact === undefined ? [] : [contactMark(accessContact)]),
    ...(approvalHours === undefined ? [] : [approvalsMark(approvalHours)]),
    ...notConfigured.map(notConfiguredMark),
  ]
}
