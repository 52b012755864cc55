import { describe, expect, it } from 'vitest'
import { HttpError } from '../../../../dataProvider/HttpError.ts'
import type { ConsoleRecord, RevealParams } from '../../../../dataProvider/types.ts'
import { buildAccount } from '../../support/fixtures/accounts.ts'
import { buildTicker } from '../../support/fixtures/treasury.ts'
import { answer, bench } from './support.ts'
import type { MadeCall } from './support.ts'

const row = buildAccount() as ConsoleRecord
const transactions = { name: 'transactions', record: row }
const REASON = 'Called in, checked against the letter'
const ssn: RevealParams = { id: 4107, field: '/account/*/ss_number', reason: REASON }

const bodyOf = (call: MadeCall | undefined): unknown => JSON.parse(call?.init.body as string)

const rejectionOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ resolvedWith: value }),
    (error: unknown) => error,
  )

describe('a further read', () => {
  it("takes a row of the list as it is, and sends only the fields that the read's call names", async () => {
    const { provider, calls } = bench(() => answer({ deposits: [] }))
    const { data } = await provider.read('accounts', { name: 'transactions', record: { ...row, unknown: { deep: 1 } } })
    expect(data).toEqual({ deposits: [] })
    expect(calls.map(({ url, init }) => [init.method, url, init.body])).toEqual([
      ['POST', '/api/trade/v1/admin/user/get_details_for_account', '{"query":{"account_no":"9ZZ10041"}}'],
    ])
  })

  it('sets what drifted to null and tells of it once', async () => {
    const deposits = [{ amount: {} }, { amount: [] }, { amount: '1.00' }]
    const { provider, drift } = bench(() => answer({ deposits, trade_line_data: 'none' }))
    const { data, meta } = await provider.read('accounts', transactions)
    expect(data).toEqual({
      deposits: [{ amount: null }, { amount: null }, { amount: '1.00' }],
      trade_line_data: null,
      '@unreadable': {
        '/deposits/0/amount': 'Expected string or number or null, got object',
        '/deposits/1/amount': 'Expected string or number or null, got array',
        '/trade_line_data': 'Expected array or null, got string',
      },
    })
    expect(meta.unreadable).toBe(3)
    expect(drift.map(({ pointer }) => pointer)).toEqual([
      '/deposits/0/amount',
      '/deposits/1/amount',
      '/trade_line_data',
    ])
  })

  it('rejects when the session is over, and forgets what was read in it', async () => {
    const { provider, calls } = bench(({ url }) =>
      url.includes('trade')
        ? answer({ code: 'SESSION_OVER', message: 'Over' }, { status: 401 })
        : answer([buildTicker()]),
    )
    await provider.getList('treasury', {})
    const error = await rejectionOf(provider.read('accounts', transactions))
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ status: 401, body: { code: 'SESSION_OVER' } })
    await provider.getList('treasury', {})
    expect(calls.filter(({ url }) => url.includes('treasuries'))).toHaveLength(2)
  })

  it('sends nothing for a record without the value it needs', async () => {
    const { provider, calls } = bench(() => answer({}))
    const call = provider.read('accounts', { name: 'transactions', record: { ...row, account_no: null } })
    await expect(call).rejects.toMatchObject({ status: 400, body: { code: 'MALFORMED_REQUEST' } })
    expect(calls).toEqual([])
  })

  it.each(['trades', 'list', 'getOne', 'closeAccount', 'export', 'toString', '__proto__'])(
    'is refused by the name %s, which no read has',
    async (name) => {
      const { provider, calls } = bench(() => answer({}))
      await expect(provider.read('accounts', { name, record: row })).rejects.toThrow(
        `accounts declares no read ${name}`,
      )
      expect(calls).toEqual([])
    },
  )
})

describe('a page of a proxy', () => {
  const { provider } = bench(() => new Response('<h1>Sign in</h1>', { headers: { 'Content-Type': 'text/html' } }))
  const unreadable = { body: { code: 'UNEXPECTED_ANSWER', message: expect.stringMatching(/not known/) as string } }

  it('is no saved view, and no end of one', async () => {
    const save = { method: 'POST', body: { name: 'Mine' } } as never
    await expect(provider.savedViews('accounts', { change: save })).rejects.toMatchObject(unreadable)
    const remove = { method: 'DELETE', id: '7' } as never
    await expect(provider.savedViews('accounts', { change: remove })).rejects.toMatchObject(unreadable)
  })

  it('is no claim', async () => {
    const change = { change: 'claim', ids: ['1'] } as const
    await expect(provider.claims('accounts', { change })).rejects.toMatchObject(unreadable)
  })
})

