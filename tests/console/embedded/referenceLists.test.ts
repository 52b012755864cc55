import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { call, callsOf } from './calls.ts'
import { anyText, PUBLIC_URL, staffOf, startBuilding, startForTest } from './support.ts'
import type { Embedded } from '../../../services/embedded/start.ts'

type Row = Readonly<Record<string, unknown>>

let shared: Embedded
let calls: Awaited<ReturnType<typeof callsOf>>
beforeAll(async () => {
  shared = await startEmbeddedOverCopy({ accounts: 1200, seed: 1, publicUrl: PUBLIC_URL })
  calls = await callsOf(shared)
})
afterAll(() => shared.close())

async function read<T>(path: string, from = calls): Promise<T> {
  const { code, body } = await from.main(path)
  expect(code, JSON.stringify(body)).toBe(200)
  return body as T
}

describe('sponsors', () => {
  const page = async (number: number, from = calls) =>
    (await read<{ readonly data: { readonly result: readonly Row[] } }>(`/sponsor/get_details?page=${number}`, from))
      .data.result

  test('come twenty a page, the last page short, none after it', async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => page(number)))
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 20, 20, 7, 0])
    expect(new Set(pages.flat().map((row) => JSON.stringify(row))).size).toBe(87)
    expect(await read<object>('/sponsor/get_details')).toEqual({ data: { result: pages[0] } })
    expect(pages[0]?.[0]).toEqual({
      user_id: 41,
      ticker: 'ZZTK',
      channel_name: 'podcast',
      text: 'Longer than thirty characters, so that it is cut',
      node: null,
      link: 'https://sponsor.example.test/a',
      media_url: '',
    })
  })

  test('hold links that run code, markup, long texts and nothing at all', async () => {
    const rows = (await Promise.all([1, 2, 3, 4, 5].map((number) => page(number)))).flat()
    const links = rows.map((row) => String(row['link']))
    expect(links.some((link) => link.startsWith('javascript:'))).toBe(true)
    expect(links.some((link) => link.startsWith('data:'))).toBe(true)
    expect(rows.some((row) => String(row['text']).includes('<img'))).toBe(true)
    expect(rows.some((row) => String(row['text']).length > 400)).toBe(true)
    expect(rows.some((row) => row['ticker'] === null && row['text'] === null && row['link'] === null)).toBe(true)
  })

  test('are the same from the same seed, and others from another', async () => {
    const again = await callsOf(await startBuilding({ accounts: 60 }))
    const other = await callsOf(await startBuilding({ accounts: 60, seed: 2 }))
    expect(await page(3, again)).toEqual(await page(3))
    expect(await page(3, other)).not.toEqual(await page(3))
  })
})

describe('alerts', () => {
  interface Alerts {
    readonly data: { readonly result: readonly Row[]; readonly total_pages: number }
    readonly page: number
  }
  const page = (number: number, from = calls) => read<Alerts>(`/user/apex/admin/alerts?page=${number}`, from)
  const everything = async (from = calls) =>
    (await Promise.all([1, 2, 3].map((number) => page(number, from)))).flatMap(({ data }) => data.result)

  test('come in several pages with their number, newest first, none beyond the end', async () => {
    const first = await page(1)
    expect(first).toMatchObject({ page: 1, data: { total_pages: 3 } })
    expect(first.data.result).toHaveLength(20)
    expect(await read<Alerts>('/user/apex/admin/alerts')).toEqual(first)
    const rows = await everything()
    expect(new Set(rows.map((row) => row['id'])).size).toBe(rows.length)
    const times = rows.map((row) => (typeof row['created_at'] === 'string' ? row['created_at'] : ''))
    expect(times).toEqual(times.toSorted().toReversed())
    expect(await page(4)).toEqual({ page: 4, data: { result: [], total_pages: 3 } })
  })

  test('speak of trades and accounts that exist, of several kinds', async () => {
    const rows = await everything()
    expect(rows).toContainEqual({
      id: 9,
      title: 'Deposit returned',
      message: 'R01 on 9ZZ10058',
      created_at: '2026-03-03T12:00:00Z',
    })
    const kinds = new Set(rows.map((row) => row['type']))
    for (const kind of ['TRADE', 'DOCUMENTS', 'RESTRICTION', 'TRANSFER', 'TICKER']) expect(kinds).toContain(kind)
    const { list } = await staffOf(shared, calls.token)
    for (const row of rows.filter(({ type }) => type === 'TRADE').slice(0, 3)) {
      const [, id] = /^Trade (\d+) of/.exec(String(row['message'])) ?? []
      const found = await read<object>(`/user/apex/latest/trades?id=${id}`)
      expect(found).toMatchObject({
        data: { trade_line_data: [{ ticker: row['ticker'], order_status: row['status'] }] },
      })
    }
    for (const row of rows.filter(({ type }) => type === 'DOCUMENTS').slice(0, 3)) {
      const [, count, accountNo] = /^(\d+) for (\w+)$/.exec(String(row['message'])) ?? []
      const { apex_accounts: accounts } = await list(`search_key=${accountNo}`)
      expect(accounts).toMatchObject([{ account_no: accountNo, pending_documents: Number(count) }])
    }
  })

  test('are the same from the same seed', async () => {
    const again = await callsOf(await startBuilding({ accounts: 1200 }))
    expect(await everything(again)).toEqual(await everything())
  })
})

