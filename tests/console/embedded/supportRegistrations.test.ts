import { expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { anyText, clockForTest, folder, PUBLIC_URL, startForTest } from './support.ts'
import { answer, mara, supportOf } from './supportCalls.ts'

const reinstating = (email: string, userId: string) => ({ user_email: email, user_id: userId })
const REINSTATE = '/v1/admin/user/reinstate'

test('unregisters a user, whom the list, the search, the export, the detail and the sign-in then do not know', async () => {
  const { unregister, list, found, main, logins } = await supportOf(await startForTest())
  const before = await list('pages=1')
  expect(await found('search_key=mara.quill')).toEqual([mara.id])
  expect(await found('status=SUSPENDED')).toContain(mara.id)
  expect(await unregister(mara.email)).toEqual(answer(200, 'User unregistered'))
  expect(await list('search_key=mara.quill')).toMatchObject({ apex_accounts: [], total_pages: 0 })
  expect(await found('status=SUSPENDED')).not.toContain(mara.id)
  expect(await found('pending_documents=true')).not.toContain(mara.id)
  const after = await list('pages=1')
  expect(after.apex_accounts).toHaveLength(50)
  expect(after.apex_accounts.slice(0, 49)).toEqual(before.apex_accounts.slice(1))
  expect((await main(`/user/apex/get_apex_details_for_account?apex_account_id=${mara.id}`)).status).toBe(404)
  expect(await (await main('/export-account-list')).text()).not.toContain('Mara Quill')
  expect(await logins(mara.email)).toEqual({ code: 200, body: [] })
})

test('goes on giving every other account once, page by page, with the right number of pages', async () => {
  const { unregister, list } = await supportOf(await startForTest({ accounts: 152 }))
  const rows = async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`pages=${page}`)))
    return pages.flatMap(({ apex_accounts: each }) => each)
  }
  const before = await rows()
  expect([(await list()).total_pages, before.length]).toEqual([4, 152])
  const gone = [151, 0, 10, 49, 50].map((place) => before[place]?.['user__email'])
  for (const [count, email] of gone.entries()) {
    expect(await unregister(String(email))).toMatchObject({ code: 200 })
    for (const query of ['', 'search_key=@example.test']) {
      expect((await list(query)).total_pages).toBe(count === 0 ? 4 : 3)
    }
  }
  expect(await rows()).toEqual(before.filter((row) => !gone.includes(row['user__email'])))
})

test('counts a status again when its accounts go and come back', async () => {
  const { unregister, list, post } = await supportOf(await startForTest())
  const query = 'status=ENHANCED_DUE_DILIGENCE'
  const { apex_accounts: rows } = await list(query)
  expect(rows.length).toBeGreaterThan(1)
  for (const row of rows) await unregister(String(row['user__email']))
  expect(await list(query)).toMatchObject({ apex_accounts: [], total_pages: 0 })
  for (const row of rows) await post(REINSTATE, reinstating(String(row['user__email']), String(row['user__id'])))
  expect(await list(query)).toMatchObject({ apex_accounts: rows, total_pages: 1 })
})

test('takes away and brings back both accounts of a user who has two', async () => {
  const { unregister, list, found, post } = await supportOf(await startForTest())
  const rows = (await list('pages=2')).apex_accounts
  const second = rows.find(({ user__id: user }, index) => rows.findIndex((row) => row['user__id'] === user) !== index)
  const [email, userId] = [String(second?.['user__email']), String(second?.['user__id'])]
  const both = await found(`search_key=${email}`)
  expect(both).toHaveLength(2)
  await unregister(email)
  expect(await found(`search_key=${email}`)).toEqual([])
  await post(REINSTATE, reinstating(email, userId))
  expect(await found(`search_key=${email}`)).toEqual(both)
})

