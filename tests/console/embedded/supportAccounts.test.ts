import { expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { anyText, clockForTest, folder, PUBLIC_URL, startForTest, textLike } from './support.ts'
import { answer, mara, supportOf, teo } from './supportCalls.ts'

const REOPEN = '/v1/admin/user/apex_account_reopen'
const UNLINK = '/v1/admin/user/bank_unlink'
const populate = (kind: string, accountNo: string) => `/profile/populate/es/${kind}/${accountNo}`

test('reopens an account that was always closed as COMPLETE, once, and lets it be closed again', async () => {
  const { post, found, detail, list, close } = await supportOf(await startForTest())
  const closed = { account_no: '9ZZ10117' }
  expect(await found('status=CLOSED')).toContain(4117)
  expect(await post(REOPEN, closed)).toEqual(answer(200, 'Account reopened as COMPLETE'))
  expect(await found('status=CLOSED')).not.toContain(4117)
  expect(await found('status=COMPLETE')).toContain(4117)
  expect((await list('search_key=9ZZ10117')).apex_accounts).toMatchObject([{ status: 'COMPLETE', is_active: true }])
  expect((await detail(4117)).account).toMatchObject([{ status: 'COMPLETE', is_active: true }])
  expect(await post(REOPEN, closed)).toEqual(answer(409, 'The account is not closed'))
  await close(4117, 9117)
  expect(await found('status=CLOSED')).toContain(4117)
})

test('reopens an account as what it was before it was closed, a closing just come due included', async () => {
  const { clock, advance } = clockForTest()
  const options = { dataDir: await folder(), accounts: 300, seed: 1, publicUrl: PUBLIC_URL, clock }
  const first = await startEmbeddedOverCopy(options)
  const before = await supportOf(first)
  await before.sendClosing(mara.id, mara.userId)
  advance(17_999)
  expect(await before.post(REOPEN, { account_no: mara.accountNo })).toEqual(answer(409, 'The account is not closed'))
  advance(1)
  expect(await before.post(REOPEN, { account_no: mara.accountNo })).toEqual(
    answer(200, 'Account reopened as SUSPENDED'),
  )
  await first.close()
  const { detail, found } = await supportOf(await startForTest(options), before.token)
  expect((await detail(mara.id)).account).toMatchObject([{ status: 'SUSPENDED', is_active: false }])
  expect(await found('status=SUSPENDED')).toContain(mara.id)
})

test('reopens a closed account under its open transfers again', async () => {
  const { post, found, close } = await supportOf(await startForTest())
  expect(await found('transfer_request=true')).toContain(4119)
  await close(4119, 9119)
  expect(await found('transfer_request=true')).not.toContain(4119)
  expect(await post(REOPEN, { account_no: '9ZZ10119' })).toMatchObject({ code: 200 })
  expect(await found('transfer_request=true')).toContain(4119)
})

test.each(['9ZZ', 'x'.repeat(40), "' OR 1=1 --"])('reopens no account with the number %s', async (accountNo) => {
  const { post } = await supportOf(await startForTest())
  expect(await post(REOPEN, { account_no: accountNo })).toEqual(answer(404, 'Account not found'))
})

test('unlinks the bank of a user, in detail, list and export, over a restart', async () => {
  const options = { dataDir: await folder(), accounts: 300, seed: 1, publicUrl: PUBLIC_URL }
  const first = await startEmbeddedOverCopy(options)
  const before = await supportOf(first)
  const was = await before.detail(teo.id)
  expect([was.bank.length, was.ach.length]).toEqual([1, 2])
  expect(await before.post(UNLINK, { user_email: teo.email })).toEqual(answer(200, 'Bank account unlinked'))
  await first.close()
  const { post, detail, list, main } = await supportOf(await startForTest(options), before.token)
  expect(await detail(teo.id)).toEqual({ ...was, bank: [], ach: was.ach.filter(({ status }) => status === 'CANCELED') })
  expect((await list('search_key=teo.brandt')).apex_accounts).toMatchObject([{ bank_account: null }])
  const lines = (await (await main('/export-account-list?funds=true')).text()).split('\n')
  expect(lines.find((line) => line.includes(teo.email))).toContain(',No,,')
  expect(lines.find((line) => line.includes(mara.email))).toContain(',Yes,****0412,')
  expect(await post(UNLINK, { user_email: teo.email })).toEqual(answer(409, 'No bank account is linked'))
})

test('unlinks no bank where there is none, or no one', async () => {
  const { post } = await supportOf(await startForTest())
  const none = answer(409, 'No bank account is linked')
  expect(await post(UNLINK, { user_email: 'oren.vale@example.test' })).toEqual(none)
  expect(await post(UNLINK, { user_email: 'nobody@example.test' })).toEqual(answer(404, 'User not found'))
})

test('populates holdings, then the portfolio, over a restart, and the same again', async () => {
  const options = { dataDir: await folder(), accounts: 300, seed: 1, publicUrl: PUBLIC_URL }
  const first = await startEmbeddedOverCopy(options)
  const before = await supportOf(first)
  const was = await before.detail(teo.id)
  const early = await before.profile(populate('portfolio', teo.accountNo))
  expect(early).toEqual(answer(409, 'Populate the holdings of 9ZZ10058 first'))
  expect(await before.detail(teo.id)).toEqual(was)
  const populated = await before.profile(populate('holdings', teo.accountNo))
  const { holdings = [] } = await before.detail(teo.id)
  expect(populated).toEqual(answer(200, `Holdings populated for 9ZZ10058: ${holdings.length} positions`))
  expect(holdings.length).toBeGreaterThan(1)
  expect(holdings[0]).toEqual({
    ticker: anyText,
    security_type: anyText,
    quantity: textLike(/^\d+$/),
    price: textLike(/^\d+\.\d\d$/),
  })
  await first.close()
  const { profile, detail } = await supportOf(await startForTest(options), before.token)
  expect(await profile(populate('holdings', teo.accountNo))).toEqual(populated)
  expect(await detail(teo.id)).toEqual({ ...was, holdings })
  const cents = holdings.reduce(
    (sum, each) => sum + Number(each['quantity']) * Math.round(Number(each['price']) * 100),
    0,
  )
  const value = (cents / 100).toFixed(2)
  const sentence = `Portfolio populated for 9ZZ10058: $${value} in ${holdings.length} positions`
  expect(await profile(populate('portfolio', teo.accountNo))).toEqual(answer(200, sentence))
  expect((await detail(teo.id)).portfolio).toEqual({ positions: holdings.length, value })
})

test('populates the profile of an account that came without one, and leaves what staff changed', async () => {
  const { profile, detail, post } = await supportOf(await startForTest())
  expect((await detail(4123)).profile).toEqual([])
  expect(await profile(populate('profile', '9ZZ10123'))).toEqual(
    answer(200, 'Profile populated for 9ZZ10123: 9 fields'),
  )
  expect((await detail(4123)).profile).toMatchObject([{ country: 'USA', phone: textLike(/^\d{10}$/) }])
  await post('/v1/admin/user/update_information', { user_email: mara.email, city: 'Astoria' })
  expect(await profile(populate('profile', mara.accountNo))).toMatchObject({ code: 200 })
  expect((await detail(mara.id)).profile).toMatchObject([{ city: 'Astoria', state: 'NY' }])
})

test('finds no positions for a closed account', async () => {
  const { profile } = await supportOf(await startForTest())
  const none = answer(200, 'Holdings populated for 9ZZ10117: 0 positions')
  expect(await profile(populate('holdings', '9ZZ10117'))).toEqual(none)
})

test.each(['holdings', 'portfolio', 'profile'])(
  'populates no %s of an unknown account, and for no HEAD',
  async (kind) => {
    const embedded = await startForTest()
    const { profile, detail, token } = await supportOf(embedded)
    expect(await profile(populate(kind, '9ZZ99999'))).toEqual(answer(404, 'Account not found'))
    const headers = { authorization: `Token ${token}` }
    const url = `${embedded.urls.profile}${populate(kind, teo.accountNo)}`
    expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(404)
    expect(await detail(teo.id)).not.toHaveProperty('holdings')
  },
)

const partner = { email: mara.email, division_userid: 'D-77', division: 'West', firstname: 'Mara', lastname: 'Quill' }

test('tells the partner service of a user, one person for one user id of a division, over a restart', async () => {
  const options = { dataDir: await folder(), accounts: 300, seed: 1, publicUrl: PUBLIC_URL }
  const first = await startEmbeddedOverCopy(options)
  const before = await supportOf(first)
  expect(await before.partner(partner)).toEqual(answer(200, 'Mcom access given'))
  await first.close()
  const after = await supportOf(await startForTest(options), before.token)
  expect(await after.partner({ ...partner, lastname: 'Quill-Neu' })).toEqual(answer(200, 'Mcom access updated'))
  const other = { ...partner, email: teo.email }
  expect(await after.partner(other)).toEqual(answer(409, 'The Division UserId belongs to another user'))
  expect(await after.partner({ ...other, division: 'East' })).toEqual(answer(200, 'Mcom access given'))
})

test('tells the partner service nothing without the service token, of no one unknown and nothing incomplete', async () => {
  const support = await supportOf(await startForTest())
  const refused = answer(403, 'Invalid service token.')
  expect(await support.partner(partner, null)).toEqual(refused)
  expect(await support.partner(partner, 'wrong')).toEqual(refused)
  expect(await support.partner({}, 'wrong')).toEqual(refused)
  expect(await support.partner({ ...partner, email: 'nobody@example.test' })).toEqual(answer(404, 'User not found'))
  for (const field of Object.keys(partner)) {
    expect(await support.partner({ ...partner, [field]: undefined })).toEqual(answer(400, anyText))
  }
  expect(await support.partner({ ...partner, division: ' ' })).toEqual(answer(400, anyText))
  expect(await support.partner({ ...partner, email: teo.email })).toEqual(answer(200, 'Mcom access given'))
})
