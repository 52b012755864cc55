import { valueAt } from '../../../language/pointer.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { claimBody, type ClaimChange, type ClaimList } from '../../../language/claim.ts'
import { changeOnRecord, eventOf, recordEvent, type StaffRequest } from '../audit/auditTrail.ts'
import type { claimLabels } from '../audit/historyEvent.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import { assertGranted, forbidden, type GatewayContext, grantedPermissions } from '../core/gatewayContext.ts'
import { inputReader } from '../core/readInput.ts'
import { namesOf } from '../../store/access.ts'
import { type Claims, isLostTo } from '../../store/claims.ts'
import type { Operations } from '../operations/preparedOperations.ts'
import { staffOf } from '../signIn/sessionGuard.ts'

type Body = FromSchema<typeof claimBody>

const readBody = inputReader<Body>(claimBody)

const DAY_MS = 24 * 60 * 60_000

/** Changes by others are listed for this time, in ms, and at most so many of them. */
const CHANGES_MS = 15 * 60_000
const MOST_CHANGES = 200

/** A resource whose records people claim, and a person who may read it. */
interface Place {
  readonly context: GatewayContext
  readonly resource: string
  /** What changes its records and their nested ones needs: who has one of them takes turns. */
  readonly work: readonly string[]
  /** All operations that change anything. */
  readonly mutations: readonly string[]
  /** Those of the console's extensions. */
  readonly extensionChanges: readonly string[]
  readonly staff: StaffRequest
}

/** The permissions of the actions on records of a resource, and on what is nested in them. */
const workOn = (operations: Operations, resource: string): readonly string[] =>
  [...operations.values()].flatMap(({ operation: { action, definition, effect, permission } }) => {
    const isOfIt = definition.name === resource || definition.partOf?.resource === resource
    return isOfIt && effect === 'mutate' && action?.scope === 'record' ? [permission] : []
  })

const mayWork = ({ context, work }: Pick<Place, 'context' | 'work'>, who: Parameters<typeof grantedPermissions>[1]) =>
  grantedPermissions(context, who).some((granted) => work.includes(granted))

/** @throws GatewayError NOT_FOUND for a resource without turns, FORBIDDEN without its permission */
function placeOf(context: GatewayContext, operations: Operations, request: FastifyRequest): Place {
  const resource = String(valueAt(request.params, '/resource'))
  const read = operations.get(`${resource}.getOne`)
  if (read === undefined || read.operation.definition.show?.workTab === undefined) throw new GatewayError('NOT_FOUND')
  const { permission } = read.operation
  const staff = staffOf(request)
  assertGranted(context, staff, permission)
  const mutations = [...operations.values()].flatMap(({ operation: { id, effect } }) =>
    effect === 'mutate' ? [id] : [],
  )
  const extensionChanges = context.console.extensions.flatMap(({ changes = [] }) => changes)
  return { context, resource, work: workOn(operations, resource), mutations, extensionChanges, staff }
}

/** The claims as this person sees them, and the colleagues who may work on the resource, too. */
async function claimsOf(place: Place, changed: string | null): Promise<ClaimList> {
  const { context, resource, mutations, extensionChanges, staff } = place
  const { userId } = staff.session.data
  const { store } = context
  const late = { from: context.now() - CHANGES_MS, limit: MOST_CHANGES }
  const [claims, people, changes] = await Promise.all([
    store.claims.list(resource, userId, context.now() - DAY_MS),
    store.access.list(),
    store.audit.changes({
      resource,
      userId,
      operations: [...mutations, ...extensionChanges],
      alsoFailed: extensionChanges,
      ...late,
    }),
  ]).catch(failWith('STORE_UNAVAILABLE'))
  const nameOf = namesOf(people)
  return {
    userId,
    changed,
    mayWork: mayWork(place, staff.session.data),
    claims: claims.map((claim) => ({
      ...claim,
      state: claim.state === 'held' && claim.expiresAt <= context.now() ? 'expired' : claim.state,
      name: nameOf(claim.userId),
      before: claim.before === null ? null : nameOf(claim.before),
      isLost: isLostTo(claim, userId),
    })),
    colleagues: people
      .filter((person) => person.userId !== userId && mayWork(place, person))
      .map(({ userId: id, name }) => ({ userId: id, name })),
    changes,
  }
}

