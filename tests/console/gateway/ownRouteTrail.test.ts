import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signedIn, startGateway, type GatewayUnderTest } from './gatewayUnderTest.ts'
import { afterALook, changing, FIRST, requestTo, seeds } from './ownRouteRequests.ts'

/** Generated over the document of the gateway’s own routes: what a person changes in the store is on record. */

/** The tables that people change, and what tells one state of them from another. */
const dumps = {
  approval: 'select id, state, dismissed_at from approval order by id',
  claim: 'select resource, record_id, user_id, state from claim order by record_id',
  saved_view: 'select id, name, is_shared, version from saved_view order by id',
  session: 'select id_hash from session order by id_hash',
  drift: 'select path from drift order by path',
  audit_entry: "select seq from audit_entry where result = 'unknown' order by seq",
}

let gateway: GatewayUnderTest
let database: DatabaseSync

beforeEach(async () => {
  gateway = await startGateway({ settings: { approvals: { isOn: true, expiryMs: 86_400_000 } } })
  database = new DatabaseSync(join(gateway.config.dataDir, 'countersign.sqlite'), { timeout: 5000 })
})
afterEach(async () => {
  database.close()
  await gateway.stop()
})

const dump = () => Object.entries(dumps).map(([table, query]) => [table, database.prepare(query).all()])

/** The changes that people made and refused attempts, by the trail. */
const recorded = async () => (await gateway.store.audit.list({ limit: 1000 })).length

describe.each(changing.map((route) => [route.id, route] as const))('%s', (_id, route) => {
  test('is on record with its change', async () => {
    const cookie = await signedIn(gateway, 'admin', FIRST)
    const values = await seeds(gateway, route.path, cookie)
    const sent = await afterALook(gateway, requestTo(route, cookie, values))
    const [before, seq] = [dump(), await recorded()]
    const { statusCode, body } = await gateway.app.inject(sent)
    expect([statusCode < 300, body]).toEqual([true, body])
    expect(dump()).not.toEqual(before)
    expect(await recorded()).toBeGreaterThan(seq)
  })

  test('changes nothing unseen when the gateway dies before it records anything', async () => {
    const cookie = await signedIn(gateway, 'admin', FIRST)
    const values = await seeds(gateway, route.path, cookie)
    const sent = await afterALook(gateway, requestTo(route, cookie, values))
    const [before, seq] = [dump(), await recorded()]
    const dead = Promise.withResolvers<never>()
    dead.promise.catch(() => undefined)
    const died = new Promise<void>((resolve) => {
      gateway.store.audit.event = () => {
        resolve()
        return dead.promise
      }
    })
    await Promise.race([died, gateway.app.inject(sent)])
    const isSeen = (await recorded()) > seq
    if (!isSeen) expect(dump()).toEqual(before)
    dead.reject(new Error('The gateway has died'))
  })

  test.skipIf(route.path.startsWith('/console/sessions'))('changes nothing while nothing can be recorded', async () => {
    const cookie = await signedIn(gateway, 'admin', FIRST)
    const values = await seeds(gateway, route.path, cookie)
    const sent = await afterALook(gateway, requestTo(route, cookie, values))
    const before = dump()
    database.exec("create trigger full before insert on audit begin select raise(abort, 'full'); end")
    const { statusCode } = await gateway.app.inject(sent)
    expect(statusCode).toBe(503)
    expect(dump()).toEqual(before)
  })
})
