import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { model } from '../waitingLibrary.ts'
import { startGateway } from './startGateway.ts'
import { ask, changes, detail, type Gateway, second, stateOf } from './waitingBooks.ts'

let approvals: { isOn: boolean; readonly expiryMs: number }
let gateway: Gateway
let other: string

/** What the detail of Ann has from now on; undefined for a detail that cannot be read. Changes are accepted. */
const hold = (own: object | undefined): void =>
  gateway.upstream.script((request, ...exchange) => {
    const isList = request.target === '/readers'
    const answer = request.method !== 'GET' ? {} : isList ? [{ id: 7, email: 'ann@x.test' }] : { id: 7, ...own }
    return answering(own === undefined && !isList ? 500 : 200, answer)(request, ...exchange)
  })

beforeEach(async () => {
  approvals = { isOn: true, expiryMs: 86_400_000 }
  gateway = await startGateway(model, { approvals })
  other = await gateway.signIn(second)
})
afterEach(() => gateway.close())

const move = (values: object) =>
  ask(gateway, gateway.cookie, '/api/library/move', {
    body: { email: 'ann@x.test', ...values },
    headers: { 'x-operation': 'move.submit', 'idempotency-key': randomUUID(), 'x-approval-reason': 'Moved' },
  })

async function requested(): Promise<string> {
  const { body } = await move({ town: 'Salem' })
  return (body['approval'] as { readonly id: string }).id
}

const read = async (id: string) => (await detail(gateway, other, id)).body

const approve = (id: string, version: unknown) =>
  ask(gateway, other, `/console/approvals/${id}/approve`, {
    body: {},
    headers: { 'x-record-version': String(version) },
  })

test('a form is asked again where the detail has another value of what it changes than the second person saw', async () => {
  hold({ town: 'Ponce', born: '1950-01-02' })
  const id = await requested()
  const before = { id: 7, email: 'ann@x.test', '/town': 'Ponce', '/born': '1950-**-**' }
  const { seen, record, version } = await read(id)
  expect([seen, record]).toEqual([before, before])
  hold({ town: 'Reno', born: '1950-01-02' })
  expect(await approve(id, version)).toMatchObject({ status: 409, body: { code: 'RECORD_CHANGED' } })
  expect([await stateOf(gateway, id), changes(gateway)]).toEqual(['waiting', []])
  const now = await read(id)
  expect([now['seen'], now['record']]).toEqual([before, { ...before, '/town': 'Reno' }])
  expect(await approve(id, now['version'])).toMatchObject({ status: 200 })
})

test('a form whose detail could not be read is kept without its values, and sent only once they can be read', async () => {
  hold(undefined)
  const id = await requested()
  expect(await read(id)).toMatchObject({ record: null, version: null })
  hold({ town: 'Ponce' })
  const { seen, record, version } = await read(id)
  expect([seen, record]).toEqual([
    { id: 7, email: 'ann@x.test' },
    { id: 7, email: 'ann@x.test', '/town': 'Ponce', '/born': null },
  ])
  hold(undefined)
  expect(await approve(id, version)).toMatchObject({ status: 503, body: { code: 'OWNER_UNREADABLE' } })
  hold({ town: 'Ponce' })
  expect(await approve(id, version)).toMatchObject({ status: 200 })
})

test('what a form would replace is named as unreadable where the detail has it with another type', async () => {
  hold({ town: { name: 'Ponce' }, born: '1950-01-02' })
  const why = { '/~1town': 'Expected string or null, got object' }
  const known = { id: 7, email: 'ann@x.test', '/town': null, '/born': '1950-**-**', '@unreadable': why }
  const { seen, record } = await read(await requested())
  expect([seen, record]).toEqual([known, known])
})

test.each([
  ['for its values', { born: '1951-01-02' }, true],
  ['because approvals are off', { town: 'Salem' }, false],
])('a change that waits for no one, %s, reads no detail before it is sent', async (_why, values, isOn) => {
  hold({ town: 'Ponce' })
  approvals.isOn = isOn
  expect(await move(values)).toMatchObject({ status: 200 })
  const calls = gateway.upstream.seen.map(({ method, target }) => `${method} ${target}`)
  expect(calls.slice(0, calls.indexOf('POST /move'))).toEqual(['GET /readers'])
})
