import type { FastifyRequest } from 'fastify'
import { hashId } from '../../store/seal.ts'
import type { SessionData } from '../../store/sessions.ts'
import type { SignIn } from '../../store/signIns.ts'
import { recordEvent, staffRequest, type StaffRequest } from '../audit/auditTrail.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { revokeQuietly } from './endSessions.ts'
import type { Identity, IdentityProvider } from './identityProvider.ts'
import { sessionIdOf } from './sessionGuard.ts'
import type { StaffCheck } from './staffCheck.ts'

/** Between the clocks of the gateway and the identity provider. */
const SKEW_MS = 30_000

/** What a session keeps of how its person proved who they are. */
export const proofOf = ({
  authTime,
  providerSession,
}: Identity): Pick<SessionData, 'authTime' | 'providerSession'> => ({
  ...(authTime === undefined ? {} : { authTime }),
  ...(providerSession === undefined ? {} : { providerSession }),
})

/** Whether the person has proved who they are in the last minutes. */
export const isFresh = ({ now, limits }: Pick<GatewayContext, 'now' | 'limits'>, { session }: StaffRequest): boolean =>
  now() - (session.data.authTime ?? 0) <= limits.freshSignInMs

/** Asks for a fresh sign-in where the permission needs one (S-27). @throws GatewayError STEP_UP; nothing has been sent */
export function assertFresh(context: GatewayContext, staff: StaffRequest, permission: string): void {
  const { freshSignIn = [] } = context.console.model.registry
  if (freshSignIn.includes(permission) && !isFresh(context, staff)) throw new GatewayError('STEP_UP')
}

interface Parts {
  readonly context: GatewayContext
  readonly identity: IdentityProvider
  readonly checkStaff: StaffCheck
}

/**
 * Completes a fresh sign-in within a session: the session goes on under a new id, which this answers, with the same
 * limits (S-04).
 *
 * @throws GatewayError OTHER_PERSON for the sign-in of someone else, SIGN_IN_EXPIRED for one that was not fresh
 */
export async function confirmSession(
  { context, identity, checkStaff }: Parts,
  request: FastifyRequest,
  found: Identity,
  { session: begunIn, startedAt }: NonNullable<SignIn['stepUp']>,
): Promise<string> {
  const { store, limits, now } = context
  const id = sessionIdOf(request) ?? ''
  const session = await store.sessions.find(id, limits.idleMs).catch(failWith('STORE_UNAVAILABLE'))
  if (session === undefined || hashId(id) !== begunIn) throw new GatewayError('SIGN_IN_EXPIRED')
  const staff = staffRequest(request, session)
  if (found.subject !== session.data.subject) {
    await recordEvent(store, 'auth.stepUp', staff, { result: 'refused', why: 'another person' })
    await revokeQuietly(identity, request.log, found.tokens)
    throw new GatewayError('OTHER_PERSON')
  }
  // Its tokens are not revoked: they may belong to the grant with which the session goes on.
  if ((found.authTime ?? 0) < startedAt - SKEW_MS) throw new GatewayError('SIGN_IN_EXPIRED')
  const profile = await checkStaff(found.email, found.tokens.accessToken, request.id)
  await recordEvent(store, 'auth.stepUp', staff, { result: 'ok' })
  const proof = { ...found.tokens, ...proofOf(found), staffCheckedAt: now() }
  return store.sessions.renew(id, { ...session.data, ...profile, ...proof }).catch(failWith('STORE_UNAVAILABLE'))
}
