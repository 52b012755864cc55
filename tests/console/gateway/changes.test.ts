import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { leavesOf } from '../../../language/binding.ts'
import type { Operation } from '../../../language/operations.ts'
import type { Connection } from '../../../server/store/tables.ts'
import { answering, cutting, hanging, type Script } from '../../support/faultyUpstream.ts'
import { bodyOf, mutations, operationOf, requestFor, successOf } from './gatewayUnderTest.ts'
import { cookie, gateway, trail, withGateway } from './withGateway.ts'

const approve = operationOf('treasury.approve')
const send = (key: string, url?: string) => {
  const sent = requestFor(approve, cookie, { 'idempotency-key': key })
  return gateway.app.inject({ ...sent, url: url ?? sent.url })
}

/** Whether the call says anything of a record, or of what is typed into a form: an upload of lines and a new ticker do not. */
const isAboutRecord = ({ path, query, body }: Operation): boolean =>
  path.includes('{') || leavesOf({ ...query, ...body }).some(([, source]) => 'field' in source)

/** Answers only after `release` has been called. */
function held(script: Script): { readonly script: Script; readonly release: () => void } {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    script: async (request, response, incoming) => {
      await released
      await script(request, response, incoming)
    },
    release: () => release(),
  }
}

interface Ending {
  readonly status: number
  readonly code: string
  /** What the trail says came of it. */
  readonly result: string
}

/** Sends a change, and the same one again, to a service that does as scripted. */
async function goesOutOnce(id: string, script: Script, { status, code, result }: Ending): Promise<void> {
  gateway.upstream.script(script)
  const sent = requestFor(operationOf(id), cookie, { 'x-outcome-checked': '1' })
  const first = await gateway.app.inject(sent)
  expect([first.statusCode, bodyOf(first)['code']]).toEqual([status, code])
  const again = await gateway.app.inject(sent)
  const isAsked = operationOf(id).definition.kind === 'form' && code !== 'UPSTREAM_REFUSED'
  expect(again.statusCode).toBe(isAsked ? 409 : status)
  expect(gateway.upstream.seen).toHaveLength(1)
  expect((await trail())[1]).toMatchObject({ phase: 'outcome', result })
}

/** The next change is let through however many before it have failed. */
const NEVER_OPEN = { breakerOpenMs: 1 }

describe.each(mutations.map(({ id }) => id))('%s', (id) => {
  const operation = operationOf(id)
  withGateway({ limits: NEVER_OPEN })

  test('is recorded before it is sent and when it has ended', async () => {
    let recorded: unknown[] = []
    gateway.upstream.script(async (request, response, incoming) => {
      recorded = await trail()
      await answering(200, successOf(operation))(request, response, incoming)
    })
    const sent = requestFor(operation, cookie)
    expect((await gateway.app.inject(sent)).statusCode).toBe(200)
    expect(recorded).toMatchObject([
      {
        phase: 'intent',
        operation: id,
        resource: operation.resource,
        actor: { userId: 1, role: 'admin' },
        idempotencyKey: sent.headers['idempotency-key'],
        target: isAboutRecord(operation) ? (expect.stringMatching(/=/) as string) : null,
      },
    ])
    const [intent, outcome] = await trail()
    expect(outcome).toMatchObject({ phase: 'outcome', intentSeq: intent?.seq, result: 'ok', status: 200 })
    expect(JSON.stringify(await trail())).not.toContain('9ZZ10058')
  })

  test('needs an Idempotency-Key that is a UUID', async () => {
    for (const key of ['', 'abc', '1234']) {
      const response = await gateway.app.inject(requestFor(operation, cookie, { 'idempotency-key': key }))
      expect([response.statusCode, bodyOf(response)['code']]).toEqual([400, 'IDEMPOTENCY_KEY_MISSING'])
    }
    expect(gateway.upstream.seen).toEqual([])
    expect(await trail()).toEqual([])
  })

  test('goes out exactly once where the service cuts the connection', () =>
    goesOutOnce(id, cutting(), { status: 504, code: 'OUTCOME_UNKNOWN', result: 'unknown' }))
})

