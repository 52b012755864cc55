import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { buildAccount } from '../support/fixtures/accounts.ts'
import { anyText, PUBLIC_URL, staffOf, startBuilding } from './support.ts'
import type { Embedded } from '../../../services/embedded/start.ts'

// Nothing here changes data, so the services are started once.
let shared: Embedded
let staff: Awaited<ReturnType<typeof staffOf>>
beforeAll(async () => {
  shared = await startEmbeddedOverCopy({ accounts: 300, seed: 1, publicUrl: PUBLIC_URL })
  staff = await staffOf(shared)
})
afterAll(() => shared.close())

test('leads the list with the named people, newest first', async () => {
  const { list } = staff
  const { apex_accounts: rows, total_pages: pages, status } = await list('pages=1')
  expect(rows[0]).toEqual(buildAccount())
  expect(rows.slice(1, 3).map(({ name, status: s, profile_utm: utm }) => [name, s, utm])).toEqual([
    ['Teo & Ana Brandt', 'ACTION_REQUIRED', []],
    ['Oren Vale', 'SUBMIT_FAILED', null],
  ])
  expect(rows).toHaveLength(50)
  expect(pages).toBe(6)
  expect(status).toEqual(expect.arrayContaining(['COMPLETE', 'CLOSED', 'ENHANCED_DUE_DILIGENCE']))
  expect(status).not.toContain('')
  const times = rows.flatMap(({ request_time: time }) => (typeof time === 'string' ? [time] : []))
  expect(times).toEqual(times.toSorted().reverse())
})

test('gives every row once over all pages, and an empty page beyond the end', async () => {
  const { list } = staff
  const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => list(`pages=${page}`)))
  expect(new Set(pages.flatMap((page) => page.apex_accounts.map(({ id }) => id))).size).toBe(300)
  expect(await list('pages=7')).toMatchObject({ apex_accounts: [], total_pages: 6 })
})

test.each(['0', '-1', 'x', '1.5', '', '1e3'])('refuses page %j with a message', async (page) => {
  const { main } = staff
  const response = await main(`/user/apex/get_apex_accounts?pages=${page}`)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message: anyText })
})

test('filters by status, pending documents and open transfers, also together', async () => {
  const { list } = staff
  const everything = (await Promise.all([1, 2, 3, 4, 5, 6].map((page) => list(`pages=${page}`)))).flatMap(
    (p) => p.apex_accounts,
  )
  const ids = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id)
  const withDocuments = everything.filter(({ pending_documents: n }) => Number(n) > 0)
  const complete = everything.filter(({ status }) => status === 'COMPLETE')
  const second = await list('status=COMPLETE&pages=2')
  expect(ids(second.apex_accounts)).toEqual(ids(complete.slice(50, 100)))
  expect(second.total_pages).toBe(Math.ceil(complete.length / 50))
  expect(ids((await list('pending_documents=true')).apex_accounts)).toEqual(ids(withDocuments))
  expect(ids((await list('status=SUSPENDED&pending_documents=true')).apex_accounts)).toEqual(
    ids(withDocuments.filter(({ status }) => status === 'SUSPENDED')),
  )
  const transfers = await list('transfer_request=true')
  expect(transfers.apex_accounts.map(({ name }) => name)).toContain('Teo & Ana Brandt')
  expect(transfers.apex_accounts.length).toBeLessThan(30)
  expect(await list('status=NO_SUCH')).toMatchObject({ apex_accounts: [], total_pages: 0 })
})

test.each([
  ['quill', 'Mara Quill'],
  ['MARA.QUILL@EX', 'Mara Quill'],
  ['9zz10058', 'Teo & Ana Brandt'],
  [' teo & ana ', 'Teo & Ana Brandt'],
  ['koné', 'Idris Koné'],
  ['KONÉ', 'Idris Koné'],
  ['é', 'Idris Koné'],
  ['va', 'Oren Vale'],
  ['"><img', '"><img src=x onerror=alert(2)> Quoter'],
  ['%', '{{constructor}} ${7*7} %s Template'],
  ['_', undefined],
  ['" OR "', undefined],
  ["'; --", undefined],
])('searches for %j in name, e-mail and account number', async (search, found) => {
  const { list } = staff
  const rows = (await list(`search_key=${encodeURIComponent(search)}`)).apex_accounts
  if (found === undefined) expect(rows).toEqual([])
  else expect(rows.map(({ name }) => name)).toContain(found)
  expect(rows.length).toBeLessThan(50)
})

