import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Script } from '../tests/support/faultyUpstream.ts'
import {
  operationOf,
  requestFor,
  type Sent,
  signedIn,
  startGateway,
} from '../tests/console/gateway/gatewayUnderTest.ts'

const UNREAD = 40
const READS = 50
/** What a quick service takes for a list. */
const SERVICE_MS = 20
const ROUNDS = 9
/** Until every buffer between the service and the browser is full. */
const FILLING_MS = 500
/** How much longer others may wait while one person reads none of their downloads. */
const BUDGET = 0.1

/** A service with a file that never ends and a list of accounts. */
const service: Script = async ({ target }, response) => {
  if (!target.includes('export')) {
    await wait(SERVICE_MS)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"apex_accounts":[],"total_pages":1,"status":[]}')
    return
  }
  response.writeHead(200, { 'content-type': 'text/csv' })
  const more = (): void => {
    while (!response.destroyed && response.write('a'.repeat(64 * 1024)));
  }
  response.on('drain', more)
  more()
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

/** `npm run bench -- downloads`: what others notice of one person whose browser reads none of 40 downloads. */
export async function reportDownloads(): Promise<boolean> {
  const gateway = await startGateway({ limits: { readHeadersMs: 60_000 } })
  gateway.upstream.script(service)
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = gateway.app.server.address() as AddressInfo
  const send = ({ url, method, headers }: Sent): ClientRequest =>
    request({ port, host: '127.0.0.1', path: url, method, headers }).on('error', () => undefined)
  const [greedy, other] = [await signedIn(gateway), await signedIn(gateway, 'admin', { userId: 2 })]
  const reads = async (): Promise<readonly number[]> => {
    const times: number[] = []
    for (let read = 0; read < READS; read += 1) {
      const startedAt = performance.now()
      const asked = requestFor(operationOf('accounts.list'), other)
      const [answer] = (await once(send(asked).end(asked.payload), 'response')) as [IncomingMessage]
      await once(answer.resume(), 'end')
      if (answer.statusCode !== 200) throw new Error(`a list was answered with ${answer.statusCode}`)
      times.push(performance.now() - startedAt)
    }
    return times
  }
  await reads()
  const [alone, meanwhile]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(...(await reads()))
    const unread = Array.from({ length: UNREAD }, () => send(requestFor(operationOf('accounts.export'), greedy)))
    for (const each of unread) each.on('response', (answer) => answer.pause().on('error', () => undefined)).end()
    await once(unread[0] ?? gateway.app.server, 'response')
    await wait(FILLING_MS)
    meanwhile.push(...(await reads()))
    for (const each of unread) each.destroy()
  }
  await gateway.stop()
  const [before, during] = [percentile(alone, 0.95), percentile(meanwhile, 0.95)]
  const isWithin = during <= before * (1 + BUDGET)
  const text = `p95 of a list of others ${before.toFixed(2)} ms, next to ${UNREAD} unread downloads ${during.toFixed(2)} ms`
  console.log(`${isWithin ? 'within' : 'OVER'}: ${text} (budget +${BUDGET * 100} %)`)
  return isWithin
}
