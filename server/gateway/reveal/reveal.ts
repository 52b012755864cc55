import type { FastifyInstance } from 'fastify'
import type { Resource } from '../../../language/resource.ts'
import { valueAt } from '../../../language/pointer.ts'
import { abandonedBy, deadline } from '../http/deadline.ts'
import { GatewayError } from '../errors.ts'
import { staffRequest, type GatewayContext, type StaffRequest } from '../gatewayContext.ts'
import { grantedPermissions } from '../signIn/grantedPermissions.ts'
import { AnsweredError, callForWhole } from '../operations/operationCall.ts'
import type { PreparedOperation } from '../operations/preparedOperations.ts'
import { perSession } from '../http/rateLimits.ts'
import { readingOf } from '../operations/readingOf.ts'
import { revealableOf, wholeValue, type Revealable } from './revealable.ts'
import { revealRequestOf, type RevealRequest } from './revealRequest.ts'
import { redactSsn } from '../../../language/redactSsn.ts'
import { sessionOf } from '../signIn/sessionGuard.ts'
import { recordEvent } from '../trail/auditTrail.ts'

const SECOND_MS = 1000

interface Reveal {
  readonly request: RevealRequest
  readonly revealable: Revealable
  readonly staff: StaffRequest
}

type Result = { readonly result: 'ok' | 'refused'; readonly why?: string; readonly value?: string }

/** Records a reveal or its refusal. A reason that repeats the value, or what looks like one, is recorded without it. */
function record({ store }: GatewayContext, { request, staff }: Reveal, { value, ...result }: Result): Promise<void> {
  const { resource, id, field, item, reason } = request
  const plain = value === undefined ? reason : reason.replaceAll(value, '•••••••••')
  return recordEvent(store, `${resource}.reveal`, staff, {
    ...result,
    target: `id=${id}`,
    field,
    item: item ?? null,
    reason: redactSsn(plain),
  })
}

async function assertPermitted(context: GatewayContext, reveal: Reveal): Promise<void> {
  const { detail, permission } = reveal.revealable
  const held = grantedPermissions(context, reveal.staff.session.data)
  if (held.includes(permission) && held.includes(detail.operation.permission)) return
  await record(context, reveal, { result: 'refused', why: 'permission' })
  throw new GatewayError('FORBIDDEN')
}

const unavailable = (cause: unknown): never => {
  throw new GatewayError('AUDIT_UNAVAILABLE', { cause })
}

/** Counts this reveal and gives the count's id; refuses, on record, what is above the quota (S-32). */
async function withinQuota(context: GatewayContext, reveal: Reveal): Promise<string> {
  const { store, limits, now } = context
  const { staff } = reveal
  const { userId } = staff.session.data
  const claim = await store.reveals.claim(userId, limits.reveals).catch(unavailable)
  if (claim.isWithin) {
    if (claim.count >= limits.revealsWorthAWarning)
      staff.log.warn({ userId, reveals: claim.count }, 'many values shown whole within the hour')
    return claim.id
  }
  await record(context, reveal, { result: 'refused', why: 'quota' })
  throw new GatewayError('RATE_LIMITED', {
    message: `You have seen ${limits.reveals.max} values whole within the hour. Try again later.`,
    retryAfter: Math.max(1, Math.ceil((claim.freeAt - now()) / SECOND_MS)),
  })
}

async function read(context: GatewayContext, { request, revealable, staff }: Reveal, signal: AbortSignal) {
  const { detail } = revealable
  const checked = readingOf(detail, request.id)
  try {
    const { body } = await callForWhole(context, { prepared: detail, checked, staff, idempotencyKey: null, signal })
    return wholeValue(valueAt(body, detail.operation.response.item ?? ''), revealable, request.item)
  } catch (error) {
    throw error instanceof AnsweredError ? error.failure : error
  }
}

/** The value, once its reveal is on record; until then it has not left this function. */
async function revealed(context: GatewayContext, reveal: Reveal, signal: AbortSignal): Promise<string> {
  const counted = await withinQuota(context, reveal)
  try {
    const value = await read(context, reveal, signal)
    await record(context, reveal, { result: 'ok', value })
    return value
  } catch (error) {
    await context.store.reveals.release(counted).catch((left: unknown) => {
      // The reveal stays counted although nothing was shown, which errs on the safe side.
      reveal.staff.log.error({ err: left }, 'reveal not taken back')
    })
    throw error
  }
}

/**
 * `POST /console/reveal`: one masked value of one record, whole, for a reason (S-31, S-32). Answers `{ value }`; every
 * value that leaves has been recorded before, and so has every refusal.
 */
export function registerReveal(
  app: FastifyInstance,
  context: GatewayContext,
  operations: ReadonlyMap<string, PreparedOperation>,
  definitions: readonly Resource[],
): void {
  const { store, limits } = context
  app.post('/console/reveal', { config: { rateLimit: perSession(limits.sessionRate) } }, async (request, reply) => {
    const asked = revealRequestOf(request.body)
    const staff = staffRequest(request, sessionOf(request))
    const reveal = { request: asked, revealable: revealableOf(definitions, operations, asked), staff }
    await assertPermitted(context, reveal)
    await store.sessions.touch(staff.session.id).catch(unavailable)
    const value = await revealed(context, reveal, deadline(limits.readMs, abandonedBy(reply)))
    return reply.header('cache-control', 'no-store').send({ value })
  })
}