/** A change of each shape: of a record, by a form, with a file, and one that the service takes by GET. */
const shapes = ['treasury.approve', 'reinstate.submit', 'accounts.uploadDocument', 'populateHoldings.submit']

describe.each(shapes)('%s goes out exactly once where the service', (id) => {
  withGateway({ limits: { ...NEVER_OPEN, mutateMs: 200, uploadMs: 1000 } })

  test.each([
    ['does not answer', hanging, 504, 'OUTCOME_UNKNOWN', 'unknown'],
    ['answers 503', answering(503, {}), 502, 'UPSTREAM_FAILED', 'unknown'],
    ['is behind a proxy that answers 502', answering(502, '<h1>'), 504, 'OUTCOME_UNKNOWN', 'unknown'],
    ['is behind a proxy that answers 504', answering(504, {}), 504, 'OUTCOME_UNKNOWN', 'unknown'],
    ['answers HTML', answering(200, '<html>', { 'content-type': 'text/html' }), 502, 'UPSTREAM_FORMAT', 'unknown'],
    ['refuses with 422', answering(422, { message: 'No' }), 422, 'UPSTREAM_REFUSED', 'refused'],
    ['refuses with 200', answering(200, { success: false, message: 'No' }), 422, 'UPSTREAM_REFUSED', 'refused'],
  ])('%s', (_what, script, status, code, result) => goesOutOnce(id, script, { status, code, result }))
})

describe('an Idempotency-Key', () => {
  withGateway()

  test('answers a repetition with the first answer and sends nothing', async () => {
    gateway.upstream.script(answering(200, { message: 'approved' }))
    const key = randomUUID()
    const [first, again] = [await send(key), await send(key)]
    expect(again.json()).toEqual(first.json())
    expect(first.json()).toEqual({ message: 'approved' })
    expect(gateway.upstream.seen).toHaveLength(1)
    expect(await trail()).toHaveLength(2)
  })

  test('of another request is refused', async () => {
    const key = randomUUID()
    await send(key)
    const other = await send(key, '/api/admin/treasuries-master/4')
    expect([other.statusCode, bodyOf(other)['code']]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
    expect(gateway.upstream.seen).toHaveLength(1)
  })

  test('under way is refused, and so is another change of the same record', async () => {
    const { script, release } = held(answering(200, {}))
    gateway.upstream.script(script)
    const key = randomUUID()
    const first = send(key)
    await expect.poll(() => gateway.upstream.seen.length).toBe(1)
    for (const response of [await send(key), await send(randomUUID())]) {
      expect([response.statusCode, bodyOf(response)['code']]).toEqual([409, 'IN_FLIGHT'])
    }
    release()
    expect((await first).statusCode).toBe(200)
    expect(gateway.upstream.seen).toHaveLength(1)
    expect((await send(randomUUID())).statusCode).toBe(200)
  })

  test('under way keeps changes of the same record waiting, whatever else they name it by', async () => {
    const { script, release } = held(answering(200, {}))
    gateway.upstream.script(script)
    const act = (id: string) => gateway.app.inject(requestFor(operationOf(id), cookie))
    const first = act('accounts.closeAccount')
    await expect.poll(() => gateway.upstream.seen.length).toBe(1)
    for (const id of ['accounts.resubmit', 'accounts.activate']) {
      const response = await act(id)
      expect([response.statusCode, bodyOf(response)['code']]).toEqual([409, 'IN_FLIGHT'])
    }
    release()
    expect((await first).statusCode).toBe(200)
    expect((await trail())[0]).toMatchObject({ target: 'id=3&user__id=910741' })
    expect((await act('accounts.resubmit')).statusCode).toBe(200)
  })

  test('is free again where nothing was sent or nothing was decided', async () => {
    const key = randomUUID()
    gateway.upstream.script(answering(429, {}, { 'retry-after': '7' }))
    const limited = await send(key)
    expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '7'])
    const later = new Date(Date.now() + 7_200_000).toUTCString()
    gateway.upstream.script(answering(429, {}, { 'retry-after': later }))
    expect(bodyOf(await send(key))['message']).toBe('Too many requests. Try again in 2 hours.')
    gateway.upstream.script(answering(200, {}))
    expect((await send(key)).statusCode).toBe(200)
  })

  test('of ten simultaneous clicks lets one through', async () => {
    const { script, release } = held(answering(200, {}))
    gateway.upstream.script(script)
    const key = randomUUID()
    const clicks = Array.from({ length: 10 }, () => send(key))
    await expect.poll(() => gateway.upstream.seen.length).toBe(1)
    release()
    const statuses = (await Promise.all(clicks)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status !== 409 && status !== 200)).toEqual([])
    expect(gateway.upstream.seen).toHaveLength(1)
  })
})

