import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { model } from '../inputs/dependent.ts'
import { pageHeaders, startGateway } from './startGateway.ts'

const keyed = (service: object) =>
  ({ ...model, registry: { ...model.registry, services: { library: service } } }) as typeof model

const failures: object[] = []
const write = (line: string): void => {
  const { msg, code, variable } = JSON.parse(line) as Readonly<Record<string, string>>
  if (msg === 'failed') failures.push({ code, variable })
}

let gateway: Awaited<ReturnType<typeof startGateway>>
let keyless: Awaited<ReturnType<typeof startGateway>>

beforeAll(async () => {
  const header = { 'X-Api-Key': 'LIBRARY_KEY' }
  gateway = await startGateway(keyed({ authorization: 'key', header }), {
    serviceHeaders: { library: { 'X-Api-Key': 'the-key' } },
    logger: { stream: { write } },
  })
  keyless = await startGateway(keyed({ authorization: 'key' }))
})
afterEach(() => {
  gateway.upstream.reset()
  failures.length = 0
})
afterAll(() => Promise.all([gateway.close(), keyless.close()]))

const read = ({ app, cookie }: typeof gateway) =>
  app.inject({
    method: 'GET',
    url: '/api/library/books',
    headers: { ...pageHeaders, 'x-operation': 'books.list', cookie },
  })

test('a service with a key of its own receives the key and never the staff token', async () => {
  gateway.upstream.script(answering(200, []))
  expect((await read(gateway)).statusCode).toBe(200)
  const sent = new Map(gateway.upstream.seen[0]?.headers.map(([name, value]) => [name.toLowerCase(), value]))
  expect(sent.get('x-api-key')).toBe('the-key')
  expect(sent.has('authorization')).toBe(false)
  expect(JSON.stringify([...sent])).not.toContain('token')
})

test('a key that the service refuses ends no session', async () => {
  gateway.upstream.script(answering(401, { message: 'Unknown key' }))
  expect((await read(gateway)).json()).toMatchObject({ code: 'UPSTREAM_CREDENTIAL' })
  gateway.upstream.script(answering(200, []))
  expect((await read(gateway)).statusCode).toBe(200)
})

test('the log names the variable of a key that is refused, and of an address that does not answer as it should', async () => {
  gateway.upstream.script(answering(401, { message: 'Unknown key' }))
  await read(gateway)
  gateway.upstream.script(answering(500, {}))
  await read(gateway)
  expect(failures).toEqual([
    { code: 'UPSTREAM_CREDENTIAL', variable: 'LIBRARY_KEY' },
    { code: 'UPSTREAM_FAILED', variable: 'LIBRARY_URL' },
  ])
})

test('without a header for the key, the service is not called', async () => {
  expect((await read(keyless)).json()).toMatchObject({ code: 'NOT_CONFIGURED' })
  expect(keyless.upstream.seen).toEqual([])
})
