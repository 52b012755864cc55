import { request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hanging } from '../../support/faultyUpstream.ts'
import { model } from '../readersLibrary.ts'
import { pageHeaders, startGateway } from './startGateway.ts'
import { type Gateway, trail } from './waitingBooks.ts'

let gateway: Gateway
let port: number
let log: string[]

beforeEach(async () => {
  log = []
  const logger = { stream: { write: (line: string) => void log.push(line) } }
  gateway = await startGateway(model, { logger, limits: { sessionRate: { max: 1000, windowMs: 1000 } } })
  port = Number(new URL(await gateway.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(() => gateway.close())

/** Asks over real connections, all at once, and hangs up once the service has been asked. */
async function left(operation: string, path: string, count = 1): Promise<void> {
  const asked = gateway.upstream.seen.length + count
  const headers = { ...pageHeaders, cookie: gateway.cookie, 'x-operation': operation }
  const asking = Array.from({ length: count }, () =>
    request({ port, host: '127.0.0.1', path: `/api/library/${path}`, headers })
      .on('error', () => undefined)
      .end(),
  )
  await expect.poll(() => gateway.upstream.seen.length).toBe(asked)
  for (const each of asking) each.destroy()
}

test('reads whose browsers have gone are no failures of the service, however many', async () => {
  gateway.upstream.script(hanging)
  await left('readers.getOne', 'readers/7', 25)
  await expect.poll(() => log.filter((line) => line.includes('"code":"CLIENT_CLOSED"')).length).toBe(25)
  expect(log.filter((line) => line.includes('UPSTREAM') || line.includes('"level":40'))).toEqual([])
  const { body } = await gateway.app.inject({ url: '/metrics', headers: { host: 'localhost:8080' } })
  expect(body).not.toContain('status="5xx"')
  // A circuit that is open would send nothing.
  await left('readers.getOne', 'readers/7')
})

test('a file that no browser waits for any more is on record as that', async () => {
  gateway.upstream.script(hanging)
  await left('readers.file', 'readers.csv')
  await expect
    .poll(() => trail(gateway))
    .toMatchObject([{ phase: 'intent' }, { phase: 'outcome', result: 'failed', message: 'CLIENT_CLOSED' }])
})
