import { describe, expect, test } from 'vitest'
import { definitions } from '../../../schemas/index.ts'
import { permissionsOf } from '../../../language/registry.ts'
import { registry } from '../../../schemas/console.ts'
import { roles } from '../../../schemas/shared/permissions.ts'
import { answering } from '../../support/faultyUpstream.ts'
import {
  bodyOf,
  contentTypeOf,
  mutations,
  operationOf,
  operations,
  requestFor,
  signedIn,
  successOf,
} from './gatewayUnderTest.ts'
import { cookie, gateway, withGateway } from './withGateway.ts'

withGateway()

const lastSeq = async (): Promise<number> => (await gateway.store.audit.list({ limit: 10_000 })).at(-1)?.seq ?? 0

describe.each(operations.map(({ id }) => id))('%s without a session', (id) => {
  const operation = operationOf(id)

  test.each([
    ['no cookie', () => null],
    ['a garbage cookie', () => '__Host-Http-sid=garbage'],
    ['a made-up session id', () => `__Host-Http-sid=${'A'.repeat(43)}`],
  ])('with %s is 401 and reaches no upstream', async (_what, cookieOf) => {
    const before = await lastSeq()
    const response = await gateway.app.inject(requestFor(operation, cookieOf()))
    expect(response.statusCode).toBe(401)
    expect(bodyOf(response)).toMatchObject({ code: 'SESSION_OVER', detail: 'Invalid token.' })
    expect(gateway.upstream.seen).toEqual([])
    expect(await lastSeq()).toBe(before)
  })
})

const origin = 'http://localhost:8080'
const refusals: readonly (readonly [string, Record<string, string>, readonly string[]])[] = [
  ['another origin', { origin: 'https://evil.test' }, []],
  ['the origin null', { origin: 'null' }, []],
  ['a sibling origin', { origin: 'http://localhost:8081' }, []],
  ['no static header', {}, ['x-countersign']],
  ['another value of the static header', { 'x-countersign': 'true' }, []],
  ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }, []],
  ['a same-site fetch', { 'sec-fetch-site': 'same-site' }, []],
  ['neither origin nor fetch metadata', {}, ['origin', 'sec-fetch-site']],
  ['a text body', { 'content-type': 'text/plain' }, []],
  ['a form body', { 'content-type': 'application/x-www-form-urlencoded' }, []],
]

describe.each(operations.map(({ id }) => id))('%s from elsewhere', (id) => {
  test.each(refusals)('with %s is 403 and calls nothing', async (_what, changed, removed) => {
    const sent = requestFor(operationOf(id), cookie, changed)
    for (const name of removed) delete sent.headers[name]
    const before = await lastSeq()
    const response = await gateway.app.inject(sent)
    expect(response.statusCode).toBe(403)
    expect(bodyOf(response)['code']).toBe('CROSS_SITE')
    expect(gateway.upstream.seen).toEqual([])
    expect(await lastSeq()).toBe(before)
  })
})

describe.each(mutations.map(({ id }) => id))('%s', (id) => {
  test('needs the origin even where fetch metadata says same-origin', async () => {
    const sent = requestFor(operationOf(id), cookie)
    delete sent.headers['origin']
    expect((await gateway.app.inject(sent)).statusCode).toBe(403)
    expect(gateway.upstream.seen).toEqual([])
  })

  test.each(['GET', 'HEAD', 'OPTIONS', 'TRACE'] as const)(
    'does not answer to %s with a method override',
    async (method) => {
      const { url, headers } = requestFor(operationOf(id), cookie, { 'x-http-method-override': 'POST', origin })
      const overridden = `${url}${url.includes('?') ? '&' : '?'}_method=POST`
      const response = await gateway.app.inject({ method: method as 'GET', url: overridden, headers })
      expect([400, 403, 404, 405]).toContain(response.statusCode)
      expect(gateway.upstream.seen).toEqual([])
    },
  )
})

describe('permissions', () => {
  const matrix = [...Object.keys(roles), 'a role nobody knows'].flatMap((role) =>
    operations.map(
      (operation) =>
        [role, operation.id, permissionsOf(registry, role, 'refuse').includes(operation.permission)] as const,
    ),
  )

  test.each(matrix)('%s may use %s: %s', async (role, id, isAllowed) => {
    const operation = operationOf(id)
    gateway.upstream.script(answering(200, successOf(operation), contentTypeOf(operation)))
    const response = await gateway.app.inject(requestFor(operation, await signedIn(gateway, role)))
    expect(response.statusCode).toBe(isAllowed ? 200 : 403)
    expect(gateway.upstream.seen).toHaveLength(isAllowed ? 1 : 0)
    if (isAllowed) return
    expect(bodyOf(response)['code']).toBe('FORBIDDEN')
    const records = await gateway.store.audit.list({ limit: 10_000 })
    expect(records.at(-1)).toMatchObject({
      phase: 'event',
      operation: id,
      details: { result: 'refused' },
      actor: { role },
    })
  })

  test('cover every definition', () => {
    expect(new Set(operations.map(({ resource }) => resource))).toEqual(new Set(definitions.map(({ name }) => name)))
  })
})
