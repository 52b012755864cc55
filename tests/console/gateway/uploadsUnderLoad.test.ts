import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { bodyOf, fieldsFor, operationOf, signedIn, startGateway, uploadFor } from './gatewayUnderTest.ts'
import { pngOfBytes } from './images.ts'
import { cookie, gateway, withGateway } from './withGateway.ts'

const operation = operationOf('accounts.uploadDocument')
const fields = fieldsFor(operation)
const record = { result: { record_id: 'snap-9' } }

withGateway()
beforeAll(async () => {
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(() => {
  gateway.upstream.script(answering(200, record))
})

const trail = () => gateway.store.audit.list({ limit: 1000, afterSeq: 0 })

/** Sends a form over a connection of its own, as far as `bytes` goes; gives the answer's status, or null without one. */
function overTheWire({ headers, payload }: ReturnType<typeof uploadFor>, sent = payload.length) {
  const { port } = gateway.app.server.address() as AddressInfo
  const own = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/main/user/apex/snap/images',
    headers: { ...headers, 'content-length': String(payload.length) },
  })
  const answered = new Promise<number | null>((resolve) => {
    own.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? null))
    })
    own.on('error', () => resolve(null))
  })
  own.write(payload.subarray(0, sent))
  return { own, answered }
}

describe('a browser that leaves', () => {
  test('in the middle of its file has sent nothing, and may try again under the same key', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const bytes = pngOfBytes(4_000_000)
    const form = uploadFor(operation, cookie, key, [...fields, ['file', bytes, 'a.png']])
    const { own, answered } = overTheWire(form, 1_000_000)
    await expect.poll(() => own.writableLength).toBe(0)
    own.destroy()
    expect(await answered).toBeNull()
    expect(await trail()).toEqual([])
    const again = overTheWire(form)
    again.own.end()
    expect(await again.answered).toBe(200)
    expect(gateway.upstream.seen).toHaveLength(1)
    expect((await trail()).map(({ phase }) => phase)).toEqual(['intent', 'outcome'])
  })

  test('gets the refusal of a large file although it is still sending', async () => {
    const form = uploadFor(operation, cookie, {}, [...fields, ['file', Buffer.alloc(40_000_000), 'a.png']])
    const { own, answered } = overTheWire(form)
    own.end()
    expect(await answered).toBe(413)
  })
})

describe('many uploads at once', () => {
  test('wait for their turn, and those that find no place to wait are told to come back', async () => {
    const own = await startGateway({ limits: { uploadsAtOnce: 1, decodesAtOnce: 1, uploadsWaiting: 2 } })
    const session = await signedIn(own)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    own.upstream.script(async (...args) => {
      await held
      await answering(200, record)(...args)
    })
    const post = () => own.app.inject(uploadFor(operation, session))
    const first = post()
    await expect.poll(() => own.upstream.seen.length).toBe(1)
    const later = Array.from({ length: 3 }, post)
    const turnedAway = await Promise.race(later)
    expect([turnedAway.statusCode, bodyOf(turnedAway)['code']]).toEqual([503, 'OVERLOADED'])
    expect(turnedAway.headers['retry-after']).toBe('5')
    release()
    const statuses = (await Promise.all([first, ...later]))
      .map(({ statusCode }) => statusCode)
      .toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, 200, 200, 503])
    await own.stop()
  })

  test('do not wait longer than an upload may take', async () => {
    const own = await startGateway({ limits: { uploadsAtOnce: 1, uploadMs: 300 } })
    const session = await signedIn(own)
    own.upstream.script(() => undefined)
    const post = async () => bodyOf(await own.app.inject(uploadFor(operation, session)))['code']
    const codes = await Promise.all([post(), post()])
    expect(codes.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(['OUTCOME_UNKNOWN', 'OVERLOADED'])
    await own.stop()
  })
})