test('says who is unknown and who is unregistered already', async () => {
  const { unregister } = await supportOf(await startForTest())
  expect(await unregister('nobody@example.test')).toEqual(answer(404, 'User not found'))
  expect(await unregister(' MARA.quill@example.TEST ')).toEqual(answer(200, 'User unregistered'))
  expect(await unregister(mara.email)).toEqual(answer(409, 'User is already unregistered'))
  expect(await unregister('')).toEqual(answer(400, anyText))
})

test('unregisters no one for whom an answer of the clearing firm is still to come', async () => {
  const { clock, advance } = clockForTest()
  const { unregister, sendClosing, found } = await supportOf(await startForTest({ clock }))
  await sendClosing(mara.id, mara.userId)
  expect(await unregister(mara.email)).toEqual(answer(409, 'The clearing firm has yet to answer for this user'))
  expect(await found('search_key=mara.quill')).toEqual([mara.id])
  advance(18_000)
  expect(await unregister(mara.email)).toMatchObject({ code: 200 })
})

test('reinstates after a restart, everything as it was', async () => {
  const options = { dataDir: await folder(), accounts: 300, seed: 1, publicUrl: PUBLIC_URL }
  const first = await startEmbeddedOverCopy(options)
  const before = await supportOf(first)
  const [page, detail, logins] = [await before.list(), await before.detail(mara.id), await before.logins(mara.email)]
  await before.unregister(mara.email)
  await first.close()
  const after = await supportOf(await startForTest(options), before.token)
  expect(await after.found('search_key=mara.quill')).toEqual([])
  expect(await after.post(REINSTATE, reinstating(mara.email, '9107'))).toEqual(answer(200, 'Account reinstated'))
  expect(await after.list()).toEqual(page)
  expect(await after.found('search_key=mara.quill')).toEqual([mara.id])
  expect(await after.detail(mara.id)).toEqual(detail)
  expect(await after.logins(mara.email)).toEqual(logins)
  expect(await after.found('search_key=mara.quill&status=SUSPENDED')).toEqual([mara.id])
  expect(await after.found('status=SUSPENDED')).toContain(mara.id)
})

test('reinstates no one who is registered, unknown, another user or whose address is taken', async () => {
  const { unregister, post, found } = await supportOf(await startForTest())
  expect(await post(REINSTATE, reinstating(mara.email, '9107'))).toEqual(answer(409, 'User is not unregistered'))
  expect(await post(REINSTATE, reinstating('nobody@example.test', '1'))).toEqual(answer(404, 'User not found'))
  await unregister(mara.email)
  for (const wrong of ['9108', '9107.0', 'x']) {
    const refusal = answer(400, 'The user ID does not belong to this email')
    expect(await post(REINSTATE, reinstating(mara.email, wrong))).toEqual(refusal)
  }
  const change = { old_user_email: 'oren.vale@example.test', new_user_email: mara.email }
  expect(await post('/v1/admin/user/email_change', change)).toMatchObject({ code: 200 })
  const taken = answer(409, 'Another user has registered with this email since')
  expect(await post(REINSTATE, reinstating(mara.email, '9107'))).toEqual(taken)
  expect(await found('search_key=quill')).toEqual([4109])
})

test('tells how a user signs in, always the same, with every kind of login', async () => {
  const { logins, list } = await supportOf(await startForTest())
  expect(await logins(mara.email)).toEqual({
    code: 200,
    body: [{ id: '00u9107', status: anyText, credentials: { provider: { type: anyText, name: anyText } } }],
  })
  expect(await logins(mara.email)).toEqual(await logins(mara.email.toUpperCase()))
  const emails = (await list('pages=2')).apex_accounts.map((row) => String(row['user__email']))
  const texts = (await Promise.all(emails.map(logins))).map(({ body }) => JSON.stringify(body))
  for (const type of ['OKTA', 'SOCIAL', 'FEDERATION']) {
    expect(texts.some((text) => text.includes(`"type":"${type}"`))).toBe(true)
  }
  expect(await logins('nobody@example.test')).toEqual({ code: 200, body: [] })
  expect(await logins('')).toEqual(answer(400, anyText))
})
