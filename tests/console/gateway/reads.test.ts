import { expect, test } from 'vitest'
import { definitions } from '../../../schemas/index.ts'
import type { ListResource } from '../../../language/resource.ts'
import { operationsOf } from '../../../language/operations.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { bodyOf, operationOf, requestFor } from './gatewayUnderTest.ts'
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