describe('error accounts', () => {
  interface Failed {
    readonly result: readonly Row[]
    readonly total_pages: unknown
  }
  const page = (number: number, from = calls) => read<Failed>(`/user/apex/admin/error_accounts?page=${number}`, from)
  const everything = async (from = calls) => {
    const { total_pages: total } = await page(1, from)
    const pages = await Promise.all(Array.from({ length: Number(total) }, (_, index) => page(index + 1, from)))
    return pages.map(({ result }) => result)
  }

  test('come twenty a page with the number of pages as text, every account once, none beyond the end', async () => {
    const first = await page(1)
    expect(first.total_pages).toMatch(/^[2-9]$/)
    expect(await read<Failed>('/user/apex/admin/error_accounts')).toEqual(first)
    const pages = await everything()
    for (const full of pages.slice(0, -1)) expect(full).toHaveLength(20)
    expect(pages.at(-1)?.length).toBeGreaterThan(0)
    const rows = pages.flat()
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length)
    expect(await page(pages.length + 1)).toEqual({ result: [], total_pages: first.total_pages })
    const { list } = await staffOf(shared, calls.token)
    const failed = await Promise.all(['ERROR', 'SUBMIT_FAILED', 'REJECTED'].map((status) => list(`status=${status}`)))
    for (const answer of failed) expect(answer.total_pages).toBe(1)
    expect(rows).toHaveLength(1 + failed.flatMap((answer) => answer.apex_accounts).length)
    expect(rows[0]).toEqual({
      user_id: 77,
      first_name: 'Ivo',
      last_name: 'Lark',
      account_no: '9ZZ20011',
      created_at: '2026-02-28T09:00:00Z',
    })
  })

  test('have their e-mail address in different places, or nowhere', async () => {
    const rows = (await everything()).flat()
    const isEmail = (value: unknown): boolean => typeof value === 'string' && value.includes('@')
    expect(rows.some((row) => isEmail(row['email']))).toBe(true)
    expect(rows.some((row) => !isEmail(row['email']) && isEmail(row['user__email']))).toBe(true)
    expect(rows.some((row) => isEmail(row['user_id']))).toBe(true)
    const nowhere = rows.filter((row) => !['email', 'user__email', 'user_id'].some((name) => isEmail(row[name])))
    expect(nowhere.length).toBeGreaterThan(1)
  })

  test('are those accounts of the list that failed, as they stand now', async () => {
    const embedded = await startForTest({ accounts: 60 })
    const staff = await staffOf(embedded)
    const mine = await callsOf(embedded, staff.token)
    const isOrenThere = async () => (await everything(mine)).flat().some((row) => row['last_name'] === 'Vale')
    expect(await isOrenThere()).toBe(true)
    await staff.post('/user/apex/account/request/resubmit/admin', { apex_account_id: 4109 })
    expect(await isOrenThere()).toBe(false)
  })
})

test.each(['/sponsor/get_details', '/user/apex/admin/alerts', '/user/apex/admin/error_accounts'])(
  'refuses a wrong page of %s, and callers without a token',
  async (path) => {
    for (const page of ['0', '-1', 'x', '1.5', '']) {
      expect(await calls.main(`${path}?page=${page}`)).toEqual({ code: 400, body: { message: anyText } })
    }
    expect(await call(`${shared.urls.main}${path}`)).toEqual({ code: 401, body: { detail: 'Invalid token.' } })
  },
)
