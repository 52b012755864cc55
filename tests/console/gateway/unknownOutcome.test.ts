import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../../language/operations.ts'
import { answering, cutting, hanging, type Script } from '../../support/faultyUpstream.ts'
import { bodyOf, mutations, operationOf, requestFor, signedIn, successOf } from './gatewayUnderTest.ts'
import { cookie, gateway, trail, withGateway } from './withGateway.ts'

const ofForms = mutations.filter(({ definition }) => definition.kind === 'form')
const ofRecords = mutations.filter(({ definition }) => definition.kind !== 'form')

const DAYS_MS = 2 * 24 * 3_600_000

// The next submission is let through however many before it have failed.
withGateway({ limits: { mutateMs: 1000, mutateHeadersMs: 1000, breakerOpenMs: 1 } })
// What a test has left with an unknown outcome is forgotten by the next.
afterEach(() => gateway.clock.advance(DAYS_MS))

const ask = async (operation: Operation, script: Script, headers: Record<string, string> = {}, who = cookie) => {
  gateway.upstream.script(script)
  const response = await gateway.app.inject(requestFor(operation, who, headers))
  return { status: response.statusCode, code: bodyOf(response)['code'], message: bodyOf(response)['message'] }
}

const done = (operation: Operation) => answering(200, successOf(operation))
const sentCount = () => gateway.upstream.seen.length
const checked = { 'x-outcome-checked': '1' }

describe.each(ofForms.map(({ id }) => id))('%s, sent again as a new submission', (id) => {
  const operation = operationOf(id)

  test('is asked about after a broken connection until someone says to have checked', async () => {
    expect((await ask(operation, cutting())).code).toBe('OUTCOME_UNKNOWN')
    expect(await ask(operation, done(operation))).toEqual({
      status: 409,
      code: 'IN_DOUBT',
      message:
        'The same request was sent less than a minute ago by you, but its outcome is unknown. Nothing was sent now: check first.',
    })
    expect(sentCount()).toBe(1)
    expect(await trail()).toHaveLength(2)
    expect((await ask(operation, done(operation), checked)).status).toBe(200)
    expect(sentCount()).toBe(2)
    expect((await trail())[2]).toMatchObject({ phase: 'intent', operation: id, outcomeChecked: true })
    expect((await ask(operation, done(operation))).status).toBe(200)
  })
})

