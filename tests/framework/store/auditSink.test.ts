import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { nameOfSink } from '../../../server/config/auditSink.ts'
import { errorCode } from '../../../server/config/settings.ts'
import { freePort } from '../../support/freePort.ts'
import { writeToSink } from '../../../server/store/writeCheckpoint.ts'

const line = '{"v":1,"seq":7}'
const message = /^<109>1 \d{4}-\d\d-\d\dT\S+Z \S+ countersign \d+ audit-checkpoint - \{"v":1,"seq":7\}$/

test('a checkpoint arrives at a syslog server by UDP', async () => {
  const server = createSocket('udp4')
  onTestFinished(() => void server.close())
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  const arrived = once(server, 'message')
  await writeToSink({ kind: 'syslog', protocol: 'udp', host: '127.0.0.1', port: server.address().port }, line)
  expect(String((await arrived)[0])).toMatch(message)
})

test('a checkpoint arrives at a syslog server by TCP, with its length', async () => {
  const received: Promise<string>[] = []
  const server = createTcpServer((socket) => void received.push(text(socket)))
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await writeToSink({ kind: 'syslog', protocol: 'tcp', host: '127.0.0.1', port }, line)
  const [, length, sent = ''] = /^(\d+) (.*)$/.exec((await received[0]) ?? '') ?? []
  expect(sent).toMatch(message)
  expect(Number(length)).toBe(sent.length)
})

test('a checkpoint is posted, and an answer that is no success is a failure', async () => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body)
      response.writeHead(bodies.length === 1 ? 204 : 500).end()
    })
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sink = { kind: 'https', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` } as const
  await writeToSink(sink, line)
  expect(bodies).toEqual([line])
  await expect(writeToSink(sink, line)).rejects.toMatchObject({ message: 'the sink answered 500', code: 'HTTP_500' })
  const gone = { kind: 'https', url: `http://127.0.0.1:${await freePort()}/` } as const
  await expect(writeToSink(gone, line)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('a sink that does not answer is a timeout', async () => {
  const shorter = AbortSignal.timeout.bind(AbortSignal, 50)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(shorter)
  onTestFinished(() => void vi.restoreAllMocks())
  const server = createTcpServer(() => undefined)
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const sinks = [
    { kind: 'syslog', protocol: 'tcp', host: '127.0.0.1', port },
    { kind: 'https', url: `http://127.0.0.1:${port}/` },
  ] as const
  for (const sink of sinks) {
    const failure = await writeToSink(sink, line).catch((error: unknown) => error)
    expect(errorCode(failure)).toBe('ETIMEDOUT')
  }
})

test('a sink is named without what may be secret in its address', () => {
  expect(nameOfSink({ kind: 'https', url: 'https://log.example.test/token?key=1' })).toBe('https://log.example.test')
  expect(nameOfSink({ kind: 'syslog', protocol: 'tcp', host: '::1', port: 601 })).toBe('syslog://::1:601 (tcp)')
})