const events: Readonly<Record<ClaimChange, keyof typeof claimLabels>> = {
  claim: 'claimed',
  take: 'claimTaken',
  hand: 'claimHanded',
  done: 'claimDone',
  skip: 'claimSkipped',
  later: 'claimPutBack',
  release: 'claimReleased',
}

const lost = (): GatewayError =>
  new GatewayError('CONFLICT', {
    why: 'no longer held',
    message: 'You no longer hold this record. Look who has it now.',
  })

const held = (): GatewayError =>
  new GatewayError('CONFLICT', {
    why: 'claimed meanwhile',
    message: 'Someone else has just claimed it. Nothing was changed.',
  })

async function claimFirst(claims: Claims, { resource, staff }: Place, ids: readonly string[]): Promise<string | null> {
  const { userId } = staff.session.data
  for (const id of ids) if (await claims.claim({ resource, id, userId })) return id
  return null
}

/** Takes a record over from its holder. Returns whether the person holds it now. */
async function takeOver(claims: Claims, { context, resource, staff }: Place, id: string): Promise<boolean> {
  const turn = { resource, id, userId: staff.session.data.userId }
  const now = await claims.find(turn)
  const isHeld = now?.state === 'held' && now.expiresAt > context.now() && now.userId !== turn.userId
  return isHeld ? claims.take(turn, now.userId) : claims.claim(turn)
}

/** @throws GatewayError BAD_REQUEST for who may not work on the resource */
async function assertColleague(place: Place, to: number | undefined): Promise<void> {
  const { colleagues } = await claimsOf(place, null)
  if (!colleagues.some(({ userId }) => userId === to))
    throw new GatewayError('BAD_REQUEST', { message: 'This colleague may not work on these records.' })
}

/** Makes a change and answers the record that it is about; null when none of them was free. */
async function change(claims: Claims, place: Place, { change: kind, ids, to = 0, left }: Body): Promise<string | null> {
  const [id = ''] = ids
  const turn = { resource: place.resource, id, userId: place.staff.session.data.userId }
  if (kind === 'claim') return claimFirst(claims, place, ids)
  if (kind === 'take') {
    if (!(await takeOver(claims, place, id))) throw held()
    return id
  }
  const isChanged = await {
    hand: () => claims.hand(turn, to),
    done: () => claims.end(turn, 'done', left),
    skip: () => claims.end(turn, 'skipped'),
    later: () => claims.end(turn, 'later'),
    release: () => claims.release(turn),
  }[kind]()
  if (!isChanged) throw lost()
  return id
}

/** Makes a change, on record. Answers as `change`. */
async function changeClaim(place: Place, body: Body): Promise<string | null> {
  const { context, resource, staff } = place
  if (body.change === 'hand') await assertColleague(place, body.to)
  return changeOnRecord(context.store, async ({ claims }, record) => {
    const id = await change(claims, place, body)
    const details = { result: 'ok', ...(body.to === undefined ? {} : { to: body.to }) }
    if (id !== null) await record(eventOf(`${resource}.${events[body.change]}`, staff, details, { resource, id }))
    return id
  })
}

/**
 * Adds `GET /console/claims/{resource}`, who works on which record, and `POST`, which claims, hands over and ends, for
 * the resources whose definitions name a tab for it. A claim keeps no one from a change: it says who is at work.
 */
export function registerClaims(app: FastifyInstance, context: GatewayContext, operations: Operations): void {
  app.get('/console/claims/:resource', (request) => claimsOf(placeOf(context, operations, request), null))
  app.post('/console/claims/:resource', async (request) => {
    const place = placeOf(context, operations, request)
    const body = readBody(request.body)
    const { resource, staff, work } = place
    if (!mayWork(place, staff.session.data)) {
      const refusal = { result: 'refused', permission: work.join(', ') }
      await recordEvent(context.store, `${resource}.${events[body.change]}`, staff, refusal)
      throw forbidden(context, work[0])
    }
    const id = await changeClaim(place, body)
    return claimsOf(place, id)
  })
}
