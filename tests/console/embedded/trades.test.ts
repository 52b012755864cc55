import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { call, callsOf } from './calls.ts'
import { anyText, PUBLIC_URL, staffOf } from './support.ts'
import type { Embedded } from '../../../services/embedded/start.ts'
import type { TradePage } from '../../../services/embedded/trades/list.ts'

interface Line {
  readonly id: number
  readonly created_at: string
  readonly trade_date: string | null
  readonly account_no: string
  readonly ticker: string
  readonly order_type: string
  readonly sell_all: boolean
  readonly order_category: string
  readonly quantity: string | null
  readonly order_price: string | null
  readonly order_status: string
  readonly security_type: string
}

const TRADES = 6010
let shared: Embedded
let calls: Awaited<ReturnType<typeof callsOf>>
/** Every line, newest first, as the plain list gives them page by page. */
let lines: readonly Line[]

async function read(path: string, from: 'main' | 'trade') {
  const { code, body } = await calls[from](path)
  expect(code, JSON.stringify(body)).toBe(200)
  const { status, data } = body as TradePage
  expect(status).toBe(200)
  return { pages: data.pages, lines: data.trade_line_data as unknown as readonly Line[] }
}
const plain = (page?: number) => read(`/v1/admin/latest/trades${page === undefined ? '' : `?pages=${page}`}`, 'trade')
const filtered = (query: Record<string, string>) =>
  read(`/user/apex/latest/trades?${new URLSearchParams(query).toString()}`, 'main')

beforeAll(async () => {
  shared = await startEmbeddedOverCopy({ accounts: 300, trades: TRADES, seed: 1, publicUrl: PUBLIC_URL })
  calls = await callsOf(shared)
  const pages = await Promise.all(Array.from({ length: 121 }, (_, index) => plain(index + 1)))
  lines = pages.flatMap((page) => page.lines)
})
afterAll(() => shared.close())

const newYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
const newYorkDay = (instant: string): string => newYork.format(new Date(instant))

/** What each filter means, said again over the whole list. */
const meanings: Readonly<Record<string, (line: Line) => string>> = {
  trade_date: (line) => line.trade_date ?? '',
  created_at: (line) => newYorkDay(line.created_at),
  account: (line) => line.account_no,
  id: (line) => String(line.id),
  ticker: (line) => line.ticker,
  option: (line) => line.order_category,
  side: (line) => line.order_type,
  sell_all: (line) => String(line.sell_all),
  status: (line) => line.order_status,
  vehicle: (line) => line.security_type,
}
const expected = (query: Record<string, string>): readonly Line[] =>
  lines.filter((line) => Object.entries(query).every(([name, value]) => meanings[name]?.(line) === value))

function parts(line: Line, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, meanings[name]?.(line) ?? '']))
}
const lineAt = (index: number): Line => {
  const line = lines[index]
  if (!line) throw new RangeError(`no line ${index}`)
  return line
}