describe('an audit trail that cannot be written', () => {
  withGateway()
  const fail = () => Promise.reject(new Error('disk full'))
  afterEach(() => vi.restoreAllMocks())

  test('lets no change out, and frees its key', async () => {
    const broken = vi.spyOn(gateway.store.audit, 'intent').mockImplementation(fail)
    const key = randomUUID()
    const response = await send(key)
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([503, 'AUDIT_UNAVAILABLE'])
    expect(gateway.upstream.seen).toEqual([])
    broken.mockRestore()
    expect((await send(key)).statusCode).toBe(200)
  })

  test.each(['touch', 'claim', 'intent and abandon'])('says so wherever the store fails first: %s', async (where) => {
    const { sessions, idempotency, audit } = gateway.store
    if (where === 'touch') vi.spyOn(sessions, 'touch').mockImplementation(fail)
    if (where === 'claim') vi.spyOn(idempotency, 'claim').mockImplementation(fail)
    if (where.startsWith('intent')) {
      vi.spyOn(audit, 'intent').mockImplementation(fail)
      vi.spyOn(idempotency, 'abandon').mockImplementation(fail)
    }
    const response = await send(randomUUID(), '/api/admin/treasuries-master/77')
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([503, 'AUDIT_UNAVAILABLE'])
    expect(gateway.upstream.seen).toEqual([])
  })

  test('lets no change out while the disk is full', async () => {
    const { db } = gateway.store.table<Connection>({ migrations: {}, open: ({ connection }) => connection })
    await sql`pragma max_page_count = 1`.execute(db)
    let sent = 0
    let response = await send(randomUUID())
    while (response.statusCode === 200 && sent < 500) {
      sent += 1
      response = await send(randomUUID())
    }
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([503, 'AUDIT_UNAVAILABLE'])
    expect(gateway.upstream.seen).toHaveLength(sent)
    await sql`pragma max_page_count = 1000000`.execute(db)
    expect((await send(randomUUID())).statusCode).toBe(200)
    expect(await gateway.store.audit.verify()).toMatchObject({ ok: true })
  })

  test('lets no export out', async () => {
    vi.spyOn(gateway.store.audit, 'intent').mockImplementation(fail)
    const response = await gateway.app.inject(requestFor(operationOf('accounts.export'), cookie))
    expect(response.statusCode).toBe(503)
    expect(gateway.upstream.seen).toEqual([])
  })

  test('leaves reading alone', async () => {
    for (const method of ['intent', 'event', 'outcome'] as const) {
      vi.spyOn(gateway.store.audit, method).mockImplementation(fail)
    }
    gateway.upstream.script(answering(200, []))
    expect((await gateway.app.inject(requestFor(operationOf('treasury.list'), cookie))).statusCode).toBe(200)
  })

  test('does not turn a change that was made into a failure', async () => {
    vi.spyOn(gateway.store.audit, 'outcome').mockImplementation(fail)
    expect((await send(randomUUID())).statusCode).toBe(200)
    expect(await trail()).toMatchObject([{ phase: 'intent' }])
  })
})
