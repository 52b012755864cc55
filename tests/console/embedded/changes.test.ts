import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbedded } from '../../../services/embedded/start.ts'
import { anyText, folder, PUBLIC_URL, staffOf, startBuilding, startForTest, textLike, textWith } from './support.ts'

// While nothing runs, another process may take the port of the issuer, which then moves.
test(
  'keeps changes, tokens, keys and the issuer over a restart, in a file only its owner can read',
  { retry: 2 },
  async () => {
    const options = { dataDir: await folder(), accounts: 300, seed: 1, publicUrl: PUBLIC_URL }
    const before = await startForTest(options)
    const { post, headers } = await staffOf(before)
    expect(await post('/user/apex/set/test/account/state?user_id=9107&flag=true')).toMatchObject({
      code: 200,
      body: { result: anyText },
    })
    expect(await post('/user/restrict-user', { user_id: 9107 })).toMatchObject({
      code: 200,
      body: { message: 'User is restricted' },
    })
    const restriction = { apex_account: '9ZZ10041', apex_account_restricted: true }
    expect(await post('/user/apex/toggle/account/restriction/admin', restriction)).toMatchObject({ code: 200 })
    await before.close()

    const after = await startForTest(options)
    const response = await fetch(`${after.urls.main}/user/apex/get_apex_accounts?search_key=mara.quill`, { headers })
    expect(await response.json()).toMatchObject({
      apex_accounts: [{ id: 4107, user__is_test: true, is_restricted: true, apex_account_restricted: true }],
    })
    expect([after.urls.oidcIssuer, after.oidc]).toEqual([before.urls.oidcIssuer, before.oidc])
    expect((await stat(join(options.dataDir, 'embedded.sqlite'))).mode & 0o777).toBe(0o600)
  },
)

test('builds the data again, and says so, when the seed or the number of accounts changes', async () => {
  const dataDir = await folder()
  const lines: string[] = []
  const note = (line: string): void => void (line.includes('accounts') && lines.push(line))
  const options = { dataDir, seed: 1, publicUrl: PUBLIC_URL, trades: 0, log: note }
  await (await startEmbedded({ ...options, accounts: 300 })).close()
  await (await startEmbedded({ ...options, accounts: 300 })).close()
  expect(lines).toHaveLength(1)
  const { list } = await staffOf(await startBuilding({ ...options, accounts: 120 }))
  expect((await list()).total_pages).toBe(3)
  expect(lines.slice(1)).toEqual([textWith('replacing 300 accounts'), textWith('built 120 accounts')])
})

test('moves the identity provider to another port when its own is taken', async () => {
  const dataDir = await folder()
  const first = await startForTest({ dataDir })
  const second = await startForTest({ dataDir })
  expect(second.urls.oidcIssuer).not.toBe(first.urls.oidcIssuer)
  await staffOf(second)
})

test('turns the restriction of a user around at every call', async () => {
  const { post, list } = await staffOf(await startForTest())
  const restricted = async () => (await list('search_key=oren.vale')).apex_accounts[0]?.['is_restricted']
  expect(await restricted()).toBe(true)
  await post('/user/restrict-user', { user_id: 9109 })
  expect(await restricted()).toBe(false)
  await post('/user/restrict-user', { user_id: 9109 })
  expect(await restricted()).toBe(true)
})

test('marks all accounts of a user as test', async () => {
  const { post, list } = await staffOf(await startForTest())
  const [, ...rows] = (await list('pages=1')).apex_accounts
  const shared = rows.find(({ user__id: user }, index) => rows.findIndex((row) => row['user__id'] === user) !== index)
  const flag = !shared?.['user__is_test']
  await post(`/user/apex/set/test/account/state?user_id=${String(shared?.['user__id'])}&flag=${flag}`)
  const { apex_accounts: changed } = await list(`search_key=${String(shared?.['user__email'])}`)
  expect(changed.map((row) => row['user__is_test'])).toEqual([flag, flag])
})

test('resubmits a failed account once, and moves it to its new status', async () => {
  const { post, list } = await staffOf(await startForTest())
  const path = '/user/apex/account/request/resubmit/admin'
  await list('search_key=vale&status=SUBMIT_FAILED')
  expect(await post(path, { apex_account_id: 4109 })).toMatchObject({ code: 200, body: { result: anyText } })
  const named = async (query: string) => (await list(query)).apex_accounts.map(({ name }) => name)
  expect(await named('status=INVESTIGATION_SUBMITTED')).toContain('Oren Vale')
  expect(await named('status=SUBMIT_FAILED')).not.toContain('Oren Vale')
  expect(await list('search_key=vale&status=SUBMIT_FAILED')).toMatchObject({ apex_accounts: [], total_pages: 0 })
  expect(await post(path, { apex_account_id: 4109 })).toMatchObject({ code: 400, body: { result: anyText } })
})

test.each([4111, 4112, 4107])('refuses to resubmit account %i and says why', async (id) => {
  const { post } = await staffOf(await startForTest())
  const answer = await post('/user/apex/account/request/resubmit/admin', { apex_account_id: id })
  expect(answer).toEqual({ code: 400, body: { result: textLike(/^Resubmit failed: /) } })
})

test.each([
  ['/user/restrict-user', { user_id: 1 }, 404],
  ['/user/restrict-user', {}, 400],
  ['/user/apex/set/test/account/state?user_id=1&flag=true', {}, 404],
  ['/user/apex/set/test/account/state?user_id=9107&flag=maybe', {}, 400],
  ['/user/apex/toggle/account/restriction/admin', { apex_account: 'none', apex_account_restricted: true }, 404],
  ['/user/apex/account/request/resubmit/admin', { apex_account_id: 'x' }, 400],
])('answers %s with %j by a message', async (path, body, code) => {
  const { post } = await staffOf(await startForTest())
  expect(await post(path, body)).toEqual({ code, body: { message: anyText } })
})

test('approves, disapproves and deletes treasury tickers', async () => {
  const embedded = await startForTest()
  const { headers } = await staffOf(embedded)
  const base = `${embedded.urls.admin}/treasuries-master`
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(base + path, {
      ...init,
      headers: { ...headers, ...(init.body ? { 'content-type': 'application/json' } : {}) },
    })
    return [response.status, await response.json()] as const
  }
  const patch = { method: 'PATCH', body: '{"isapproved":false}' }
  expect((await call(''))[1]).toEqual(expect.arrayContaining([{ id: 1, ticker: '912828YK0', isapproved: true }]))
  expect(await call('/1', patch)).toEqual([200, { ticker: '912828YK0' }])
  expect((await call(''))[1]).toEqual(expect.arrayContaining([{ id: 1, ticker: '912828YK0', isapproved: false }]))
  expect(await call('/1', { method: 'DELETE' })).toEqual([200, { ticker: '912828YK0' }])
  expect((await call(''))[1]).toHaveLength(59)
  expect(await call('/1', { method: 'DELETE' })).toEqual([404, { message: 'Ticker not found' }])
  expect(await call('/1', patch)).toEqual([404, { message: 'Ticker not found' }])
})
