import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { detailPlaces } from '../../../language/personal.ts'
import { isValues, stepsOf, valueAt } from '../../../language/pointer.ts'
import { REDACTED, ssnsIn, isMasked } from '../../../language/pii.ts'
import { SSN_TYPED } from '../../../language/input.ts'
import { redact } from '../../../language/redact.ts'
import { RECORD_ID } from '../../../language/recordId.ts'
import type { Resource } from '../../../language/resource.ts'
import { wirePlaceOf } from '../../../language/schema.ts'
import { plainText } from '../../../language/plainText.ts'
import { recordEvent, type StaffRequest } from '../audit/auditTrail.ts'
import { readWhole } from './sendCall.ts'
import { failWith, GatewayError, overQuota } from '../core/errors.ts'
import { forbidden, type GatewayContext, grantedPermissions } from '../core/gatewayContext.ts'
import { jsonIfAny } from '../core/json.ts'
import { abandonedBy } from '../core/limits.ts'
import { inputReader, recordName } from '../core/readInput.ts'
import type { PreparedOperation } from '../operations/preparedOperations.ts'
import { staffOf } from '../signIn/sessionGuard.ts'
import { isPermitted } from '../signIn/permitted.ts'
import { isFresh } from '../signIn/stepUp.ts'

/** The request of `POST /console/reveal` (S-31). */
type RevealRequest = ReturnType<typeof revealRequestOf>

const LEAST = 3
const MOST = 500

const identifier = { type: ['string', 'number'], pattern: RECORD_ID.source } as const

export const revealBody = {
  type: 'object',
  additionalProperties: false,
  required: ['resource', 'id', 'field', 'reason'],
  properties: {
    resource: recordName.resource,
    id: identifier,
    /** A place in the detail, as its definition declares it: `/profile/*` and a field below it. */
    field: { type: 'string', pattern: '^/', maxLength: 256 },
    /** The item, where the place is in an array; the first one by default. */
    item: identifier,
    // Longer than the accepted length, so that the answer can name that length.
    reason: { type: 'string', maxLength: 10_000 },
  },
} as const

const readBody = inputReader<FromSchema<typeof revealBody>>(revealBody)

/** @throws GatewayError BAD_REQUEST with the problem, never a value */
function revealRequestOf(input: unknown) {
  const { resource, id, field, item, reason: typed } = readBody(input)
  const reason = plainText(typed)
  if (reason.length < LEAST || reason.length > MOST)
    throw new GatewayError('BAD_REQUEST', {
      message: `The reason has ${LEAST} to ${MOST} characters: say in a few words what the value is needed for.`,
    })
  if (ssnsIn(reason).length > 0)
    throw new GatewayError('RULE_BROKEN', { message: SSN_TYPED, fields: { reason: SSN_TYPED } })
  return { resource, id: String(id), field, item: item === undefined ? undefined : String(item), reason }
}

/** A value that may be shown whole, and its place. */
export interface Revealable {
  /** The resource's own detail call. */
  readonly detail: PreparedOperation
  readonly permission: string
  /** The steps to the value inside the detail; `*` is an item. */
  readonly steps: readonly string[]
  /** The field that identifies an item. */
  readonly key: string
}

const refused = (message: string): GatewayError => new GatewayError('BAD_REQUEST', { message })

/** The key of the items of the array on the way to the place; `id` where they are not declared as records. */
function keyOf(definitions: readonly Resource[], { resource, field }: RevealRequest): string {
  const array = field.split('/*', 1)[0]
  const part = definitions.find(({ partOf }) => partOf?.resource === resource && partOf.path === array)
  return part?.partOf?.key ?? 'id'
}

/** Finds the requested value. @throws GatewayError BAD_REQUEST for a value that can never be shown whole */
function revealableOf(
  definitions: readonly Resource[],
  operations: ReadonlyMap<string, PreparedOperation>,
  request: RevealRequest,
): Revealable {
  const detail = operations.get(`${request.resource}.getOne`)
  const permission = detail?.operation.definition.reveal
  if (detail === undefined || permission === undefined) throw refused('Nothing of this resource can be shown whole.')
  const places = detailPlaces(detail.operation.definition)
  const place = places.find(([own, pii]) => own === request.field && isMasked(pii))?.[0]
  if (place === undefined) throw refused('field is not a masked value of this resource: name one.')
  const { detail: own, record } = detail.operation.definition
  const steps = stepsOf(wirePlaceOf(own?.schema ?? record, place))
  if (request.item !== undefined && !steps.includes('*'))
    throw refused('item is given, but field leads to a single value: leave it out.')
  return { detail, permission, steps, key: keyOf(definitions, request) }
}

/** The requested item. When a service sends an object in place of an array, that object is the item. */
function itemOf(value: unknown, key: string, item: string | undefined): unknown {
  const items: readonly unknown[] = Array.isArray(value) ? value : isValues(value) ? [value] : []
  if (item === undefined) return items[0]
  return items.find((one) => isValues(one) && Object.hasOwn(one, key) && String(one[key]) === item)
}

