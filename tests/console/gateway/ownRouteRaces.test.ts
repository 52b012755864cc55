import { afterEach, describe, expect, test } from 'vitest'
import { isOfChange } from '../../../server/gateway/audit/statesAfter.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { testPostgres } from '../../support/postgres.ts'
import { bodyOf, type GatewayUnderTest, operationOf, requestFor, signedIn, startGateway } from './gatewayUnderTest.ts'
import { afterALook, changing, FIRST, isOfRequester, requestTo, SECOND, seeds } from './ownRouteRequests.ts'

/** Generated over the document of the gateway’s own routes: two gateways over one store, asked at the same moment. */

const database = await testPostgres()
const engines = ['SQLite', ...('missing' in database ? [] : ['PostgreSQL'])]

/** Routes that a person may ask any number of times, of which each is on record. */
const repeatable = ['DELETE /console/drift']

let started: GatewayUnderTest[] = []

afterEach(async () => {
  for (const gateway of started.toReversed()) await gateway.stop()
  started = []
})

/** Two gateways over one store: on SQLite, which has one writer, within one process. */
async function startTwo(engine: string): Promise<readonly [GatewayUnderTest, GatewayUnderTest]> {
  const isPostgres = engine !== 'SQLite' && !('missing' in database)
  const storeUrl = isPostgres ? await database.createDatabase() : undefined
  const place = storeUrl === undefined ? {} : { storeUrl }
  const settings = { approvals: { isOn: true, expiryMs: 86_400_000 } }
  const one = await startGateway({ ...place, settings })
  const { sessionKey, auditKey } = one.config
  const shared = isPostgres ? place : { store: one.store }
  const two = await startGateway({ ...shared, settings: { ...settings, sessionKey, auditKey } })
  started = [one, two]
  return [one, two]
}

/** What the trail has of changes that were made, and what it says of its own chain. */
const recorded = async ({ store }: GatewayUnderTest, after: number) => {
  const records = await store.audit.list({ limit: 1000, afterSeq: after })
  expect(await store.audit.verify()).toMatchObject({ ok: true })
  return records.filter(
    (record) =>
      record.phase === 'intent' ||
      (record.phase === 'event' && record.details['result'] !== 'refused' && !isOfChange(record)),
  )
}

const last = async ({ store }: GatewayUnderTest) => (await store.audit.list({ limit: 1000 })).at(-1)?.seq ?? 0

describe.each(engines)('two gateways on %s', (engine) => {
  test.each(changing.map((route) => [route.id, route] as const))('make the change of %s once', async (id, route) => {
    const [one, two] = await startTwo(engine)
    for (const { upstream } of started) upstream.script(answering(200, { message: 'done' }))
    const first = await signedIn(one, 'admin', FIRST)
    const values = await seeds(one, route.path, first)
    const isOwn = route.path.startsWith('/console/views') || isOfRequester(route.path)
    const cookies = await Promise.all(
      [11, 12, 13, 14, 15, 16].map((userId) =>
        signedIn(one, 'admin', isOwn ? FIRST : { userId, email: `${userId}@countersign.test`, subject: `s-${userId}` }),
      ),
    )
    const requests = await Promise.all(cookies.map((cookie) => afterALook(one, requestTo(route, cookie, values))))
    const before = await last(one)
    const answers = await Promise.all(requests.map((sent, index) => (index % 2 === 0 ? one : two).app.inject(sent)))
    for (const { statusCode, body } of answers) expect([statusCode < 500, body]).toEqual([true, body])
    if (!repeatable.includes(id)) expect(await recorded(one, before)).toHaveLength(1)
    const sent = started.flatMap(({ upstream }) => upstream.seen.filter(({ method }) => method !== 'GET'))
    expect(sent.length).toBe(id.endsWith('/approve') ? 1 : 0)
  })

  test('end a request once, however many approve, reject and withdraw it at the same moment', async () => {
    const [one, two] = await startTwo(engine)
    for (let round = 0; round < 5; round += 1) {
      for (const { upstream } of started) {
        upstream.reset()
        upstream.script(answering(200, { message: 'done' }))
      }
      const [asker, approver, rejecter] = await Promise.all([
        signedIn(one, 'admin', SECOND),
        signedIn(one, 'admin', FIRST),
        signedIn(one, 'admin', { userId: 3, email: 'third@countersign.test', subject: 'subject-3' }),
      ])
      const asked = await one.app.inject(requestFor(operationOf('changeEmail.submit'), asker))
      const { id } = bodyOf(asked)['approval'] as { readonly id: string }
      const ways = [
        ['approve', approver, one],
        ['reject', rejecter, two],
        ['withdraw', asker, two],
      ] as const
      const requests = await Promise.all(
        ways.map(async ([way, cookie, gateway]) => {
          const route = changing.find(({ path }) => path === `/console/approvals/{id}/${way}`)
          if (route === undefined) throw new Error(`nothing can ${way}`)
          return { gateway, sent: await afterALook(gateway, requestTo(route, cookie, { id })) }
        }),
      )
      const answers = await Promise.all(requests.map(({ gateway, sent }) => gateway.app.inject(sent)))
      const done = answers.map(({ statusCode }) => statusCode < 300)
      expect(done.filter(Boolean)).toHaveLength(1)
      expect(answers.every(({ statusCode }) => statusCode < 300 || statusCode === 409)).toBe(true)
      const sent = started.flatMap(({ upstream }) => upstream.seen.filter(({ method }) => method !== 'GET'))
      expect(sent).toHaveLength(done[0] === true ? 1 : 0)
    }
  })
})
