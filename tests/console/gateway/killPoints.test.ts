import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { mutations, operationOf, requestFor, successOf } from './gatewayUnderTest.ts'
import { cookie, gateway, trail, withGateway } from './withGateway.ts'

/** Where a gateway may die while it makes a change. */
const points = [
  'before the intent',
  'after the intent',
  'during the call',
  'before the outcome',
  'after the outcome',
  'after the answer is kept',
] as const

type Point = (typeof points)[number]

/** Longer than a claim lasts that no one has ended. */
const LEASE_MS = 91_000

/** Longer than an unknown outcome stands in the way of the same request. */
const DAYS_MS = 2 * 24 * 3_600_000

/** What a dead gateway never gets back. */
const never = new Promise<never>(() => undefined)

withGateway({ limits: { uploadsPerPerson: 1000, uploadsAtOnce: 1000 } })
afterEach(() => gateway.clock.advance(DAYS_MS))

/** A change whose gateway dies on its way. */
interface Dying {
  readonly at: Point
  /** Called once it is dead. */
  readonly onDeath: () => void
}

const byKey = new Map<string, Dying>()
const bySeq = new Map<number, Dying>()

/** From here on the change does nothing, and no one gets an answer. */
function die({ onDeath }: Dying): Promise<never> {
  onDeath()
  return never
}

/** A store that stops answering a change at its point, whatever that change goes on to do. */
beforeAll(() => {
  const { audit, idempotency } = gateway.store
  const { intent, outcome } = audit
  const { complete, abandon } = idempotency
  audit.intent = async (entry) => {
    const dying = byKey.get(entry.idempotencyKey ?? '')
    if (dying?.at === 'before the intent') return die(dying)
    const seq = await intent(entry)
    if (dying === undefined) return seq
    bySeq.set(seq, dying)
    return dying.at === 'after the intent' ? die(dying) : seq
  }
  audit.outcome = async (seq, entry) => {
    const dying = bySeq.get(seq)
    if (dying?.at === 'before the outcome') return die(dying)
    if (dying?.at === 'during the call') return never
    const own = await outcome(seq, entry)
    return dying?.at === 'after the outcome' ? die(dying) : own
  }
  idempotency.complete = async (entry, response, unknownOutcome) => {
    await complete(entry, response, unknownOutcome)
    const dying = byKey.get(entry.key)
    if (dying !== undefined) await die(dying)
  }
  idempotency.abandon = (entry) => (byKey.has(entry.key) ? never : abandon(entry))
})

/** Makes the change of an operation and lets the gateway die on its way. Answers the request, to send it again. */
async function killed(id: string, at: Point) {
  const operation = operationOf(id)
  const key = randomUUID()
  const request = requestFor(operation, cookie, { 'idempotency-key': key })
  let onDeath = (): void => undefined
  const died = new Promise<void>((resolve) => {
    onDeath = resolve
  })
  byKey.set(key, { at, onDeath })
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const done = answering(200, successOf(operation))
  gateway.upstream.script(async (...exchange) => {
    if (at === 'during the call') {
      onDeath()
      await released
    }
    await done(...exchange)
  })
  const answered = gateway.app.inject(request).then(({ statusCode, body }) => {
    throw new Error(`the gateway lives, and answers ${statusCode} ${body}`)
  })
  await Promise.race([died, answered])
  return { request, key, release }
}

describe.each(points)('a gateway that dies %s', (at) => {
  test.each(mutations.map(({ id }) => id))('has %s on record, and never sends it twice', async (id) => {
    const { request, key, release } = await killed(id, at)
    const sent = gateway.upstream.seen.length
    byKey.delete(key)
    await gateway.store.audit.recover()
    gateway.clock.advance(LEASE_MS)
    const again = await gateway.app.inject(request)
    expect(at === 'after the answer is kept' ? [200] : [409, 504]).toContain(again.statusCode)
    expect(gateway.upstream.seen).toHaveLength(sent)
    expect(sent).toBe(at === 'before the intent' || at === 'after the intent' ? 0 : 1)
    const records = await trail()
    const intents = records.filter((record) => record.phase === 'intent')
    expect(intents.map(({ operation }) => operation)).toEqual(at === 'before the intent' ? [] : [id])
    const known = at === 'after the outcome' || at === 'after the answer is kept' ? 'ok' : 'unknown'
    const outcomes = records.filter((record) => record.phase === 'outcome')
    expect(outcomes.map(({ intentSeq, result }) => [intentSeq, result])).toEqual(intents.map(({ seq }) => [seq, known]))
    release()
  })
})
