import type { ErrorCode } from '../../../language/errorCode.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { cancelApprovals } from '../audit/approvalEvents.ts'
import { eventOf, type StaffRequest } from '../audit/auditTrail.ts'
import { GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { endOnRecord } from './endSessions.ts'
import type { IdentityProvider } from './identityProvider.ts'
import type { StaffCheck } from './staffCheck.ts'
import { hashId } from '../../store/seal.ts'
import type { Session, SessionData } from '../../store/sessions.ts'

/** Why a session ended, in the words of the audit trail. */
type Ending = 'upstream refused the staff token' | 'no longer staff'

/** Ends the session and records it, once for any number of requests at the same moment. */
export async function endSession({ store }: GatewayContext, staff: StaffRequest, why: Ending): Promise<void> {
  const event = eventOf('auth.sessionEnded', staff, { why })
  if (!(await endOnRecord(store, staff.log, hashId(staff.session.id), event))) return
  if (why !== 'no longer staff') return
  await cancelApprovals({ store }, hashId(staff.session.data.subject)).catch((error: unknown) =>
    staff.log.error({ err: error }, 'approvals not cancelled'),
  )
}

/** Renews a session's tokens and checks that its owner is still staff. False: the session is over. */
export type SessionUpkeep = (staff: StaffRequest) => Promise<boolean>

/** Failures of the upkeep that end the session. */
const OVER: readonly ErrorCode[] = ['NOT_STAFF', 'SESSION_OVER']

const NEAR_END_MS = 60_000
const BETWEEN_TRIES_MS = 30_000
const BETWEEN_LOOKS_MS = 100

interface Helpers {
  readonly identity: IdentityProvider
  readonly checkStaff: StaffCheck
}

async function freshTokens(data: SessionData, identity: IdentityProvider, now: number): Promise<SessionData> {
  if (data.accessTokenExpiresAt - now > NEAR_END_MS) return data
  if (data.refreshToken !== undefined) return { ...data, ...(await identity.refresh(data.refreshToken, data.idToken)) }
  if (data.accessTokenExpiresAt > now) return data
  throw new GatewayError('SESSION_OVER')
}

async function liveSession({ store, limits }: GatewayContext, id: string): Promise<Session> {
  const session = await store.sessions.find(id, limits.idleMs)
  if (session === undefined) throw new GatewayError('SESSION_OVER')
  return session
}

/** Runs the work when no other gateway works on the session. */
async function withUpkeep(
  context: GatewayContext,
  { session, log }: StaffRequest,
  work: () => Promise<void>,
): Promise<void> {
  const { sessions } = context.store
  for (;;) {
    const release = await sessions.takeUpkeep(session.id)
    if (release !== undefined) {
      try {
        return await work()
      } finally {
        // Otherwise it is free again after a minute.
        await release().catch((error: unknown) => log.warn({ err: error }, 'session not released'))
      }
    }
    await liveSession(context, session.id)
    await wait(BETWEEN_LOOKS_MS)
  }
}

/** One round: renews tokens near their end and stores them before anything else can fail, then runs the staff check. */
async function renew(context: GatewayContext, { identity, checkStaff }: Helpers, staff: StaffRequest): Promise<void> {
  const { store, limits, now } = context
  const { id } = staff.session
  // Another round may have replaced the tokens since the request read the session.
  const current = await liveSession(context, id)
  const fresh = await freshTokens(current.data, identity, now())
  if (fresh !== current.data) await store.sessions.update(id, fresh)
  if (now() - fresh.staffCheckedAt < limits.staffCheckMs) return
  const profile = await checkStaff(fresh.email, fresh.accessToken, staff.requestId)
  await store.sessions.update(id, { ...fresh, ...profile, staffCheckedAt: now() })
}

/**
 * Runs at most one round per session at a time, for all gateways together, in the background of its requests, because a
 * refresh token used twice ends the whole grant (S-08). A person who is no longer staff loses the session (S-09, D-32).
 * Without an answer the session continues until the grace period is over; then its requests wait for the answer.
 */
export function createSessionUpkeep(context: GatewayContext, helpers: Helpers): SessionUpkeep {
  const { limits, now } = context
  const running = new Map<string, Promise<boolean>>()
  const triedAt = new Map<string, number>()

  async function round(staff: StaffRequest): Promise<boolean> {
    const { id, data } = staff.session
    try {
      await withUpkeep(context, staff, () => renew(context, helpers, staff))
      triedAt.delete(id)
      return true
    } catch (error) {
      const isOver = error instanceof GatewayError && OVER.includes(error.code)
      const isTooLate = now() - data.staffCheckedAt > limits.staffCheckMs + limits.staffGraceMs
      if (!isOver) staff.log.warn({ err: error }, 'session upkeep failed')
      if (isOver || isTooLate) {
        triedAt.delete(id)
        await endSession(context, staff, 'no longer staff')
      }
      return !isOver && !isTooLate
    } finally {
      running.delete(id)
    }
  }

  function start(staff: StaffRequest): Promise<boolean> {
    const { id } = staff.session
    const started = running.get(id) ?? round(staff)
    running.set(id, started)
    triedAt.set(id, now())
    return started
  }

  return async (staff) => {
    const { id, data } = staff.session
    const sinceCheck = now() - data.staffCheckedAt
    const isNearEnd = data.refreshToken !== undefined && data.accessTokenExpiresAt - now() <= NEAR_END_MS
    if (sinceCheck < limits.staffCheckMs && !isNearEnd) return true
    if (sinceCheck > limits.staffCheckMs + limits.staffGraceMs) return start(staff)
    if (now() - (triedAt.get(id) ?? 0) >= BETWEEN_TRIES_MS) {
      start(staff).catch((error: unknown) => staff.log.error({ err: error }, 'session upkeep failed'))
    }
    return true
  }
}
