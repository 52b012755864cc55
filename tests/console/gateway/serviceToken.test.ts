import { expect, test } from 'vitest'
import { registry } from '../../../schemas/console.ts'
import { answering } from '../../support/faultyUpstream.ts'
import {
  bodyOf,
  credentialsFor,
  operationOf,
  operations,
  requestFor,
  SERVICE_TOKEN,
  signedIn,
  startGateway,
} from './gatewayUnderTest.ts'
import { sampleCallOf } from './sampleCalls.ts'
import { ask, gateway, withGateway } from './withGateway.ts'

const close = operationOf('accounts.closeAccount')
const headersSeen = () => Object.fromEntries(gateway.upstream.seen.at(-1)?.headers ?? [])

withGateway()

test('goes with the calls that are declared to need it, beside the staff token, and with no other', async () => {
  const needing = operations.filter(({ credential }) => credential === 'service').map(({ id }) => id)
  expect(needing.filter((id) => sampleCallOf(id) === undefined).toSorted()).toEqual([
    'accounts.closeAccount',
    'mcomAccess.submit',
  ])
  for (const { id, service } of operations) {
    await ask(id)
    expect(headersSeen()['x-service-token'], id).toBe(needing.includes(id) ? SERVICE_TOKEN : undefined)
    expect(headersSeen()).toMatchObject(credentialsFor(registry, service))
  }
})

test('is sent under the name the configuration gives it', async () => {
  const other = await startGateway({ own: { serviceToken: { header: 'X-Close-Key', value: 'canary key' } } })
  await other.app.inject(requestFor(close, await signedIn(other)))
  expect(other.upstream.seen[0]?.headers).toContainEqual(['X-Close-Key', 'canary key'])
  await other.stop()
})

test('that is not configured keeps the call from being sent, and the intent may be sent again later', async () => {
  const bare = await startGateway({ own: { serviceToken: null } })
  const sent = requestFor(close, await signedIn(bare))
  for (let time = 0; time < 2; time += 1) {
    const response = await bare.app.inject(sent)
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([503, 'NOT_CONFIGURED'])
  }
  expect(bare.upstream.seen).toEqual([])
  await bare.stop()
})

test.each([
  [401, { detail: 'Invalid service token' }, 502, 'UPSTREAM_CREDENTIAL', 200],
  [401, {}, 502, 'UPSTREAM_CREDENTIAL', 200],
  [401, '<h1>No</h1>', 502, 'UPSTREAM_CREDENTIAL', 200],
  [401, { detail: 'Invalid token.' }, 401, 'SESSION_OVER', 401],
  [403, { errors: [{ message: 'Invalid service token.' }] }, 403, 'UPSTREAM_FORBIDDEN', 200],
] as const)('refused with %s %j is %s %s, and the session is %s', async (status, body, expected, code, after) => {
  gateway.upstream.script(answering(status, body))
  const response = await ask('accounts.closeAccount')
  expect([response.statusCode, bodyOf(response)['code']]).toEqual([expected, code])
  gateway.upstream.script(answering(200, []))
  expect((await ask('treasury.list')).statusCode).toBe(after)
})

test('is not repeated to the browser by a service that repeats it', async () => {
  for (const [status, body] of [
    [422, { errors: [{ message: `Header was ${SERVICE_TOKEN}` }] }],
    [200, { message: `Header was ${SERVICE_TOKEN}`, result: { got: SERVICE_TOKEN } }],
  ] as const) {
    gateway.upstream.script(answering(status, body))
    const { body: text } = await ask('accounts.closeAccount')
    expect(text).toContain('Header was •••')
    expect(text).not.toContain(SERVICE_TOKEN)
  }
})

test('a read with another service ends the session when the staff token is refused there', async () => {
  gateway.upstream.script(answering(401, {}))
  expect((await ask('accounts.transactions')).statusCode).toBe(401)
  expect((await ask('treasury.list')).statusCode).toBe(401)
})