describe('the plain list', () => {
  test('gives every line once, newest first, fifty a page', async () => {
    expect(await plain()).toEqual({ pages: 121, lines: lines.slice(0, 50) })
    expect(lines).toHaveLength(TRADES)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(TRADES)
    const times = lines.map((line) => line.created_at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect((await plain(121)).lines).toHaveLength(10)
    expect(await plain(122)).toEqual({ pages: 121, lines: [] })
  })

  test('holds the line of the documents, every status, both spellings of everything, and lines without amounts', () => {
    expect(lines.find(({ id }) => id === 880_123)).toEqual({
      id: 880_123,
      created_at: '2026-03-02T15:31:09Z',
      trade_date: '2026-03-02',
      account_no: '9ZZ10058',
      ticker: 'ZZTK',
      order_type: 'buy',
      sell_all: false,
      order_category: 'units',
      quantity: '3.5',
      order_price: '41.2300',
      order_status: 'COMPLETE',
      security_type: 'EQUITY',
    })
    const values = (name: string) => [...new Set(lines.map((line) => String(meanings[name]?.(line))))].toSorted()
    expect(values('status')).toEqual(
      ['CANCEL', 'CANCELED', 'CANCELLED', 'COMPLETE', 'NO_SHARES', 'QUEUED', 'REJECTED']
        .concat('REJECTED_FOR_EXECUTION', 'SHARES_BOOKED', 'SHARES_TO_BOOK')
        .toSorted(),
    )
    expect(values('vehicle')).toEqual(['CASH', 'CRYPTO', 'EQUITY', 'ETF', 'MUTUAL_FUND', 'TREASURY'])
    expect([values('side'), values('option'), values('sell_all')]).toEqual([
      ['buy', 'sell'],
      ['units', 'values'],
      ['false', 'true'],
    ])
    expect(lines.some(({ quantity }) => quantity === null)).toBe(true)
    expect(lines.some(({ order_price: price }) => price === null)).toBe(true)
    expect(lines.some(({ trade_date: date }) => date === null)).toBe(true)
    expect(lines.some((line) => newYorkDay(line.created_at) !== line.created_at.slice(0, 10))).toBe(true)
  })

  test('belongs to accounts that exist, and never to the time before they were requested', async () => {
    const { list } = await staffOf(shared, calls.token)
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => list(`pages=${page}`)))
    const requested = new Map(
      pages.flatMap(({ apex_accounts: rows }) => rows.map((row) => [row['account_no'], String(row['request_time'])])),
    )
    for (const { id, account_no: account, created_at: created } of lines) {
      expect(requested.has(account)).toBe(true)
      if (id !== 880_123) expect(created >= (requested.get(account) ?? '9')).toBe(true)
    }
  })

  test('shows on the page of an account what the list has for it', async () => {
    const mine = lines.filter(({ account_no: account }) => account === lineAt(40).account_no)
    const { body } = await calls.trade(`/v1/admin/user/get_details_for_account?account_no=${lineAt(40).account_no}`)
    expect(body).toMatchObject({ trade_line_data: mine.slice(0, 60) })
  })
})