describe('a submission with an unknown outcome', () => {
  const reinstate = operationOf('reinstate.submit')

  test.each([
    ['does not answer', hanging],
    ['answers HTML', answering(200, '<html>', { 'content-type': 'text/html' })],
    [
      'is lost behind a proxy that answers 502',
      answering(502, '<h1>Bad Gateway</h1>', { 'content-type': 'text/html' }),
    ],
    ['is lost behind a proxy that answers 504', answering(504, {})],
    ['fails', answering(500, {})],
    ['fails for a while', answering(503, {})],
  ])('is asked about where the service %s', async (_what, script) => {
    await ask(reinstate, script)
    expect((await ask(reinstate, done(reinstate))).code).toBe('IN_DOUBT')
    expect(sentCount()).toBe(1)
  })

  test.each([
    ['succeeds', done(reinstate), 200],
    ['refuses', answering(422, { message: 'No such user' }), 422],
    ['refuses with 200', answering(200, { success: false, message: 'No such user' }), 422],
  ])('is none where the service %s', async (_what, script, status) => {
    expect((await ask(reinstate, script)).status).toBe(status)
    expect((await ask(reinstate, done(reinstate))).status).toBe(200)
    expect(sentCount()).toBe(2)
  })

  test.each([
    [59_999, 'less than a minute ago'],
    [60_000, '1 minute ago'],
    [59.9 * 60_000, '59 minutes ago'],
    [60 * 60_000, '1 hour ago'],
    [23 * 3_600_000, '23 hours ago'],
  ])('is told %i ms later as one of %s', async (ms, words) => {
    await ask(reinstate, cutting())
    gateway.clock.advance(ms)
    const { message } = await ask(reinstate, done(reinstate), {}, await signedIn(gateway))
    expect(message).toContain(`was sent ${words} by you`)
  })

  test('is asked about when someone else has it, who is not told whose it was', async () => {
    await ask(reinstate, cutting())
    const other = await signedIn(gateway, 'admin', { userId: 2, email: 'other@countersign.test' })
    const { code, message } = await ask(reinstate, done(reinstate), {}, other)
    expect([code, message]).toEqual(['IN_DOUBT', expect.stringContaining('by someone else')])
    expect(message).not.toContain('canary')
  })

  test('does not stand in the way of other values', async () => {
    await ask(reinstate, cutting())
    const sent = requestFor(reinstate, cookie)
    const body = JSON.parse(sent.payload as string) as Record<string, Record<string, string>>
    const text = JSON.stringify(body).replace(/[a-z.]+@/i, 'somebody.else@')
    expect(text).not.toBe(sent.payload)
    gateway.upstream.script(done(reinstate))
    expect((await gateway.app.inject({ ...sent, payload: text })).statusCode).toBe(200)
  })

  test('is so again when the new attempt is not answered either', async () => {
    await ask(reinstate, cutting())
    await ask(reinstate, cutting(), checked)
    expect((await ask(reinstate, done(reinstate))).code).toBe('IN_DOUBT')
    expect(sentCount()).toBe(2)
  })

  test.each(['0', 'true', ''])('is not laid to rest by a header that says %j', async (value) => {
    await ask(reinstate, cutting())
    expect((await ask(reinstate, done(reinstate), { 'x-outcome-checked': value })).code).toBe('IN_DOUBT')
  })

  test('is asked about under its own key, too', async () => {
    const key = { 'idempotency-key': randomUUID() }
    await ask(reinstate, cutting(), key)
    expect((await ask(reinstate, done(reinstate), key)).code).toBe('IN_DOUBT')
    expect(sentCount()).toBe(1)
  })

  test.each(ofRecords.slice(0, 3).map(({ id }) => id))(
    'is not asked about for %s, whose record can be looked at',
    async (id) => {
      const operation = operationOf(id)
      await ask(operation, cutting())
      expect((await ask(operation, done(operation))).status).toBe(200)
      expect((await trail()).every((entry) => !('outcomeChecked' in entry))).toBe(true)
      await ask(operation, done(operation), checked)
      expect((await trail()).every((entry) => !('outcomeChecked' in entry))).toBe(true)
    },
  )

  test('is nowhere in the store by its values', async () => {
    await ask(reinstate, cutting())
    const { payload } = requestFor(reinstate, cookie)
    const typed = payload?.toString().match(/[^"]+@[^"]+/g) ?? []
    expect(typed).not.toEqual([])
    const { dataDir } = gateway.config
    const files = (await readdir(dataDir)).filter((name) => name.includes('sqlite'))
    const store = (await Promise.all(files.map((name) => readFile(join(dataDir, name), 'latin1')))).join('')
    expect(store).toContain('reinstate.submit')
    for (const value of typed) expect(store).not.toContain(value)
  })

  test.each(ofForms.map(({ id }) => id))('is not even begun for %s while the same is under way', async (id) => {
    const operation = operationOf(id)
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    gateway.upstream.script(async (...exchange) => {
      await released
      await done(operation)(...exchange)
    })
    const first = gateway.app.inject(requestFor(operation, cookie))
    await expect.poll(sentCount).toBe(1)
    const second = await gateway.app.inject(requestFor(operation, cookie))
    release()
    expect(bodyOf(second)['code']).toBe('IN_FLIGHT')
    expect((await first).statusCode).toBe(200)
    expect(sentCount()).toBe(1)
  })
})

describe('a submission whose answer found no one', () => {
  const reinstate = operationOf('reinstate.submit')

  const openConnections = () => promisify(gateway.app.server.getConnections.bind(gateway.app.server))()

  beforeAll(() => gateway.app.listen({ host: '127.0.0.1', port: 0 }))

  /** Sends over a real connection and breaks it while the service is still at work. */
  async function leaveWhile(script: Script): Promise<void> {
    let arrived = (): void => undefined
    const isThere = new Promise<void>((resolve) => {
      arrived = resolve
    })
    let release = (): void => undefined
    const isLeft = new Promise<void>((resolve) => {
      release = resolve
    })
    gateway.upstream.script(async (request, response, incoming) => {
      arrived()
      await isLeft
      await script(request, response, incoming)
    })
    const sent = requestFor(reinstate, cookie)
    const { port } = gateway.app.server.address() as AddressInfo
    const payload = Buffer.from(sent.payload ?? '')
    const headers = { ...sent.headers, 'content-length': payload.length }
    const browser = httpRequest({ port, host: '127.0.0.1', method: sent.method, path: sent.url, headers })
    browser.on('error', () => undefined)
    browser.end(payload)
    await isThere
    browser.destroy()
    await expect.poll(openConnections).toBe(0)
    release()
  }

  test('and was a success is asked about, and told to be one', async () => {
    await leaveWhile(done(reinstate))
    await expect.poll(async () => (await trail()).length).toBe(2)
    const again = () => ask(reinstate, done(reinstate))
    await expect.poll(async () => (await again()).code).toBe('SENT_BEFORE')
    expect((await again()).message).toBe(
      'The same request was sent less than a minute ago by you, and it was done. Nothing was sent now.',
    )
    expect(sentCount()).toBe(1)
    expect((await ask(reinstate, done(reinstate), checked)).status).toBe(200)
  })

  test('and was a refusal can simply be sent again', async () => {
    await leaveWhile(answering(422, { message: 'No' }))
    await expect.poll(async () => (await trail()).length).toBe(2)
    await expect.poll(async () => (await ask(reinstate, done(reinstate))).status).toBe(200)
  })
})
