import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsoleDataProvider } from '../../../dataProvider/types.ts'
import { model } from '../../../examples/cookbook/index.ts'
import { signedIn, startGateway, type GatewayUnderTest } from '../gateway/gatewayUnderTest.ts'
import { injectedProvider, plainConsole } from './injectedProvider.ts'
import { withInvoice } from './withInvoice.ts'

let gateway: GatewayUnderTest
let provider: ConsoleDataProvider
let cookie: string

beforeAll(async () => {
  gateway = await startGateway({ console: plainConsole(model, 'clerk'), limits: { pollMs: 1, mutateMs: 1000 } })
  provider = injectedProvider(
    () => gateway,
    () => cookie,
    model,
  )
})
afterAll(() => gateway.stop())
beforeEach(async () => {
  gateway.upstream.reset()
  cookie = await signedIn(gateway, 'clerk')
})

describe('a call that is accepted before it is done', () => {
  const record = { id: 7, amount: '123.05', state: 'DUE' }
  const pay = () => provider.action('invoices', { name: 'pay', record })

  /** Accepts the payment with an address, and gives its state by the number of times that it was asked for. */
  const accepting = (location: string, stateAt: (asked: number) => unknown) => {
    let asked = 0
    gateway.upstream.script(
      withInvoice(({ method }, response) => {
        if (method === 'POST') return void response.writeHead(202, { location }).end('{}')
        asked += 1
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(stateAt(asked)))
      }),
    )
  }

  it.each(['https://inner.billing.example/api/payments/P-1', '/payments/P-1', 'P-1'])(
    'is followed to %s',
    async (at) => {
      accepting(at, (asked) => ({ state: asked < 3 ? 'RUNNING' : 'DONE', message: 'Paid by wire' }))
      const { data } = await pay()
      expect(data).toMatchObject({ ok: true, message: 'Paid by wire' })
      const [, post, ...states] = gateway.upstream.seen
      expect(post?.method).toBe('POST')
      expect(states.map(({ method, target }) => `${method} ${target}`)).toEqual(
        Array.from({ length: 3 }, () => 'GET /billing/payments/P-1'),
      )
      expect(states[0]?.headers.some(([name]) => name.toLowerCase() === 'idempotency-key')).toBe(false)
    },
  )

  it('fails when its state says so', async () => {
    accepting('P-1', () => ({ state: 'FAILED', reason: 'The account is closed' }))
    await expect(pay()).rejects.toMatchObject({ status: 422, message: 'The account is closed' })
  })

  it.each(['https://elsewhere.example/admin/P-1', '/payments/P-1?as=admin', '/payments/..', '', 'P-1/../../x'])(
    'is never followed to %j',
    async (at) => {
      accepting(at, () => ({ state: 'DONE' }))
      await expect(pay()).rejects.toMatchObject({ status: 502, body: { code: 'UPSTREAM_FORMAT' } })
      expect(gateway.upstream.seen.map(({ method }) => method)).toEqual(['GET', 'POST'])
    },
  )

  it('has an unknown outcome when it is not done in time', async () => {
    accepting('P-1', () => ({ state: 'RUNNING' }))
    await expect(pay()).rejects.toMatchObject({ body: { code: 'OUTCOME_UNKNOWN' } })
  })
})
