import { expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { anyText, clockForTest, folder, PUBLIC_URL, startForTest } from './support.ts'
import { answer, mara, supportOf, teo } from './supportCalls.ts'

const CLEAR = '/user/apex/clear-account'
const ACCESS = '/user/mentor/access'
const DELETE = '/v1/admin/user/delete_information'
const CHANGE = '/v1/admin/user/email_change'
const UPDATE = '/v1/admin/user/update_information'
const changing = (old: string, next: string) => ({ old_user_email: old, new_user_email: next })

test('clears an application back to e-mail and password, in list, search, detail and orders', async () => {
  const { put, detail, list, found, trade } = await supportOf(await startForTest())
  const cleared = answer(200, 'Application cleared back to email and password')
  expect(await put(CLEAR, { user_email: mara.email })).toEqual(cleared)
  const { account, profile, bank, ach, request, joint_user: joint } = await detail(mara.id)
  const { id, user_id, email, apex_email, name, status, is_active, ...answers } = account[0] ?? {}
  expect([id, user_id, email, apex_email, name]).toEqual([4107, 9107, mara.email, mara.email, mara.email])
  expect([status, is_active]).toEqual(['NEW', false])
  expect(new Set(Object.values(answers))).toEqual(new Set([null]))
  expect([profile, bank, ach, request, joint]).toEqual([[], [], [], [], null])
  expect((await list('search_key=mara.quill')).apex_accounts).toMatchObject([
    { name: mara.email, account_no: null, bank_account: null, status: 'NEW', pending_documents: 0, request_time: null },
  ])
  expect(await found('status=NEW')).toContain(mara.id)
  expect(await found('status=SUSPENDED')).not.toContain(mara.id)
  expect(await found(`search_key=${mara.accountNo}`)).toEqual([])
  expect(await trade(`/v1/admin/user/get_details_for_account?account_no=${mara.accountNo}`)).toMatchObject({
    code: 404,
  })
  const again = answer(409, 'The application is already at its first step')
  expect(await put(CLEAR, { user_email: mara.email })).toEqual(again)
})

test('lets a cleared user enter again who they are', async () => {
  const { put, post, detail, list } = await supportOf(await startForTest())
  await put(CLEAR, { user_email: mara.email })
  await post(CHANGE, changing(mara.email, 'mara@new.example.test'))
  const name = async () => (await list('search_key=mara@new')).apex_accounts[0]?.['name']
  expect(await name()).toBe('mara@new.example.test')
  await post(UPDATE, { user_email: 'mara@new.example.test', last_name: 'Quince' })
  expect(await name()).toBe('Quince')
  expect((await detail(mara.id)).account).toMatchObject([{ first_name: null, last_name: 'Quince', ss_number: null }])
  await put(CLEAR, { user_email: 'mara@new.example.test' })
  expect((await detail(mara.id)).account).toMatchObject([{ last_name: null }])
})

test('clears no account that is open, holds money or was closed, and no one unknown', async () => {
  const { put, detail } = await supportOf(await startForTest())
  const open = answer(409, 'The account is open: close it instead of clearing it')
  const before = await detail(teo.id)
  expect(await put(CLEAR, { user_email: teo.email })).toEqual(open)
  expect(await put(CLEAR, { user_email: 'agatha.sorrel@example.test' })).toEqual(open)
  expect(await put(CLEAR, { user_email: 'elsbeth.close-approved@example.test' })).toEqual(
    answer(409, 'The account was open before and is closed: it cannot be cleared'),
  )
  expect(await put(CLEAR, { user_email: 'nobody@example.test' })).toEqual(answer(404, 'User not found'))
  expect(await put(CLEAR, {})).toEqual(answer(400, anyText))
  expect(await detail(teo.id)).toEqual(before)
})

test('lets an answer of the clearing firm that was still to come change nothing of a cleared application', async () => {
  const { clock, advance } = clockForTest()
  const { put, detail, sendClosing } = await supportOf(await startForTest({ clock }))
  await sendClosing(mara.id, mara.userId)
  expect(await put(CLEAR, { user_email: mara.email })).toMatchObject({ code: 200 })
  advance(60_000)
  expect((await detail(mara.id)).account).toMatchObject([{ status: 'NEW' }])
})

test('gives personal access and takes it away, over a restart, and says when nothing changes', async () => {
  const options = { dataDir: await folder(), accounts: 300, seed: 1, publicUrl: PUBLIC_URL }
  const first = await startEmbeddedOverCopy(options)
  const before = await supportOf(first)
  const ask = (activate: boolean) => ({ user_email: mara.email, activate_mentor: activate })
  expect(await before.put(ACCESS, ask(false))).toEqual(answer(200, 'Personal access is already deactivated'))
  expect(await before.put(ACCESS, ask(true))).toEqual(answer(200, 'Personal access activated'))
  await first.close()
  const { put } = await supportOf(await startForTest(options), before.token)
  expect(await put(ACCESS, ask(true))).toEqual(answer(200, 'Personal access is already activated'))
  expect(await put(ACCESS, { user_email: teo.email, activate_mentor: true })).toEqual(
    answer(200, 'Personal access activated'),
  )
  expect(await put(ACCESS, ask(false))).toEqual(answer(200, 'Personal access deactivated'))
  expect(await put(ACCESS, { ...ask(true), user_email: 'nobody@example.test' })).toEqual(answer(404, 'User not found'))
  expect(await put(ACCESS, { user_email: mara.email, activate_mentor: 'perhaps' })).toEqual(answer(400, anyText))
})

test('deletes what describes a person and keeps what has to be kept', async () => {
  const options = { dataDir: await folder(), accounts: 300, seed: 1, publicUrl: PUBLIC_URL }
  const first = await startEmbeddedOverCopy(options)
  const { post, put, main, token, ...before } = await supportOf(first)
  const { code, body } = await put(ACCESS, { user_email: mara.email, activate_mentor: true })
  expect([code, body]).toEqual([200, { message: anyText }])
  const kept = await before.detail(mara.id)
  const cases = async (get: typeof main) =>
    (await get(`/user/apex/account/status/admin?apex_account_id=${mara.id}`)).text()
  const casesBefore = await cases(main)
  await post(UPDATE, { user_email: mara.email, address: '1 Secret Lane', first_name: 'Marabelle' })
  expect(await post(DELETE, { email: mara.email })).toEqual(answer(200, 'User data deleted'))
  await first.close()
  const after = await supportOf(await startForTest(options), token)
  const detail = await after.detail(mara.id)
  expect(detail).toMatchObject({
    account: [
      { name: 'Deleted user 9107', email: 'deleted-9107@deleted.invalid', ss_number: null, status: 'SUSPENDED' },
    ],
    profile: [],
    bank: [],
    ach: [],
  })
  expect([detail.snaps, detail.request, detail.deposits]).toEqual([kept.snaps, kept.request, kept.deposits])
  expect(JSON.stringify(detail)).not.toMatch(/Mara|Quill|Larch|6075550142|900-10-4410|000123450412|Secret/i)
  expect(await cases(after.main)).toBe(casesBefore)
  expect(await after.logins(mara.email)).toEqual({ code: 200, body: [] })
  expect(await after.logins('deleted-9107@deleted.invalid')).toEqual({ code: 200, body: [] })
  expect(await after.found('search_key=mara.quill')).toEqual([])
  expect(await after.found('search_key=deleted-9107')).toEqual([mara.id])
  expect(await after.post(DELETE, { email: mara.email })).toEqual(answer(404, 'User not found'))
  const populated = await after.profile(`/profile/populate/es/profile/${mara.accountNo}`)
  expect(populated).toEqual(answer(409, 'The data of this user was deleted'))
})

test('deletes nothing of an open account, until it is closed, and then lets no one reopen it', async () => {
  const { post, detail, close, list } = await supportOf(await startForTest())
  const before = await detail(teo.id)
  expect(await post(DELETE, { email: teo.email })).toEqual(answer(409, 'Close the account first'))
  expect(await post(DELETE, { email: 'agatha.sorrel@example.test' })).toEqual(answer(409, 'Close the account first'))
  expect(await post(DELETE, { email: 'nobody@example.test' })).toEqual(answer(404, 'User not found'))
  expect(await detail(teo.id)).toEqual(before)
  await close(4118, 9118)
  const [row] = (await list('search_key=9ZZ10118')).apex_accounts
  expect(await post(DELETE, { email: String(row?.['user__email']) })).toEqual(answer(200, 'User data deleted'))
  expect(await post('/v1/admin/user/apex_account_reopen', { account_no: '9ZZ10118' })).toEqual(
    answer(409, 'The data of this user was deleted: the account stays closed'),
  )
})

test('moves a user to another e-mail address, in list, search, detail, sign-in and orders', async () => {
  const { post, detail, list, found, logins, trade, unregister } = await supportOf(await startForTest())
  const login = await logins(teo.email)
  const next = "zoë.o'hara+new@mail.example.test"
  expect(await found('search_key=zoë.o')).toEqual([])
  expect(await post(CHANGE, changing(teo.email, next))).toEqual(answer(200, 'Email changed'))
  expect((await list(`search_key=${encodeURIComponent(next)}`)).apex_accounts).toMatchObject([
    { id: teo.id, user__email: next, name: 'Teo & Ana Brandt' },
  ])
  expect(await found('search_key=teo.brandt')).toEqual([])
  expect(await found(`search_key=${encodeURIComponent('zoë.o')}`)).toEqual([teo.id])
  expect((await detail(teo.id)).account).toMatchObject([{ email: next, apex_email: 'teo.b@example.test' }])
  expect(await logins(next)).toEqual(login)
  expect(await logins(teo.email)).toEqual({ code: 200, body: [] })
  const orders = (email: string) => trade(`/v1/admin/user/etrade_orders?user_email=${encodeURIComponent(email)}`)
  expect(await orders(teo.email)).toMatchObject({ code: 404 })
  const { code, body } = await orders(next)
  expect([code, JSON.stringify(body).includes(`"email_id":"${next}"`)]).toEqual([200, true])
  expect(await post(CHANGE, changing(teo.email, 'other@example.test'))).toEqual(answer(404, 'User not found'))
  expect(await unregister(next)).toMatchObject({ code: 200 })
})

test('follows with the address at the clearing firm where it was the same', async () => {
  const { post, detail } = await supportOf(await startForTest())
  await post(CHANGE, changing(mara.email, 'mara@new.example.test'))
  const members = { email: 'mara@new.example.test', apex_email: 'mara@new.example.test' }
  expect((await detail(mara.id)).account).toMatchObject([members])
})

test.each([
  ['an unknown address', 'nobody@example.test', 'x@example.test', 404, 'User not found'],
  ['an address in use', mara.email, 'TEO.brandt@example.test', 409, 'The new email is already in use'],
  ['an address of staff', mara.email, 'Admin@countersign.test', 409, 'The new email is already in use'],
  ['the same address', mara.email, 'Mara.Quill@example.test', 400, 'New email must differ'],
  ['no address', mara.email, 'mara at home', 400, 'New email must be a valid email'],
])('does not change an e-mail: %s', async (_what, old, next, code, message) => {
  const { post, found } = await supportOf(await startForTest())
  expect(await post(CHANGE, changing(old, next))).toEqual(answer(code, message))
  expect(await found('search_key=mara.quill')).toEqual([mara.id])
})

test('changes only the fields that are sent, in detail and list, over a restart', async () => {
  const options = { dataDir: await folder(), accounts: 300, seed: 1, publicUrl: PUBLIC_URL }
  const first = await startEmbeddedOverCopy(options)
  const before = await supportOf(first)
  const was = await before.detail(mara.id)
  const all = { phone: '2125550100', zipcode: '10001', state: 'NJ', city: 'Hoboken', address: '1 Pier "B" 🚢' }
  const updated = answer(200, 'User information updated successfully')
  expect(await before.post(UPDATE, { user_email: mara.email, city: 'Hoboken' })).toEqual(updated)
  expect(await before.detail(mara.id)).toEqual({ ...was, profile: [{ ...was.profile[0], city: 'Hoboken' }] })
  expect(await before.post(UPDATE, { user_email: mara.email, ...all, first_name: "Ma'ra" })).toEqual(updated)
  await first.close()
  const { detail, list, found } = await supportOf(await startForTest(options), before.token)
  expect(await detail(mara.id)).toEqual({
    ...was,
    account: [{ ...was.account[0], first_name: "Ma'ra", name: "Ma'ra Quill" }],
    profile: [{ ...was.profile[0], ...all }],
  })
  expect((await list("search_key=ma'ra quill")).apex_accounts).toMatchObject([{ id: mara.id, name: "Ma'ra Quill" }])
  expect(await found('search_key=Mara Quill')).toEqual([])
})

test('renames the first owner of a joint account and no one else, and fills a profile that was missing', async () => {
  const { post, detail, list } = await supportOf(await startForTest())
  await post(UPDATE, { user_email: teo.email, last_name: 'Neu' })
  expect((await list('search_key=teo.brandt')).apex_accounts).toMatchObject([{ name: 'Teo Neu & Ana Brandt' }])
  expect((await detail(teo.id)).joint_user).toMatchObject({ joint_first_name: 'Ana', joint_last_name: 'Brandt' })
  await post(UPDATE, { user_email: 'kestrel.nearlyempty@example.test', city: 'Astoria' })
  expect((await detail(4123)).profile).toEqual([expect.objectContaining({ city: 'Astoria', phone: null })])
})

test.each([
  ['a short zip code', { zipcode: '1234' }, 400, 'Zipcode must be 5 digits'],
  ['a zip code of letters', { zipcode: '1234x', city: 'Hoboken' }, 400, 'Zipcode must be 5 digits'],
  ['a long phone number', { phone: '12125550100' }, 400, 'Phone number must be 10 digits'],
  ['nothing', {}, 400, 'There is nothing to change'],
  ['an empty name', { first_name: ' ' }, 400, 'A field cannot be changed to nothing'],
])('does not update %s', async (_what, fields, code, message) => {
  const { post, detail } = await supportOf(await startForTest())
  const before = await detail(mara.id)
  expect(await post(UPDATE, { user_email: mara.email, ...fields })).toEqual(answer(code, message))
  expect(await detail(mara.id)).toEqual(before)
})

test('updates no one unknown', async () => {
  const { post } = await supportOf(await startForTest())
  const body = { user_email: 'nobody@example.test', city: 'Hoboken' }
  expect(await post(UPDATE, body)).toEqual(answer(404, 'User not found'))
})
