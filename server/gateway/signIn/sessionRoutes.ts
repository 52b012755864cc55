import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SessionView } from '../../../language/staffAccess.ts'
import { hashId } from '../../store/seal.ts'
import type { SessionEntry } from '../../store/sessions.ts'
import { actorOf } from '../audit/auditEntries.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import { type Ending, endSessions } from './endSessions.ts'
import { assertAdministrator } from './permitted.ts'
import { sessionOf, staffOf } from './sessionGuard.ts'
import { isFresh } from './stepUp.ts'
import type { SignInParts } from './signIn.ts'

const NUMBER = /^\d{1,15}$/

/** A session as its person and administrators see it. */
const viewOf = ({ key, data, createdAt, lastActiveAt, expiresAt }: SessionEntry, currentKey: string): SessionView => ({
  id: key,
  isCurrent: key === currentKey,
  userId: data.userId,
  name: `${data.firstName} ${data.lastName}`.trim(),
  email: data.email,
  role: data.role,
  device: data.device ?? 'Unknown device',
  ip: data.ip ?? '',
  signedInAt: createdAt,
  lastActiveAt,
  expiresAt,
})

/**
 * Adds `GET /console/sessions`, one's own sessions or with `?of=everyone` those of everyone, and `DELETE` of one by its
 * id, of all others of one's own, or with `?userId=` of all of a person. What concerns others needs the permission to
 * administer, and ending any session but the current one a fresh sign-in.
 */
export function registerSessions(app: FastifyInstance, { context, identity }: SignInParts): void {
  const { store, limits } = context
  const list = () => store.sessions.list(limits.idleMs).catch(failWith('STORE_UNAVAILABLE'))

  const assertJustSignedIn = (request: FastifyRequest): void => {
    if (!isFresh(context, staffOf(request))) throw new GatewayError('STEP_UP')
  }

  const ending = (request: FastifyRequest, entries: readonly SessionEntry[]): Ending => {
    const { data } = sessionOf(request)
    const isOwn = entries.every((entry) => entry.data.userId === data.userId)
    const why = isOwn ? 'ended by the person' : 'ended by an administrator'
    return { actor: actorOf(data), why, requestId: request.id, ip: request.ip, log: request.log }
  }

  app.get<{ Querystring: { of?: string } }>('/console/sessions', async (request) => {
    const { id, data } = sessionOf(request)
    const isEveryone = request.query.of === 'everyone'
    if (isEveryone) await assertAdministrator(context, request, 'console.sessions')
    const entries = (await list()).filter((entry) => isEveryone || entry.data.userId === data.userId)
    return { sessions: entries.map((entry) => viewOf(entry, hashId(id))) }
  })

  app.delete<{ Params: { id: string } }>('/console/sessions/:id', async (request, reply) => {
    const entry = (await list()).find(({ key }) => key === request.params.id)
    const isOwn = entry?.data.userId === sessionOf(request).data.userId
    if (!isOwn) await assertAdministrator(context, request, 'console.endSession')
    if (entry === undefined) throw new GatewayError('NOT_FOUND', { message: 'This session has already ended.' })
    if (entry.key !== hashId(sessionOf(request).id)) assertJustSignedIn(request)
    await endSessions(context, identity, [entry], ending(request, [entry]))
    return reply.code(204).send()
  })

  app.delete<{ Querystring: { userId?: string } }>('/console/sessions', async (request, reply) => {
    const { id, data } = sessionOf(request)
    const { userId = String(data.userId) } = request.query
    if (!NUMBER.test(userId)) throw new GatewayError('BAD_REQUEST', { message: 'userId is a whole number.' })
    if (Number(userId) !== data.userId) await assertAdministrator(context, request, 'console.endSession')
    assertJustSignedIn(request)
    const entries = (await list()).filter((entry) => entry.data.userId === Number(userId) && entry.key !== hashId(id))
    await endSessions(context, identity, entries, ending(request, entries))
    return reply.code(204).send()
  })
}