test('combines search and status', async () => {
  const { list } = staff
  const { apex_accounts: rows, total_pages: pages } = await list('search_key=example&status=SUSPENDED')
  expect(rows.map(({ id }) => id)).toEqual((await list('status=SUSPENDED')).apex_accounts.map(({ id }) => id))
  expect(pages).toBe(1)
})

test('makes the same data from the same seed and other data from another', async () => {
  const pageOf = async (seed: number) => (await staffOf(await startBuilding({ seed }))).list('pages=3')
  const first = await pageOf(7)
  expect(await pageOf(7)).toEqual(first)
  expect(await pageOf(8)).not.toEqual(first)
})

test('describes every account, consistently with its row in the list', async () => {
  const { main, list } = staff
  for (const row of (await list('pages=2')).apex_accounts) {
    const response = await main(`/user/apex/get_apex_details_for_account?apex_account_id=${String(row['id'])}`)
    const detail = (await response.json()) as Record<string, readonly Record<string, unknown>[]>
    expect(detail['account']?.[0]).toMatchObject({
      id: row['id'],
      name: row['name'],
      status: row['status'],
      user_id: row['user__id'],
    })
    expect(detail['account']?.[0]?.['ss_number']).toMatch(/^9\d\d-\d\d-\d{4}$/)
    const bank = detail['bank']?.[0]?.['bank_account_no']
    expect(typeof bank === 'string' ? `****${bank.slice(-4)}` : null).toBe(row['bank_account'])
  }
  const teo = (await (await main('/user/apex/get_apex_details_for_account?apex_account_id=4108')).json()) as object
  expect(teo).toMatchObject({
    account: [{ ss_number: '900-11-7781', is_active: false }],
    joint_user: { joint_first_name: 'Ana' },
  })
})

test('answers an unknown id with 404 and a malformed one with 400', async () => {
  const { main } = staff
  const path = '/user/apex/get_apex_details_for_account?apex_account_id='
  const unknown = await main(`${path}999999999`)
  expect([unknown.status, await unknown.json()]).toEqual([404, { message: 'Account not found' }])
  for (const id of ['..%2f', '', '1;', '9'.repeat(10_000)]) expect((await main(path + id)).status).toBe(400)
})

test('refuses calls without a staff token', async () => {
  const { urls } = shared
  for (const headers of [{}, { authorization: 'Token nonsense' }, { authorization: `Token ${'0'.repeat(40)}` }]) {
    for (const url of [
      `${urls.main}/user/apex/get_apex_accounts`,
      `${urls.main}/export-account-list`,
      `${urls.admin}/treasuries-master`,
      `${urls.main}/user/apex/account/status/admin`,
      `${urls.main}/user/apex/edocs/download`,
      `${urls.trade}/v1/admin/user/get_details_for_account`,
    ]) {
      const response = await fetch(url, { headers })
      expect([response.status, await response.json()]).toEqual([401, { detail: 'Invalid token.' }])
    }
  }
})

test('finds every page of a filter in data of several buckets', async () => {
  const { list } = await staffOf(await startBuilding({ accounts: 9000, trades: 0 }))
  for (const query of ['status=COMPLETE', 'status=SUSPENDED', 'pending_documents=true']) {
    const { total_pages: pages } = await list(query)
    const numbers = Array.from({ length: pages }, (_, index) => index + 1)
    const rows = (await Promise.all(numbers.map((page) => list(`${query}&pages=${page}`)))).flatMap(
      (p) => p.apex_accounts,
    )
    expect(rows.length).toBeGreaterThan((pages - 1) * 50)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    // Generated ids fall with the age of an account; the few named people lead.
    const generated = rows.map(({ id }) => Number(id)).filter((id) => id > 10_000)
    expect(generated).toEqual(generated.toSorted((a, b) => b - a))
  }
})
