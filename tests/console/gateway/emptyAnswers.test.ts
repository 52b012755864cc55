import { describe, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { bodyOf } from './gatewayUnderTest.ts'
import { ask, gateway, withGateway } from './withGateway.ts'

withGateway()

describe('an answer that says that a list has no records', () => {
  const said = { pages: 0, message: 'No orders found for this user' }

  test('in the declared way is an empty list', async () => {
    gateway.upstream.script(answering(200, said))
    const response = await ask('etradeOrders.list')
    expect([response.statusCode, bodyOf(response)]).toEqual([200, { pages: 0, message: [] }])
  })

  test.each([
    ['another sentence', 200, { ...said, message: 'User not found' }, 404],
    ['a failure in its body', 200, { ...said, status: 'error' }, 422],
    ['a failure by its code', 200, { ...said, code: 500 }, 422],
    ['an unknown user', 404, said, 404],
    ['a refusal', 400, said, 400],
    ['a failed service', 500, said, 502],
    ['the sentence at another place', 200, { message: null, detail: said.message }, 502],
  ])('stays a failure where it is %s', async (_what, status, body, answered) => {
    gateway.upstream.script(answering(status, body))
    const response = await ask('etradeOrders.list')
    expect(response.statusCode).toBe(answered)
    expect(bodyOf(response)['message']).not.toEqual([])
  })
})
