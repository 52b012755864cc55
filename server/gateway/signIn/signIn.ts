import type { ErrorCode } from '../../../language/errorCode.ts'
import { cancelApprovals } from '../audit/approvalEvents.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../audit/auditEntries.ts'
import { eventOf, recordEvent, staffRequest } from '../audit/auditTrail.ts'
import { failWith, GatewayError, overQuota } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import type { Authenticator } from './authenticate.ts'
import type { Identity, IdentityProvider } from './identityProvider.ts'
import { deviceOf } from './device.ts'
import { endOnRecord, endSessions, revokeQuietly } from './endSessions.ts'
import { CONTINUE } from '../http/requestChecks.ts'
import { clearSignInId, sessionIdOf, sessionOf, setSessionId, setSignInId, signInIdOf } from './sessionGuard.ts'
import { completionOf, loginOf, singleSignOnOf } from './signInBodies.ts'
import type { StaffCheck } from './staffCheck.ts'
import { confirmSession, proofOf } from './stepUp.ts'
import { hashId } from '../../store/seal.ts'
import type { Session } from '../../store/sessions.ts'
import type { ProviderVisit, SignIn } from '../../store/signIns.ts'

export interface SignInParts {
  readonly context: GatewayContext
  readonly identity: IdentityProvider
  readonly authenticator: Authenticator
  readonly checkStaff: StaffCheck
}

type Hints = Parameters<IdentityProvider['begin']>[0]

/** Remembers the provider's address for this browser. The answer only has the address that leads there (decision 38). */
async function sendOn({ store, limits, config }: GatewayContext, reply: FastifyReply, visit: ProviderVisit) {
  const { signInMs } = limits
  setSignInId(reply, await store.signIns.begin(visit, signInMs).catch(failWith('STORE_UNAVAILABLE')), signInMs)
  return { location: `${config.publicUrl}${CONTINUE}` }
}

/** Starts a sign-in and remembers what it is for until the browser comes back. */
async function begin(
  { context, identity }: SignInParts,
  reply: FastifyReply,
  hints: Hints,
  kept: Pick<SignIn, 'next' | 'stepUp'>,
) {
  const { location, transaction } = await identity.begin(hints)
  return sendOn(context, reply, { location, signIn: { ...transaction, ...kept } })
}

/** `GET /auth/continue`: sends the browser to the provider, or to the login page where nothing is under way. */
export async function continueAtProvider(
  { context }: Pick<SignInParts, 'context'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { store, config } = context
  const id = signInIdOf(request)
  const visit = id === undefined ? undefined : await store.signIns.find(id).catch(failWith('STORE_UNAVAILABLE'))
  // Nothing comes back from signing out.
  if (id !== undefined && visit?.signIn === undefined) {
    await store.signIns.take(id).catch(failWith('STORE_UNAVAILABLE'))
    clearSignInId(reply)
  }
  return reply.redirect(visit?.location ?? `${config.publicUrl}/login`, 303)
}

const RECORDED: readonly ErrorCode[] = ['SIGN_IN_REFUSED', 'NOT_STAFF', 'RATE_LIMITED']

/**
 * Records a refused sign-in, also one to an account that has failed too often. The person is not known yet, so only a
 * digest of the address is recorded.
 */
async function recordRefusal(
  { context }: SignInParts,
  request: FastifyRequest,
  email: string,
  error: unknown,
): Promise<void> {
  if (!(error instanceof GatewayError) || !RECORDED.includes(error.code)) return
  const { audit } = context.store
  const details = { result: 'refused', code: error.publicCode, email: `hmac:${audit.digest(email.toLowerCase())}` }
  await audit.event({
    operation: 'auth.signIn',
    actor: null,
    requestId: request.id,
    ip: request.ip,
    sessionHash: null,
    details,
  })
}

/** Counts an attempt to sign in to an account as failed until it is known not to be, whatever its address. */
async function claimAttempt({ context }: SignInParts, account: string): Promise<string> {
  const { store, limits, now } = context
  const claim = await store.failedSignIns.claim(account, limits.failedSignIns).catch(failWith('STORE_UNAVAILABLE'))
  if (claim.isWithin) return claim.id
  throw overQuota(claim.freeAt - now())
}

/** `POST /auth/login`: the right password leads to the provider's authorize address. */
export async function login(
  parts: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ location: string }> {
  if (parts.context.config.loginMode !== 'form') throw new GatewayError('NOT_FOUND')
  const { audit, failedSignIns } = parts.context.store
  const { email, password, next } = loginOf(request.body)
  const account = audit.digest(email.trim().toLowerCase())
  let attempt: string | undefined
  try {
    attempt = await claimAttempt(parts, account)
    const sessionToken = await parts.authenticator.authenticate(email, password, request.id)
    await failedSignIns.clear(account)
    return await begin(parts, reply, { sessionToken }, next === undefined ? {} : { next })
  } catch (error) {
    const isRefused = error instanceof GatewayError && error.code === 'SIGN_IN_REFUSED'
    // An attempt that stays counted is the safe side.
    if (!isRefused && attempt !== undefined) await failedSignIns.release(attempt).catch(() => undefined)
    await recordRefusal(parts, request, email, error)
    throw error
  }
}