describe('a reveal', () => {
  it('asks the gateway by POST, with nothing in the address and no key, for it changes nothing', async () => {
    const { provider, calls } = bench(() => answer({ value: '900-10-4410' }))
    expect(await provider.reveal('accounts', ssn)).toEqual({ data: { ok: true, value: '900-10-4410' } })
    expect(calls).toHaveLength(1)
    const [{ url, init } = { url: '', init: {} }] = calls
    expect([init.method, url]).toEqual(['POST', '/console/reveal'])
    expect(init.cache).toBe('no-store')
    expect(init.headers).toEqual({
      'X-Countersign': '1',
      Accept: 'application/json',
      'Content-Type': 'application/json',
    })
    expect(bodyOf(calls[0])).toEqual({ resource: 'accounts', ...ssn })
  })

  it('names the item where the place has several', async () => {
    const { provider, calls } = bench(() => answer({ value: '1' }))
    await provider.reveal('accounts', { ...ssn, field: '/ach/*/bank_account_no', item: 71 })
    expect(bodyOf(calls[0])).toMatchObject({ item: 71 })
  })

  it.each([
    ['{}'],
    ['null'],
    ['[]'],
    ['"900-10-4410"'],
    ['{"value":null}'],
    ['{"value":9}'],
    ['{"value":{}}'],
    ['<html>'],
    [''],
  ])('rejects an answer without a text: %s', async (body) => {
    const { provider } = bench(() => new Response(body))
    await expect(provider.reveal('accounts', ssn)).rejects.toMatchObject({
      status: 502,
      body: { code: 'UNEXPECTED_ANSWER' },
    })
  })

  it.each([401, 403, 404, 409, 429, 500, 502, 503, 504])(
    'is asked for once, also when it fails with %i',
    async (status) => {
      const { provider, calls } = bench(() => answer({ code: 'CODE', message: 'A reason' }, { status }))
      await expect(provider.reveal('accounts', ssn)).rejects.toMatchObject({ status, message: 'A reason' })
      expect(calls).toHaveLength(1)
    },
  )

  it('is asked for once, also when the connection breaks', async () => {
    const { provider, calls } = bench(() => Promise.reject(new TypeError('fetch failed')))
    await expect(provider.reveal('accounts', ssn)).rejects.toMatchObject({ status: 0, body: { code: 'NETWORK' } })
    expect(calls).toHaveLength(1)
  })

  it('is asked for again each time: no value is kept', async () => {
    const values = ['first', 'second']
    const { provider, calls } = bench(() => answer({ value: values.shift() }))
    await provider.reveal('accounts', ssn)
    expect((await provider.reveal('accounts', ssn)).data.value).toBe('second')
    expect(calls).toHaveLength(2)
  })

  it('says neither the reason nor a value in what it rejects with', async () => {
    const { provider } = bench(() => answer({ value: { secret: '900-10-4410' } }))
    const error = await rejectionOf(provider.reveal('accounts', ssn))
    expect(JSON.stringify(error) + String(error)).not.toMatch(/900-10|letter/)
  })

  it('stays a cancellation when it is cancelled', async () => {
    const { provider } = bench(({ init }) => new Promise((_resolve, reject) => reject(init.signal?.reason as Error)))
    const call = provider.reveal('accounts', { ...ssn, signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('is refused for a resource that does not exist', async () => {
    const { provider, calls } = bench(() => answer({ value: '1' }))
    await expect(provider.reveal('acounts', ssn)).rejects.toThrow('There is no resource acounts')
    expect(calls).toEqual([])
  })
})

describe('a part of another resource', () => {
  it('is neither listed nor read by itself, and says where its records are', async () => {
    const { provider, calls } = bench(() => answer([]))
    const where = "its records come with accounts, call getOne('accounts', { id }) and readPart"
    await expect(provider.getList('accountRequests', {})).rejects.toThrow(
      `accountRequests declares no binding for list: ${where}`,
    )
    await expect(provider.getOne('accountDocuments', { id: 'snap-a1' })).rejects.toThrow(
      `accountDocuments declares no binding for getOne: ${where}`,
    )
    expect(calls).toEqual([])
  })
})
