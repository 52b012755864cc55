import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { Operation } from '../../../language/operations.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { contentTypeOf, operations, pathFor, requestFor, successOf, type Sent } from './gatewayUnderTest.ts'
import { cookie, gateway, withGateway } from './withGateway.ts'

/** Generated over the registry of operations (S-20): a new operation is covered by being declared. */
withGateway({ limits: { drainMs: 0 } })

/** Forgets what the service has seen, which answers as the operation declares. */
function answerFor(operation: Operation): void {
  gateway.upstream.reset()
  gateway.upstream.script(answering(200, successOf(operation), contentTypeOf(operation)))
}

const own = (operation: Operation): string => `/api/${operation.service}${pathFor(operation)}`

/** Addresses that lead, to a careless reader, to the operation's own path or beyond it. */
const targets: readonly ((path: string, service: string) => string)[] = [
  (path) => `${path}/../x`,
  (path) => `${path}/..%2fx`,
  (path) => `${path}%2f..%2fx`,
  (path) => `${path}/%2e%2e/x`,
  (path) => `${path}/%252e%252e/x`,
  (path) => `${path}/..;/x`,
  (path) => `${path}\\..\\x`,
  (path) => `${path}%5cx`,
  (path) => `/${path}`,
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/x/../'),
  (path) => path.replace('/api/', '/API/'),
  (path) => path.replace('/api/', '/%61pi/'),
  (path) => path.replace('/api/', '\\api\\'),
  (path) => path.replace('/api/', '/api;x=1/'),
  (path) => path.replace('/api/', '/api/http:%2f%2fevil.test/'),
  (path) => path.replace('/api/', 'http://evil.test/api/'),
  (path) => path.replace('/api/', 'http://localhost:8080/api/'),
  (path) => path.replace('/api/', '@evil.test/api/'),
  (path, service) => path.replace(`/${service}/`, `/${service.toUpperCase()}/`),
  (path, service) => path.replace(`/${service}/`, `/${service}%00/`),
  (path, service) => path.replace(`/${service}/`, `/${service}/%2e/`),
  (path, service) => path.replace(`/${service}/`, '/nothing/'),
  (path, service) => path.replace(`/${service}/`, `/__proto__/`),
  (path) => `${path}/`,
  (path) => `${path}%00`,
  (path) => `${path}%0d%0aX-Evil:1`,
  (path) => `${path}%20`,
  (path) => `${path};x=1`,
  (path) => `${path}%3bx=1`,
  (path) => `${path}%ef%bc%8f`,
  (path) => `${path}%c0%af`,
  (path) => `${path}?__proto__=1`,
  (path) => `${path}?extra=1`,
  (path) => `${path}#x?y`,
  () => '*',
]

/** Sends requests over one connection, as they are, and reads each status. */
function createRawClient(port: number) {
  let socket: Socket | undefined
  const open = (): Socket => {
    const next = connect(port, '127.0.0.1')
    next.setEncoding('latin1')
    return next
  }
  return {
    send: (text: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const current = socket ?? open()
        let answer = ''
        const done = (isReusable: boolean) => {
          current.removeAllListeners()
          socket = isReusable ? current : undefined
          if (!isReusable) current.on('error', () => undefined).destroy()
          resolve(Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0))
        }
        current.on('data', (chunk: string) => {
          answer += chunk
          const [head = '', body] = answer.split(/\r\n\r\n(.*)/s)
          const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
          if (body !== undefined && body.length >= length) done(!/connection: close/i.test(head))
        })
        current.on('close', () => done(false))
        current.on('error', reject)
        current.write(text, 'latin1')
      }),
    close: () => socket?.destroy(),
  }
}

const rawText = ({ method, headers, payload = '' }: Sent, target: string): string => {
  const body = Buffer.from(payload as string).toString('latin1')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

test('no address but its own leads to an operation', { timeout: 300_000 }, async () => {
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  const client = createRawClient((gateway.app.server.address() as AddressInfo).port)
  let count = 0
  for (const operation of operations) {
    answerFor(operation)
    const sent = requestFor(operation, cookie)
    for (const target of targets) {
      count += 1
      const address = target(own(operation), operation.service)
      const status = await client.send(rawText(sent, address))
      expect(status, `${operation.id} ${address}`).toBeGreaterThanOrEqual(400)
      expect(status, `${operation.id} ${address}`).toBeLessThan(500)
      expect(gateway.upstream.seen, `${operation.id} ${address}`).toEqual([])
    }
  }
  client.close()
  expect(count).toBeGreaterThanOrEqual(1900)
})