/** `POST /auth/sso`: leads to the provider's own sign-in page. */
export function singleSignOn(
  parts: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ location: string }> {
  const { next, ...hints } = singleSignOnOf(request.body)
  return begin(parts, reply, hints, next === undefined ? {} : { next })
}

/** `POST /auth/step-up`: leads to the provider, which asks the person of the session again (S-27). */
export function stepUp(
  parts: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ location: string }> {
  const { next } = singleSignOnOf(request.body)
  const { id, data } = sessionOf(request)
  const begun = { session: hashId(id), startedAt: parts.context.now() }
  return begin(parts, reply, { loginHint: data.email, isFresh: true }, { stepUp: begun, ...(next ? { next } : {}) })
}

/** Ends the person's sessions that are more than they may have at once, those that began first. */
async function endSurplus({ context, identity }: SignInParts, request: FastifyRequest, own: Session): Promise<void> {
  const { store, limits } = context
  const earlier = sessionIdOf(request)
  const ending = { actor: actorOf(own.data), requestId: request.id, ip: request.ip, log: request.log }
  const keys = [own.id, ...(earlier === undefined ? [] : [earlier])].map(hashId)
  const live = await store.sessions.list(limits.idleMs, own.data.subject)
  const surplus = live.filter(({ key }) => !keys.includes(key)).slice(limits.sessionsPerPerson - 1)
  await endSessions(context, identity, surplus, { ...ending, why: 'ended by a sign-in of the person elsewhere' })
}

async function openSession(parts: SignInParts, request: FastifyRequest, found: Identity): Promise<Session> {
  const { store, limits, now } = parts.context
  const { subject, email, tokens } = found
  const profile = await parts.checkStaff(email, tokens.accessToken, request.id)
  const data = {
    ...profile,
    ...tokens,
    ...proofOf(found),
    email,
    subject,
    authType: 'user',
    staffCheckedAt: now(),
    device: deviceOf(request.headers['user-agent']),
    ip: request.ip,
  } as const
  const session = await store.sessions.create(data, { absoluteMs: limits.absoluteMs })
  try {
    await recordEvent(store, 'auth.signIn', staffRequest(request, session), { result: 'ok' })
    const { userId, firstName, lastName, role } = profile
    const name = `${firstName} ${lastName}`.trim()
    await store.access.signedIn({ userId, name, email, role, signedInAt: now() }).catch(failWith('STORE_UNAVAILABLE'))
    await endSurplus(parts, request, session).catch(failWith('STORE_UNAVAILABLE'))
  } catch (error) {
    await store.sessions.end(session.id)
    throw error
  }
  return session
}

/** Opens the session of the person whom the provider has signed in. */
async function openForStaff(parts: SignInParts, request: FastifyRequest, reply: FastifyReply, found: Identity) {
  try {
    const earlier = sessionIdOf(request)
    const session = await openSession(parts, request, found)
    if (earlier !== undefined) await parts.context.store.sessions.end(earlier)
    setSessionId(reply, session.id)
  } catch (error) {
    await revokeQuietly(parts.identity, request.log, found.tokens)
    await recordRefusal(parts, request, found.email, error)
    if (error instanceof GatewayError && error.code === 'NOT_STAFF')
      await cancelApprovals(parts.context, hashId(found.subject)).catch(failWith('AUDIT_UNAVAILABLE'))
    throw error
  }
}

/** `POST /auth/complete`: exchanges the callback's query, once, for a session of staff. A refusal names the wanted page. */
export async function complete(
  parts: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ next: string }> {
  const id = signInIdOf(request)
  clearSignInId(reply)
  const query = completionOf(request.body)
  const { signIns } = parts.context.store
  const visit = id === undefined ? undefined : await signIns.take(id).catch(failWith('STORE_UNAVAILABLE'))
  const transaction = visit?.signIn
  if (transaction === undefined) throw new GatewayError('SIGN_IN_EXPIRED')
  try {
    const found = await parts.identity.complete(query, transaction)
    if (transaction.stepUp === undefined) await openForStaff(parts, request, reply, found)
    else setSessionId(reply, await confirmSession(parts, request, found, transaction.stepUp))
    return { next: transaction.next ?? '/' }
  } catch (error) {
    if (error instanceof GatewayError) error.next = transaction.next
    throw error
  }
}

/** `POST /auth/logout`: ends the session here and its grant, and answers where the browser ends the provider's session. */
export async function logout(
  parts: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ location: string }> {
  const { store, limits, config } = parts.context
  const id = sessionIdOf(request)
  const session =
    id === undefined ? undefined : await store.sessions.find(id, limits.idleMs).catch(failWith('STORE_UNAVAILABLE'))
  const signedOut = { location: `${config.publicUrl}/login?signedOut=1` }
  if (session === undefined) return signedOut
  const event = eventOf('auth.signOut', staffRequest(request, session), {})
  if (!(await endOnRecord(store, request.log, hashId(session.id), event))) return signedOut
  const { data } = session
  await revokeQuietly(parts.identity, request.log, data)
  try {
    return await sendOn(parts.context, reply, { location: await parts.identity.endSessionUrl(data.idToken) })
  } catch (error) {
    request.log.warn({ err: error, session: hashId(session.id) }, 'provider session not ended')
    return signedOut
  } finally {
    // Not "storage", which has the theme and nothing personal. Personal data is never cached in the first place.
    reply.header('clear-site-data', '"cache"')
  }
}
