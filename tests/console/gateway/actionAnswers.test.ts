import { describe, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { operationOf, requestFor } from './gatewayUnderTest.ts'
import { cookie, gateway, withGateway } from './withGateway.ts'

withGateway()

const ask = () => gateway.app.inject(requestFor(operationOf('etradeOrders.details'), cookie))

const leg = { ticker: 'ZZTK', order_type: 'BUY', quantity: '3.00000' }
const order = { order_id: 'o-1', status: 'success', order_executed_price: 0, order_price: null, legs: [leg] }

describe('the declared answer of an action', () => {
  test('leaves with what is nested in it', async () => {
    gateway.upstream.script(answering(200, { message: order }))
    const response = await ask()
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ message: order })
  })

  test('leaves without what no one declared, at any depth', async () => {
    const secret = 'canary-undeclared'
    gateway.upstream.script(
      answering(200, {
        message: { ...order, ss_number: secret, legs: [{ ...leg, broker: { token: secret } }] },
        trace: secret,
      }),
    )
    const response = await ask()
    expect(response.json()).toEqual({ message: order })
    expect(response.body).not.toContain(secret)
  })

  test('leaves without a structure where a plain value is declared', async () => {
    const secret = 'canary-inside'
    gateway.upstream.script(answering(200, { message: { ...order, status: { note: secret } } }))
    const response = await ask()
    expect(response.json()).toMatchObject({ message: { order_id: 'o-1', status: {} } })
    expect(response.body).not.toContain(secret)
  })

  test('is refused in the words of a sentence that stands in its place', async () => {
    gateway.upstream.script(answering(200, { message: 'Order not found' }))
    const response = await ask()
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code: 'UPSTREAM_REFUSED', message: 'Order not found' })
  })
})