/** The value one step down; text on the way is parsed as JSON (D-75). */
function below(value: unknown, step: string): unknown {
  const structure = typeof value === 'string' ? jsonIfAny(value) : value
  return isValues(structure) && Object.hasOwn(structure, step) ? structure[step] : undefined
}

/** The whole value as text. @throws GatewayError NOT_FOUND for anything but text and numbers */
function wholeValue(detail: unknown, { steps, key }: Revealable, item: string | undefined): string {
  let value = detail
  for (const step of steps) {
    value = step === '*' ? itemOf(value, key, item) : below(value, step)
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  if (text === '') throw new GatewayError('NOT_FOUND', { message: 'There is no value to show.' })
  return text
}

interface Reveal {
  readonly request: RevealRequest
  readonly revealable: Revealable
  readonly staff: StaffRequest
}

type Result = { readonly result: 'ok' | 'refused'; readonly why?: string; readonly value?: string }

/** Records a reveal or its refusal. The recorded reason does not repeat the value or anything that looks like one. */
function record({ store }: GatewayContext, { request, staff }: Reveal, { value, ...result }: Result): Promise<void> {
  const { resource, id, field, item, reason } = request
  const plain = value === undefined ? reason : reason.replaceAll(value, REDACTED)
  return recordEvent(store, `${resource}.reveal`, staff, {
    ...result,
    target: `id=${id}`,
    field,
    item: item ?? null,
    reason: redact(plain),
  })
}

async function assertPermitted(context: GatewayContext, reveal: Reveal): Promise<void> {
  const { detail, permission } = reveal.revealable
  const needed = [detail.operation.permission, permission]
  const held = grantedPermissions(context, reveal.staff.session.data)
  if (needed.every((each) => held.includes(each))) {
    await isPermitted(context, reveal.staff, permission)
    return
  }
  await record(context, reveal, { result: 'refused', why: 'permission' })
  throw forbidden(context, permission)
}

/** Counts this reveal and returns the count's id. A reveal above the quota is refused and recorded (S-32). */
async function withinQuota(context: GatewayContext, reveal: Reveal): Promise<string> {
  const { store, limits, now } = context
  const { staff } = reveal
  const { userId } = staff.session.data
  const claim = await store.reveals.claim(userId, limits.reveals).catch(failWith('AUDIT_UNAVAILABLE'))
  if (claim.isWithin) {
    if (claim.count < limits.revealsWorthAWarning) return claim.id
    staff.log.warn({ userId, reveals: claim.count }, 'many values shown whole within the hour')
    if (isFresh(context, staff)) return claim.id
    await store.reveals.release(claim.id).catch(failWith('AUDIT_UNAVAILABLE'))
    throw new GatewayError('STEP_UP')
  }
  await record(context, reveal, { result: 'refused', why: 'quota' })
  const refusal = `You have seen ${limits.reveals.max} values whole within the hour.`
  throw overQuota(claim.freeAt - now(), (wait) => `${refusal} Try again in ${wait}.`)
}

async function read(context: GatewayContext, { request, revealable, staff }: Reveal, signal: AbortSignal) {
  const { detail } = revealable
  const { body } = await readWhole(context, detail, staff, request.id, signal)
  return wholeValue(valueAt(body, detail.operation.response.item ?? ''), revealable, request.item)
}

/** The value, after its reveal has been recorded. */
async function revealed(context: GatewayContext, reveal: Reveal, signal: AbortSignal): Promise<string> {
  const counted = await withinQuota(context, reveal)
  try {
    const value = await read(context, reveal, signal)
    await record(context, reveal, { result: 'ok', value })
    return value
  } catch (error) {
    await context.store.reveals.release(counted).catch((left: unknown) => {
      // The reveal remains counted although nothing was shown, which is the safe side.
      reveal.staff.log.error({ err: left }, 'reveal not taken back')
    })
    throw error
  }
}

/**
 * Adds `POST /console/reveal`: one masked value of one record, whole, for a reason (S-31, S-32). It answers `{ value }`.
 * Every reveal and every refusal is recorded first.
 */
export function registerReveal(
  app: FastifyInstance,
  context: GatewayContext,
  operations: ReadonlyMap<string, PreparedOperation>,
  definitions: readonly Resource[],
): void {
  const { store } = context
  app.post('/console/reveal', async (request, reply) => {
    const asked = revealRequestOf(request.body)
    const staff = staffOf(request)
    const reveal = { request: asked, revealable: revealableOf(definitions, operations, asked), staff }
    await assertPermitted(context, reveal)
    await store.sessions.touch(staff.session.id).catch(failWith('AUDIT_UNAVAILABLE'))
    const value = await revealed(context, reveal, abandonedBy(reply)).finally(() => void context.bursts.took(staff))
    return { value }
  })
}
