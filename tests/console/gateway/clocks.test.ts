import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { definitions } from '../../../schemas/index.ts'
import { nestedIn, type ListResource } from '../../../language/resource.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { operationOf, requestFor, signedIn, startGateway } from './gatewayUnderTest.ts'
import { accounts } from '../support/resources.ts'
import { cookie, gateway, withGateway } from './withGateway.ts'

let id = 1000

withGateway()
beforeEach(() => {
  id += 1
})
afterEach(() => vi.restoreAllMocks())

type Item = Readonly<Record<string, unknown>>

interface Detail {
  readonly request?: readonly unknown[]
  readonly ach?: readonly unknown[]
  readonly snaps?: readonly unknown[]
}

const read = async (detail: object): Promise<Detail> => {
  gateway.upstream.script(answering(200, { account: [{ id: 3 }], ...detail }))
  const response = await gateway.app.inject(requestFor(operationOf('accounts.getOne'), cookie))
  expect(response.statusCode).toBe(200)
  return response.json<Detail>()
}
const transfer = (item: Item): Item => ({ id, status: 'APPROVED', request_type: 'TRANSFER_ACCOUNT', ...item })
const requestRead = async (item: Item): Promise<Item> =>
  (await read({ request: [transfer(item)] })).request?.[0] as Item
const nowText = (): string => new Date(gateway.clock.now()).toISOString()

describe('an item whose state has no moment', () => {
  test('says since when this console knows the state, and starts again with another state', async () => {
    const first = nowText()
    expect(await requestRead({ response_data: { currentState: 'PENDING' } })).toMatchObject({ first_seen_at: first })
    gateway.clock.advance(60_000)
    expect(await requestRead({ response_data: { currentState: 'PENDING' } })).toMatchObject({ first_seen_at: first })
    expect(await requestRead({ response_data: { currentState: 'SETTLED' } })).toMatchObject({
      first_seen_at: nowText(),
    })
  })

  test('is read as the screen reads it: JSON as text, constants in any case', async () => {
    const first = nowText()
    const asText = { request_type: 'transfer_account', response_data: JSON.stringify({ currentState: 'PENDING' }) }
    expect(await requestRead(asText)).toMatchObject({ first_seen_at: first, response_data: asText.response_data })
    gateway.clock.advance(1000)
    expect(await requestRead({ response_data: { currentState: 'PENDING' } })).toMatchObject({ first_seen_at: first })
  })

  test.each([
    ['the answer’s status', { response_data: { status: 'PENDING' } }],
    ['its own status where the answer is unreadable', { status: 'pending', response_data: '{"currentState":' }],
    ['its own status where there is no answer', { status: 'PENDING' }],
  ])('takes the state from %s', async (_what, item) => {
    const first = nowText()
    await requestRead({ response_data: { currentState: 'PENDING' } })
    gateway.clock.advance(1000)
    expect(await requestRead(item)).toMatchObject({ first_seen_at: first })
  })

  test.each([
    { stateChangedAt: '' },
    { stateChangedAt: 'yesterday' },
    { stateChangedAt: '7' },
    { stateChangedAt: '2026-02-30T00:00:00Z' },
    { stateChangedAt: null },
    { stateChangedAt: 7 },
  ])('has none where the service says %j', async (said) => {
    expect(await requestRead({ response_data: { currentState: 'PENDING', ...said } })).toHaveProperty('first_seen_at')
  })

  test('may be a bank whose number has changed', async () => {
    const ach = [
      { id, reason: 'ROUTING_NUMBER_noc' },
      { id: id + 5000, reason: 'CUSTOMER' },
    ]
    const detail = await read({ ach })
    expect(detail.ach).toEqual([{ ...ach[0], first_seen_at: nowText() }, ach[1]])
  })
})

test('a document says since when this console knows it, whatever is decided about it', async () => {
  const first = nowText()
  const readAs = async (status: string) => (await read({ snaps: [{ snap_id: `snap-${id}`, status }] })).snaps?.[0]
  expect(await readAs('uploaded')).toMatchObject({ first_seen_at: first })
  gateway.clock.advance(60_000)
  expect(await readAs('uploaded')).toMatchObject({ first_seen_at: first })
  expect(await readAs('approved')).toMatchObject({ first_seen_at: first })
})

describe('an item', () => {
  test.each([
    ['whose service names the moment', { response_data: { currentState: 'PENDING', stateChangedAt: '2026-01-02' } }],
    ['of another kind', { request_type: 'CLOSE_ACCOUNT' }],
    ['without a state', { status: null }],
    ['without its id', { id: null }],
  ])('%s needs no moment and no query', async (_what, item) => {
    const see = vi.spyOn(gateway.store.firstSeen, 'see')
    expect(await requestRead(item)).not.toHaveProperty('first_seen_at')
    expect(see).not.toHaveBeenCalled()
  })

  test('never passes a moment on that the service made up', async () => {
    const made = { first_seen_at: '2001-01-01T00:00:00Z' }
    expect(await requestRead({ ...made, response_data: { stateChangedAt: '2026-01-02' } })).not.toHaveProperty(
      'first_seen_at',
    )
    expect(await requestRead({ ...made })).toMatchObject({ first_seen_at: nowText() })
  })

  test('passes no made-up moment on where the detail declares the field, either', async () => {
    const request = { type: 'array', items: { type: 'object' } } as const
    const schema = {
      type: 'object',
      required: ['account'],
      properties: { account: { type: 'array' }, request },
    } as const
    const open: ListResource = { ...accounts, detail: { schema } }
    const other = await startGateway({ definitions: [open, ...nestedIn(definitions, accounts)] })
    const items = [{ id, request_type: 'CLOSE_ACCOUNT', first_seen_at: '2001-01-01T00:00:00Z' }]
    other.upstream.script(answering(200, { account: [], request: items }))
    const response = await other.app.inject(requestFor(operationOf('accounts.getOne'), await signedIn(other)))
    expect(response.json()).toEqual({ account: [], request: [{ id, request_type: 'CLOSE_ACCOUNT' }] })
    await other.stop()
  })
})

test('a detail with many items asks the store once', async () => {
  const see = vi.spyOn(gateway.store.firstSeen, 'see')
  const request = Array.from({ length: 1500 }, (_, index) => transfer({ id: 100_000 + index }))
  const detail = await read({ request, ach: [{ id, reason: 'A_NOC' }] })
  expect(see).toHaveBeenCalledTimes(1)
  expect(detail.request?.filter((item) => 'first_seen_at' in (item as Item))).toHaveLength(1000)
})

test('a store that does not answer costs the moment, not the page', async () => {
  vi.spyOn(gateway.store.firstSeen, 'see').mockRejectedValue(new Error('database is locked'))
  const before = gateway.log.length
  expect(await requestRead({})).toEqual(transfer({}))
  expect(gateway.log.slice(before).join('')).toContain('first-seen moments not available')
})

test.each([{ request: null }, { request: {} }, { request: 'text' }, { request: [null, 7, []] }, {}])(
  'a detail with %j is passed on as ever',
  async (detail) => {
    const see = vi.spyOn(gateway.store.firstSeen, 'see')
    await read(detail)
    expect(see).not.toHaveBeenCalled()
  },
)
