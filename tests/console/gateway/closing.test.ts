import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { HOST, startGateway } from './gatewayUnderTest.ts'

test('a gateway that stops does not wait for connections that a browser holds without a request', async () => {
  const stopping = await startGateway()
  await stopping.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = stopping.app.server.address() as AddressInfo
  const unused = connect(port, '127.0.0.1')
  await once(unused, 'connect')
  const kept = connect(port, '127.0.0.1')
  kept.write(`GET /healthz HTTP/1.1\r\nhost: ${HOST}\r\n\r\n`)
  await once(kept, 'data')
  const ended = Promise.all([once(unused, 'close'), once(kept, 'close')])
  await stopping.stop()
  expect(await ended).toHaveLength(2)
})
