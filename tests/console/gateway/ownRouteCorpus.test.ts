import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPostgres } from '../../support/postgres.ts'
import { roles } from '../../../schemas/shared/permissions.ts'
import { signedIn, startGateway, type GatewayUnderTest } from './gatewayUnderTest.ts'
import { placesOf, requestTo, routes } from './ownRouteRequests.ts'
import { cookie, gateway, trail, withGateway } from './withGateway.ts'

/** Generated over the document of the gateway’s own routes: what is new is covered by being described (S-25, S-26, S-33). */

/** Values that no member takes, or few do. */
const nasty: readonly unknown[] = [
  'a\u0000b',
  '\u0000',
  '\ud800',
  '\u202e\u2066',
  'a\r\nX-Evil: 1',
  "' or 1=1 --",
  '../../admin',
  '=1+1',
  '',
  '   ',
  'x'.repeat(5000),
  'x'.repeat(200_000),
  -1,
  0,
  1.5,
  1e300,
  2 ** 60,
  99_999_999_999_999,
  null,
  true,
  [],
  {},
  [['a']],
  [null],
  ['\u0000'],
  { $gt: '' },
  Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, index])),
]

/** What everyone who is signed in may ask for: their own, or what the resource’s own permission decides. */
const forEveryone = [
  'GET /console/approvals/about',
  'GET /console/approvals/waiting',
  'GET /console/approvals/{id}',
  'GET /console/claims/{resource}',
  'GET /console/history',
  'GET /console/views',
  'POST /console/approvals',
  'POST /console/approvals/{id}/approve',
  'POST /console/approvals/{id}/dismiss',
  'POST /console/approvals/{id}/reject',
  'POST /console/approvals/{id}/withdraw',
  'POST /console/viewed',
  'POST /console/views',
  'PUT /console/views/{id}',
  'DELETE /console/views/{id}',
]

const database = await testPostgres()

describe.each(['SQLite', ...('missing' in database ? [] : ['PostgreSQL'])])('on %s', (engine) => {
  let gateway: GatewayUnderTest
  beforeAll(async () => {
    const isPostgres = engine !== 'SQLite' && !('missing' in database)
    gateway = await startGateway(isPostgres ? { storeUrl: await database.createDatabase() } : {})
  })
  afterAll(() => gateway.stop())

  test('no value of a route of the gateway itself is answered with 500 or 503', { timeout: 300_000 }, async () => {
    const cookie = await signedIn(gateway)
    let count = 0
    for (const route of routes)
      for (const name of placesOf(route))
        for (const value of nasty) {
          count += 1
          const { statusCode } = await gateway.app.inject(requestTo(route, cookie, { [name]: value }))
          expect([500, 503], `${route.id} ${name} = ${JSON.stringify(value).slice(0, 60)}`).not.toContain(statusCode)
        }
    expect(count).toBeGreaterThanOrEqual(1700)
    // What a request holds ends no line of the log and begins none.
    for (const line of gateway.log) expect(line.trimEnd()).toMatch(/^\{[^\n]*\}$/)
  })
})

describe('a route of the gateway itself', () => {
  withGateway({ own: { addressApiKey: 'canary-address-key', autoApprovalStaffIds: [1] } })

  test.each(routes.filter(({ id }) => !forEveryone.includes(id)).map((route) => [route.id, route] as const))(
    '%s is refused to a viewer, on record',
    async (_id, route) => {
      const response = await gateway.app.inject(requestTo(route, await signedIn(gateway, 'viewer')))
      expect(response.statusCode).toBe(403)
      expect((await trail()).at(-1)).toMatchObject({ phase: 'event', details: { result: 'refused' } })
    },
  )

  test('asks for the permission that its description names', async () => {
    for (const route of routes) {
      if (route.permission === undefined) continue
      const { statusCode } = await gateway.app.inject(requestTo(route, await signedIn(gateway, 'reviewer')))
      const isHeld = roles.reviewer.some((own) => own === route.permission)
      expect([route.id, statusCode === 403]).toEqual([route.id, !isHeld])
    }
  })

  test('puts no social security number that is typed into the store or the log', async () => {
    for (const route of routes) {
      const before = gateway.log.length
      for (const name of placesOf(route)) await gateway.app.inject(requestTo(route, cookie, { [name]: '078-05-1120' }))
      const files = readdirSync(gateway.config.dataDir, { withFileTypes: true }).filter((each) => each.isFile())
      const stored = files.map((each) => readFileSync(join(gateway.config.dataDir, each.name), 'latin1'))
      const kept = [...stored, ...gateway.log.slice(before)].some((each) => each.includes('078-05-1120'))
      expect([route.id, kept]).toEqual([route.id, false])
    }
  })
})