describe('the filtered list', () => {
  test('is the plain one without a filter, and where a parameter is empty', async () => {
    expect(await filtered({})).toEqual(await plain(1))
    const empty = Object.fromEntries(Object.keys(meanings).map((name) => [name, '']))
    expect(await filtered({ ...empty, page: '2' })).toEqual(await plain(2))
  })

  test.each(Object.keys(meanings))('finds by %s alone', async (name) => {
    for (const line of [lineAt(0), lineAt(700), lineAt(3000), lineAt(5900)]) {
      const query = parts(line, name)
      const all = expected(query)
      expect(await filtered(query)).toEqual({ pages: Math.ceil(all.length / 50), lines: all.slice(0, 50) })
    }
  })

  test.each([
    ['ticker', 'status'],
    ['created_at', 'trade_date'],
    ['account', 'side'],
    ['side', 'sell_all', 'option'],
    ['status', 'vehicle'],
    ['trade_date', 'ticker', 'option'],
    ['account', 'created_at', 'trade_date', 'ticker', 'vehicle'],
  ])('finds by %s and %s together', async (...names: readonly string[]) => {
    for (const line of [lineAt(3), lineAt(2000), lineAt(5900)]) {
      const query = parts(line, ...names)
      const all = expected(query)
      expect(await filtered(query)).toEqual({ pages: Math.ceil(all.length / 50), lines: all.slice(0, 50) })
    }
  })

  test('finds one line by all ten at once, and nothing when one of them is another', async () => {
    const query = parts(lineAt(1234), ...Object.keys(meanings))
    expect(await filtered(query)).toEqual({ pages: 1, lines: [lineAt(1234)] })
    for (const [name, other] of [
      ['status', 'UNHEARD_OF'],
      ['ticker', 'NOPE'],
      ['id', '1'],
      ['created_at', '2019-01-01'],
    ] as const) {
      expect(await filtered({ ...query, [name]: other })).toEqual({ pages: 0, lines: [] })
    }
  })

  test('keeps the three spellings of cancelled apart', async () => {
    for (const status of ['CANCEL', 'CANCELLED', 'CANCELED']) {
      const { lines: found } = await filtered({ status })
      expect(found.length).toBeGreaterThan(0)
      expect(new Set(found.map((line) => line.order_status))).toEqual(new Set([status]))
    }
  })

  test('takes the whole ticker in any case of letters, and no part of one', async () => {
    const all = expected({ ticker: 'ZZTK' })
    expect((await filtered({ ticker: ' zZtk ' })).lines).toEqual(all.slice(0, 50))
    expect((await filtered({ ticker: 'ZZT' })).lines).toEqual([])
  })

  test.each(['account', 'status', 'vehicle'])(
    'takes the whole %s in any case of letters, and no part of one',
    async (name) => {
      for (const line of [lineAt(0), lineAt(700), lineAt(5900)]) {
        const query = parts(line, name)
        const all = expected(query)
        const text = query[name] ?? ''
        const mixed = `${text.slice(0, 3).toLowerCase()}${text.slice(3)}`
        expect(mixed).not.toBe(text)
        for (const written of [text.toLowerCase(), ` ${mixed} `]) {
          expect(await filtered({ [name]: written })).toEqual({
            pages: Math.ceil(all.length / 50),
            lines: all.slice(0, 50),
          })
        }
        const part = await filtered({ [name]: text.slice(0, -1) })
        expect(part.lines.every((found) => meanings[name]?.(found) === text.slice(0, -1))).toBe(true)
      }
    },
  )

  test('has every account, status and vehicle in capitals, as the filters count on', () => {
    for (const name of ['account', 'status', 'vehicle']) {
      for (const line of lines) expect(meanings[name]?.(line)).toBe(meanings[name]?.(line).toUpperCase())
    }
  })

  test.each([{ side: 'buy' }, { status: 'COMPLETE', option: 'units' }, { ticker: 'ZZTK' }, { sell_all: 'false' }])(
    'turns every page of %j, the last one short, and none after it',
    async (query: Record<string, string>) => {
      const all = expected(query)
      const pages = Math.ceil(all.length / 50)
      for (const page of [1, 2, Math.ceil(pages / 2), pages - 1, pages, pages + 1].filter((number) => number > 0)) {
        const rows = all.slice((page - 1) * 50, page * 50)
        expect(await filtered({ ...query, page: String(page) })).toEqual({ pages, lines: rows })
      }
    },
  )

  test('counts the day of an order in New York, also when clocks change', async () => {
    for (const created of ['2025-03-09', '2025-11-02', '2026-01-15', '2025-07-04']) {
      const all = expected({ created_at: created })
      expect(await filtered({ created_at: created })).toEqual({
        pages: Math.ceil(all.length / 50),
        lines: all.slice(0, 50),
      })
    }
  })

  test.each([
    'page=0',
    'page=x',
    'id=-1',
    'id=1.5',
    'side=hold',
    'option=calls',
    'sell_all=maybe',
    'trade_date=03/02/2026',
    'trade_date=2026-02-30',
    'created_at=2026-13-01',
    'created_at=2026-03-02T00:00:00Z',
    `ticker=${'x'.repeat(101)}`,
    'side=buy&side=sell',
    'page=1trade_date=2026-03-02',
  ])('refuses %s by a message', async (query) => {
    expect(await calls.main(`/user/apex/latest/trades?${query}`)).toEqual({ code: 400, body: { message: anyText } })
  })
})

test('refuses a wrong page of the plain list, and callers without a token', async () => {
  for (const query of ['pages=0', 'pages=-1', 'pages=x', 'pages=1.5']) {
    expect(await calls.trade(`/v1/admin/latest/trades?${query}`)).toEqual({ code: 400, body: { message: anyText } })
  }
  const refusal = { code: 401, body: { detail: 'Invalid token.' } }
  expect(await call(`${shared.urls.trade}/v1/admin/latest/trades`)).toEqual(refusal)
  expect(await call(`${shared.urls.trade}/v1/admin/latest/trades`, `Token ${calls.token}`)).toEqual(refusal)
  expect(await call(`${shared.urls.main}/user/apex/latest/trades`)).toEqual(refusal)
})
