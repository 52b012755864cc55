import { expect, test } from 'vitest'
import { bodyOf, operations, requestFor } from './gatewayUnderTest.ts'
import { cookie, gateway, trail, withGateway } from './withGateway.ts'

withGateway()

const changes = operations.filter(({ action }) => action?.input?.['ticker'] !== undefined)

test.each(['ZZ\u0000TK', 'ZZTK\u0000', 'ZZTK\r\nX-Evil: 1', 'ZZTK\n', '\rZZTK', '../ZZTK', 'ZZ/../TK', '..', ' ', ''])(
  'a ticker of %j is refused, and nothing is sent or recorded',
  async (ticker) => {
    expect(changes.length).toBeGreaterThanOrEqual(2)
    for (const operation of changes) {
      const sent = requestFor(operation, cookie)
      const body = JSON.parse(String(sent.payload)) as Record<string, unknown>
      const response = await gateway.app.inject({ ...sent, payload: JSON.stringify({ ...body, ticker }) })
      expect([response.statusCode, bodyOf(response)['code']], operation.id).toEqual([400, 'BAD_REQUEST'])
    }
    expect(gateway.upstream.seen).toEqual([])
    expect(await trail()).toEqual([])
  },
)
