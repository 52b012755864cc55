import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownRoutes } from '../../../server/openApi/ownRoutes.ts'
import { approvalRoutes } from '../../../server/openApi/approvalRoutes.ts'
import { staffRoutes } from '../../../server/openApi/staffRoutes.ts'
import { backOffice } from '../../../services/console.ts'
import { testPostgres } from '../../support/postgres.ts'
import { roles } from '../../../schemas/shared/permissions.ts'
import {
  operationOf,
  requestFor,
  signedIn,
  startGateway,
  type GatewayUnderTest,
  type Sent,
} from './gatewayUnderTest.ts'
import { cookie, gateway, trail, withGateway } from './withGateway.ts'

/** Generated over the document of the gateway’s own routes: what is new is covered by being described (S-25, S-26, S-33). */

/** Values of a valid request, by name. */
const samples: Readonly<Record<string, unknown>> = {
  resource: 'accounts',
  id: '4107',
  seq: '1',
  source: 'transfers',
  change: 'claim',
  ids: ['4107'],
  name: 'Mine',
  isShared: false,
  query: '?sort=id:desc',
  columns: null,
  version: 1,
  view: 'history',
  comment: 'Looked at',
  reason: 'The customer called',
  field: '/ach/*/bank_account_no',
  item: '72',
  filter: '{"resource":"accounts"}',
  of: 'everyone',
  userId: '2',
  from: 0,
}

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

type Schema = { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> }
interface Described {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[]
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema?: Schema } } }
  readonly 'x-permission'?: string
}

/** The routes for people who are signed in, from the OpenAPI document, with the names of what a request has. */
const routes = Object.entries({ ...ownRoutes, ...staffRoutes, ...approvalRoutes, ...backOffice.routes })
  .filter(([path]) => path.startsWith('/console/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { parameters = [], requestBody, 'x-permission': permission } = described as Described
      const names = (place: string) =>
        parameters.flatMap((one) => (one.in === place && one.name !== undefined ? [one.name] : []))
      const body = requestBody?.content['application/json']?.schema?.properties ?? {}
      const id = `${method.toUpperCase()} ${path}`
      return {
        id,
        path,
        method: method.toUpperCase() as Sent['method'],
        permission,
        query: names('query'),
        url: names('path'),
        body,
      }
    }),
  )

type Route = (typeof routes)[number]

/** A value as an address has it. */
const text = (value: unknown): string => {
  const own = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent(own.toWellFormed()).slice(0, 12_000)
}

/** A request to a route; one of its values may be another one. */
function requestTo({ method, path, query, body }: Route, cookie: string, name = '', value: unknown = ''): Sent {
  const { headers } = requestFor(operationOf('treasury.list'), cookie)
  const given: Readonly<Record<string, unknown>> = name === '' ? samples : { ...samples, [name]: value }
  const search = query.filter((own) => own in given).map((own) => `${own}=${text(given[own])}`)
  const place = path.replaceAll(/\{(\w+)\}/g, (_all, own: string) => text(given[own]))
  const url = search.length === 0 ? place : `${place}?${search.join('&')}`
  if (method === 'GET') return { method, url, headers }
  const typed = (own: string): unknown =>
    own !== name && body[own]?.type === 'integer' ? Number(given[own]) : given[own]
  const sent = Object.fromEntries(Object.keys(body).flatMap((own) => (own in given ? [[own, typed(own)]] : [])))
  return { method, url, headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(sent) }
}

const placesOf = ({ url, query, body }: Route): readonly string[] => [...url, ...query, ...Object.keys(body)]

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
          const { statusCode } = await gateway.app.inject(requestTo(route, cookie, name, value))
          expect([500, 503], `${route.id} ${name} = ${JSON.stringify(value).slice(0, 60)}`).not.toContain(statusCode)
        }
    expect(count).toBeGreaterThanOrEqual(1700)
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
    const ids = ['id', 'ids', 'resource', 'record', 'item']
    for (const route of routes) {
      const before = gateway.log.length
      for (const name of placesOf(route).filter((each) => !ids.includes(each)))
        await gateway.app.inject(requestTo(route, cookie, name, '078-05-1120'))
      const files = readdirSync(gateway.config.dataDir, { withFileTypes: true }).filter((each) => each.isFile())
      const stored = files.map((each) => readFileSync(join(gateway.config.dataDir, each.name), 'latin1'))
      const kept = [...stored, ...gateway.log.slice(before)].some((each) => each.includes('078-05-1120'))
      expect([route.id, kept]).toEqual([route.id, false])
    }
  })
})
