import { expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { anyText, clockForTest, folder, PUBLIC_URL, startForTest, textWith } from './support.ts'
import { reviewerOf } from './verification.ts'

const WILLA = 4136
const WILLA_NUMBER = '9ZZ10136'
const WILLA_CASE = '5f0c1d6e-0001-4a2b-9c3d-000000004136'
const ANA_CASE = '5f0c1d6e-0002-4a2b-9c3d-000000000021'

async function start(accounts = 60) {
  const { clock, advance } = clockForTest()
  return { staff: await reviewerOf(await startForTest({ accounts, clock })), advance }
}

test('accepts an undecided case with an uploaded document, which takes effect after a while', async () => {
  const { staff, advance } = await start()
  const snapid = await staff.uploaded(WILLA_NUMBER)
  expect(await staff.decideCase(WILLA, WILLA_CASE, 'ACCEPTED', { snapid })).toEqual({
    code: 200,
    body: { status: 200, message: anyText },
  })
  advance(2999)
  const waiting = await staff.caseOf(WILLA)
  expect(waiting).toMatchObject({ status: 'INDETERMINATE' })
  expect(waiting.history?.at(-1)).toMatchObject({
    user: 'admin@countersign.test',
    stateChange: 'ACCEPTED',
    comment: 'Checked by hand',
  })
  advance(1)
  expect(await staff.caseOf(WILLA)).toMatchObject({ status: 'ACCEPTED' })
  expect(await staff.row(WILLA, 'Willa Undecided')).toMatchObject({
    status: 'COMPLETE',
    is_active: true,
    pending_documents: 0,
  })
})

test('rejects an undecided case without a document; the account is suspended and can appeal', async () => {
  const { staff, advance } = await start()
  expect((await staff.decideCase(WILLA, WILLA_CASE, 'REJECTED')).code).toBe(200)
  advance(3000)
  expect(await staff.caseOf(WILLA)).toMatchObject({ status: 'REJECTED' })
  expect(await staff.row(WILLA, 'Willa Undecided')).toMatchObject({ status: 'SUSPENDED', pending_documents: 1 })
  const id = await staff.uploaded(WILLA_NUMBER)
  await staff.save(WILLA, WILLA_CASE, [id, 'SSN_CARD'])
  await staff.decideSnap(id)
  expect((await staff.appeal(WILLA, WILLA_CASE, [id])).code).toBe(200)
  advance(6000)
  expect(await staff.status(WILLA)).toMatchObject({ status: 'COMPLETE' })
})

test('accepts the second applicant of a joint account with a document of her case', async () => {
  const { staff, advance } = await start()
  expect((await staff.decideCase(4108, ANA_CASE, 'ACCEPTED', { snapid: 'snap-a3' })).code).toBe(400)
  expect((await staff.decideCase(4108, ANA_CASE, 'ACCEPTED', { snapid: 'snap-a1' })).code).toBe(200)
  advance(3000)
  expect(await staff.status(4108)).toMatchObject({ status: 'COMPLETE' })
})

test('decides cases of generated accounts, whose other documents and findings stay as they were', async () => {
  const { staff, advance } = await start(300)
  const { apex_accounts: rows } = await staff.list('status=ACTION_REQUIRED')
  for (const row of rows.filter((each) => Number(each['id']) > 10_000).slice(0, 6)) {
    const id = Number(row['id'])
    const before = (await staff.status(id)).investigations
    const open = before.find(({ status }) => status === 'INDETERMINATE')
    const snapid = await staff.uploaded(String(row['account_no']))
    expect((await staff.decideCase(id, String(open?.sketchId), 'ACCEPTED', { snapid })).code).toBe(200)
    advance(3000)
    const after = await staff.status(id)
    expect(after).toMatchObject({ status: 'COMPLETE' })
    expect(after.investigations.map(({ result }) => result)).toEqual(before.map(({ result }) => result))
  }
})

test('refuses a second decision while one is under way, an appeal too, and any after it', async () => {
  const { staff, advance } = await start()
  const reject = () => staff.decideCase(WILLA, WILLA_CASE, 'REJECTED')
  expect((await reject()).code).toBe(200)
  expect(await reject()).toEqual({ code: 409, body: { message: textWith('waits for the clearing firm') } })
  expect((await staff.appeal(WILLA, WILLA_CASE, ['snap-x'])).code).toBe(409)
  advance(3000)
  expect((await reject()).code).toBe(409)
})

test.each<[string, number, string, string, object, number]>([
  ['of an unknown account', 99_999_999, WILLA_CASE, 'REJECTED', {}, 404],
  ['of an unknown case', WILLA, 'no-such-case', 'REJECTED', {}, 404],
  ['of a suspended account', 4107, '5f0c1d6e-0001-4a2b-9c3d-000000000001', 'REJECTED', {}, 409],
  ['of an accepted case', 4108, '5f0c1d6e-0002-4a2b-9c3d-000000000020', 'REJECTED', {}, 409],
  ['in words nobody knows', WILLA, WILLA_CASE, 'APPEALED', {}, 400],
  ['without a comment', WILLA, WILLA_CASE, 'REJECTED', { comment: ' ' }, 400],
  ['that accepts without a document', WILLA, WILLA_CASE, 'ACCEPTED', {}, 400],
  ['that accepts with an unknown document', WILLA, WILLA_CASE, 'ACCEPTED', { snapid: 'snap-x' }, 400],
  ['that accepts with a document of another account', WILLA, WILLA_CASE, 'ACCEPTED', { snapid: 'snap-4146-1' }, 400],
])('refuses a decision %s', async (_what, accountId, sketchId, action, more, code) => {
  const { staff, advance } = await start()
  expect(await staff.decideCase(accountId, sketchId, action, more)).toEqual({ code, body: { message: anyText } })
  advance(10_000)
  expect(await staff.caseOf(WILLA)).toMatchObject({ status: 'INDETERMINATE' })
})

test('says that only accounts which require action can be decided', async () => {
  const { staff } = await start()
  const sketchId = (await staff.caseOf(4107)).sketchId
  expect(await staff.decideCase(4107, sketchId, 'REJECTED')).toEqual({
    code: 409,
    body: { message: 'The account is SUSPENDED' },
  })
})

test('refuses to accept with an upload for another account', async () => {
  const { staff } = await start()
  const snapid = await staff.uploaded('9ZZ10041')
  expect((await staff.decideCase(WILLA, WILLA_CASE, 'ACCEPTED', { snapid })).code).toBe(400)
})

test('refuses to accept with a document that was rejected', async () => {
  const { staff } = await start()
  const snapid = await staff.uploaded(WILLA_NUMBER)
  await staff.save(WILLA, WILLA_CASE, [snapid, 'SSN_CARD'])
  await staff.decideSnap(snapid, 'rejected', 'Unreadable')
  expect((await staff.decideCase(WILLA, WILLA_CASE, 'ACCEPTED', { snapid })).code).toBe(400)
})

test('keeps a decision over a restart', async () => {
  const { clock, advance } = clockForTest()
  const options = { dataDir: await folder(), accounts: 60, seed: 1, publicUrl: PUBLIC_URL, clock }
  const before = await startEmbeddedOverCopy(options)
  const first = await reviewerOf(before)
  await first.decideCase(WILLA, WILLA_CASE, 'REJECTED')
  await before.close()
  const again = await reviewerOf(await startForTest(options), first.token)
  expect(await again.caseOf(WILLA)).toMatchObject({ status: 'INDETERMINATE' })
  expect((await again.decideCase(WILLA, WILLA_CASE, 'REJECTED')).code).toBe(409)
  advance(3000)
  expect(await again.status(WILLA)).toMatchObject({ status: 'SUSPENDED' })
})
