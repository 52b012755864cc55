import { expect, test } from 'vitest'
import { definitions } from '../../../schemas/index.ts'
import type { ListResource } from '../../../language/resource.ts'
import { operationsOf } from '../../../language/operations.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { allPlaces } from '../../../language/personal.ts'
import { bodyOf, operationOf, operations, requestFor, signedIn, successOf } from './gatewayUnderTest.ts'
import { accounts } from '../support/resources.ts'
import { cookie, gateway, withGateway } from './withGateway.ts'

const text = { type: ['string', 'null'] } as const

/** The accounts with one more read, which brings personal data. */
const holder = {
  type: 'object',
  properties: {
    tax_id: { ...text, pii: 'ssn' },
    born: { ...text, pii: 'dateOfBirth' },
    name: { ...text, pii: 'name' },
  },
} as const

const withPersonalRead: ListResource = {
  ...accounts,
  reads: {
    ...accounts.reads,
    holders: {
      call: 'GET {main}/user/holders',
      permission: 'accounts.read',
      query: { id: { field: 'id' } },
      schema: {
        type: 'object',
        properties: {
          holders: { type: 'array', items: holder },
          form: { type: ['object', 'null'] },
        },
      },
    },
  },
}
const holders = operationsOf(withPersonalRead).find(({ id }) => id === 'accounts.holders')

const rest = definitions.filter(({ name }) => name !== 'accounts')
withGateway({ definitions: [withPersonalRead, ...rest] })

const ask = (operation = holders) => {
  if (operation === undefined) throw new Error('there is no such read')
  return gateway.app.inject(requestFor(operation, cookie))
}

test('a further read leaves masked by place and pruned, and what was dropped is counted', async () => {
  const before = gateway.log.length
  gateway.upstream.script(
    answering(200, {
      holders: [{ tax_id: '900-12-3456', born: '1961-04-17', name: 'Mara Quill', secret: 1 }],
      form: { tax_id: '900123456', deep: { born: '1961-04-17' } },
      secret: 2,
    }),
  )
  expect((await ask()).json()).toEqual({
    holders: [{ tax_id: '***-**-3456', born: '1961-**-**', name: 'Mara Quill' }],
    form: { tax_id: '***-**-3456', deep: { born: '1961-**-**' } },
  })
  expect(gateway.log.slice(before).join('')).toContain('"dropped":2')
})

test('the names a read masks are masked in the free structures of every answer', async () => {
  gateway.upstream.script(answering(200, { account: [{ id: 3, request_data: { tax_id: '900123456' } }] }))
  expect((await ask(operationOf('accounts.getOne'))).json()).toEqual({
    account: [{ id: 3, request_data: { tax_id: '***-**-3456' } }],
  })
})

test.each([[[]], [null], ['text'], [7]])('a further read that answers %j has no form', async (body) => {
  gateway.upstream.script(answering(200, JSON.stringify(body)))
  const response = await ask()
  expect([response.statusCode, bodyOf(response)['code']]).toEqual([502, 'UPSTREAM_FORMAT'])
})

test('a read by something personal carries it in the body, never in the address', async () => {
  const transactions = operationOf('accounts.transactions')
  expect(transactions).toMatchObject({ method: 'GET', browserMethod: 'POST', queryInBody: true })
  const sent = requestFor(transactions, cookie)
  expect([sent.url, sent.method]).not.toContain('9ZZ10058')
  gateway.upstream.script(answering(200, { deposits: [{ amount: '5.00', secret: 1 }] }))
  expect((await gateway.app.inject(sent)).json()).toEqual({ deposits: [{ amount: '5.00' }] })
  expect(gateway.upstream.seen[0]).toMatchObject({
    method: 'GET',
    target: '/trade/v1/admin/user/get_details_for_account?account_no=9ZZ10058',
    body: '',
  })
})

/** Every reading about people but pages of lists: generated, so that a new one is on record by being declared. */
const readings = operations.filter(
  ({ effect, kind, definition }) =>
    effect === 'read' && kind !== 'list' && kind !== 'download' && allPlaces(definition).length > 0,
)

test.each(readings.map(({ id }) => id))('%s is on record as seen, although the browser names no record', async (id) => {
  const operation = operationOf(id)
  const userId = 7 + readings.indexOf(operation)
  const own = await signedIn(gateway, 'admin', { userId })
  gateway.upstream.script(answering(200, successOf(operation)))
  const { statusCode } = await gateway.app.inject(requestFor(operation, own))
  expect(statusCode).toBe(200)
  const views = await gateway.store.views.search({ limit: 100 })
  expect(views.filter((view) => view.userId === userId && view.operation === id)).toHaveLength(1)
})

const files = definitions.flatMap((each) => (each.kind === 'list' && each.list.export !== undefined ? [each.name] : []))

test.each(files)('%s are saved as a file only shortly after a sign-in', async (name) => {
  const old = await signedIn(gateway, 'admin', { authTime: gateway.clock.now() - 6 * 60_000 })
  const response = await gateway.app.inject(requestFor(operationOf(`${name}.list`), old, { 'x-export': '1' }))
  expect(bodyOf(response)['code']).toBe('STEP_UP')
  expect(gateway.upstream.seen).toEqual([])
})
