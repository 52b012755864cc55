import { expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { anyText, clockForTest, folder, PUBLIC_URL, startForTest, textWith } from './support.ts'
import { reviewerOf } from './verification.ts'
import type { Reviewer } from './verification.ts'

const ROWAN = 4131
const HESTER = 4146
const IVO = 4147
const sketch = (id: number, applicant = 1) => `5f0c1d6e-000${applicant}-4a2b-9c3d-${String(id).padStart(12, '0')}`

async function start() {
  const { clock, advance } = clockForTest()
  return { staff: await reviewerOf(await startForTest({ accounts: 60, clock })), advance, clock }
}

async function approved(staff: Reviewer, accountId: number, proof: string): Promise<string> {
  const id = await staff.uploaded(`9ZZ1${String(accountId - 4000).padStart(4, '0')}`)
  await staff.save(accountId, sketch(accountId), [id, proof])
  await staff.decideSnap(id)
  return id
}

test('takes a suspended account from a document over the appeal to COMPLETE', async () => {
  const { staff, advance, clock } = await start()
  const id = await approved(staff, ROWAN, 'ALL_PASSING_CIP_RESULTS')
  const before = await staff.caseOf(ROWAN)
  const appealedAt = clock()
  expect(await staff.appeal(ROWAN, sketch(ROWAN), [id], { text: ' auto appealing identity verification ' })).toEqual({
    code: 200,
    body: { status: 200, message: 'The case is APPEALED' },
  })
  advance(5999)
  const entry = {
    user: 'admin@countersign.test',
    timestamp: new Date(appealedAt).toISOString(),
    stateChange: 'APPEALED',
    comment: 'auto appealing identity verification',
    archived: false,
  }
  expect(await staff.caseOf(ROWAN)).toEqual({ ...before, history: [...(before.history ?? []), entry] })
  expect(await staff.row(ROWAN, 'Rowan Autopass')).toMatchObject({ status: 'SUSPENDED', is_active: false })
  advance(1)
  const row = { status: 'COMPLETE', is_active: true, pending_documents: 0 }
  expect(await staff.row(ROWAN, 'Rowan Autopass')).toMatchObject(row)
  expect((await staff.list('status=COMPLETE')).apex_accounts.map((each) => each['id'])).toContain(ROWAN)
  expect((await staff.detail(ROWAN))['account']).toMatchObject([{ status: 'COMPLETE', is_active: true }])
  expect(await staff.status(ROWAN)).toMatchObject({ status: 'COMPLETE' })
  const after = await staff.caseOf(ROWAN)
  expect(after).toMatchObject({ status: 'ACCEPTED', error: null, result: before.result })
  expect(new Set(after.cipCategories.map((each) => each.categoryState))).toEqual(new Set(['ACCEPTED']))
  expect(after.history?.at(-1)).toMatchObject({
    user: 'system',
    stateChange: 'ACCEPTED',
    timestamp: new Date(appealedAt + 6000).toISOString(),
  })
})

test('takes an appeal as a form too, with the documents one by one', async () => {
  const { staff, advance } = await start()
  const send = async (fields: readonly (readonly [string, string])[]) => {
    const response = await staff.sendForm('/user/apex/account/status/appeal', fields)
    return { code: response.status, body: (await response.json()) as unknown }
  }
  const fields = [
    ['apex_account_id', String(HESTER)],
    ['sketchId', sketch(HESTER)],
    ['action', 'APPEALED'],
    ['cip.snapIDs[]', 'snap-4146-1'],
    ['cip.snapIDs[]', 'snap-4146-1'],
  ] as const
  expect(await send(fields)).toEqual({ code: 400, body: { message: 'A comment is required' } })
  expect(await send([...fields, ['text', 'See the card']])).toEqual({
    code: 200,
    body: { status: 200, message: anyText },
  })
  advance(6000)
  expect(await staff.caseOf(HESTER)).toMatchObject({ status: 'ACCEPTED' })
})

test('rejects an appeal again whose documents leave a category open, and takes another one later', async () => {
  const { staff, advance } = await start()
  await staff.decideSnap('snap-4147-1')
  expect((await staff.appeal(IVO, sketch(IVO), ['snap-4147-1'])).code).toBe(200)
  advance(6000)
  expect(await staff.caseOf(IVO)).toMatchObject({ status: 'REJECTED', error: textWith('ADDRESS') })
  expect(await staff.row(IVO, 'Ivo Awaitsreview')).toMatchObject({ status: 'SUSPENDED', is_active: false })
  await staff.decideSnap('snap-4147-2')
  expect((await staff.appeal(IVO, sketch(IVO), ['snap-4147-1', 'snap-4147-2'])).code).toBe(200)
  advance(6000)
  const after = await staff.caseOf(IVO)
  expect(after).toMatchObject({ status: 'ACCEPTED', error: null })
  expect(after.history?.map((entry) => entry['stateChange']).slice(2)).toEqual([
    'APPEALED',
    'REJECTED',
    'APPEALED',
    'ACCEPTED',
  ])
})

test('takes a document that stands for every check as proof of all categories', async () => {
  const { staff, advance } = await start()
  const id = await approved(staff, IVO, 'ALL_PASSING_CIP_RESULTS')
  expect((await staff.appeal(IVO, sketch(IVO), [id])).code).toBe(200)
  advance(6000)
  expect(await staff.caseOf(IVO)).toMatchObject({ status: 'ACCEPTED' })
})

test('leaves the pages of a filtered search that it no longer belongs to', async () => {
  const { staff, advance } = await start()
  const pages = async (query: string) => (await staff.list(`${query}&search_key=rowan`)).total_pages
  expect([await pages('pending_documents=true'), await pages('status=SUSPENDED')]).toEqual([1, 1])
  const id = await approved(staff, ROWAN, 'DRIVERS_LICENSE')
  expect([await pages('pending_documents=true'), await pages('status=SUSPENDED')]).toEqual([0, 1])
  await staff.appeal(ROWAN, sketch(ROWAN), [id])
  expect(await pages('status=SUSPENDED')).toBe(1)
  advance(6000)
  expect([await pages('status=SUSPENDED'), await pages('status=COMPLETE')]).toEqual([0, 1])
})

test('completes a joint account only when both cases are accepted', async () => {
  const { staff, advance } = await start()
  const id = await staff.uploaded('9ZZ10138')
  await staff.save(4138, sketch(4138, 2), [id, 'SSN_CARD'])
  await staff.decideSnap(id)
  expect((await staff.appeal(4138, sketch(4138, 2), [id])).code).toBe(200)
  advance(6000)
  expect((await staff.status(4138)).investigations.map(({ status }) => status)).toEqual(['ACCEPTED', 'ACCEPTED'])
  expect(await staff.status(4138)).toMatchObject({ status: 'COMPLETE' })
})

test('does not count archived runs when the last one is accepted', async () => {
  const { staff, advance } = await start()
  const id = await approved(staff, 4139, 'SSA_LETTER')
  await staff.appeal(4139, sketch(4139), [id])
  advance(6000)
  const { status, investigations } = await staff.status(4139)
  expect([status, ...investigations.map((each) => each.status)]).toEqual([
    'COMPLETE',
    'REJECTED',
    'REJECTED',
    'ACCEPTED',
  ])
})

test('refuses a second appeal while the first is under way, and one of an accepted case', async () => {
  const { staff, advance } = await start()
  const appeal = () => staff.appeal(HESTER, sketch(HESTER), ['snap-4146-1'])
  expect((await appeal()).code).toBe(200)
  expect(await appeal()).toEqual({ code: 409, body: { message: textWith('already APPEALED') } })
  advance(6000)
  expect(await appeal()).toEqual({ code: 409, body: { message: 'The case is already ACCEPTED' } })
  expect((await staff.caseOf(HESTER)).history).toHaveLength(4)
})

test.each<[string, number, string, readonly string[], object, number]>([
  ['of an unknown account', 99_999_999, sketch(HESTER), ['snap-4146-1'], {}, 404],
  ['of an unknown case', HESTER, 'no-such-case', ['snap-4146-1'], {}, 404],
  ["of another account's case", HESTER, sketch(IVO), ['snap-4146-1'], {}, 404],
  ['of an archived case', 4139, '5f0c1d6e-0001-4a2b-9c3d-100000004139', [], {}, 404],
  ['without words', HESTER, sketch(HESTER), ['snap-4146-1'], { text: ' \n' }, 400],
  ['without documents', HESTER, sketch(HESTER), [], {}, 400],
  ['with a document that nobody has', HESTER, sketch(HESTER), ['snap-4146-1', 'snap-x'], {}, 400],
  ['with an unknown document to rest on', HESTER, sketch(HESTER), ['snap-4146-1'], { snapid: 'snap-x' }, 400],
  ['with a document that is not approved yet', IVO, sketch(IVO), ['snap-4147-1'], {}, 400],
  ['with another action', HESTER, sketch(HESTER), ['snap-4146-1'], { action: 'ACCEPTED' }, 400],
])('refuses an appeal %s', async (_what, accountId, sketchId, ids, more, code) => {
  const { staff } = await start()
  expect(await staff.appeal(accountId, sketchId, ids, more)).toEqual({ code, body: { message: anyText } })
  expect((await staff.caseOf(HESTER)).history).toHaveLength(2)
})

test('refuses an appeal whose approved document proves something else, or was only uploaded', async () => {
  const { staff } = await start()
  const other = await approved(staff, ROWAN, 'SSN_CARD')
  const loose = await staff.uploaded('9ZZ10131')
  for (const id of [other, loose]) expect((await staff.appeal(ROWAN, sketch(ROWAN), [id])).code).toBe(400)
})

test('keeps an appeal over a restart, and answers it though no one asked meanwhile', async () => {
  const { clock, advance } = clockForTest()
  const options = { dataDir: await folder(), accounts: 60, seed: 1, publicUrl: PUBLIC_URL, clock }
  const before = await startEmbeddedOverCopy(options)
  const first = await reviewerOf(before)
  await first.appeal(HESTER, sketch(HESTER), ['snap-4146-1'])
  await before.close()
  advance(3_600_000)
  const again = await reviewerOf(await startForTest(options), first.token)
  expect(await again.row(HESTER, 'Hester Appealready')).toMatchObject({ status: 'COMPLETE', is_active: true })
  expect((await again.caseOf(HESTER)).history).toHaveLength(4)
})

test('leaves an account closed that was closed while an appeal was under way', async () => {
  const { clock, advance } = clockForTest()
  const embedded = await startForTest({ accounts: 60, clock, delays: { appealDecision: 30_000 } })
  const staff = await reviewerOf(embedded)
  await staff.appeal(HESTER, sketch(HESTER), ['snap-4146-1'])
  const { header, value } = embedded.serviceToken
  const response = await fetch(
    `${embedded.urls.main}/user/apex/close/account/admin?request_type=CLOSE_ACCOUNT&user_id=9146`,
    {
      method: 'POST',
      headers: { ...staff.headers, 'content-type': 'application/json', [header]: value },
      body: JSON.stringify({ account_id: HESTER }),
    },
  )
  expect(response.status).toBe(200)
  advance(30_000)
  expect(await staff.row(HESTER, 'Hester Appealready')).toMatchObject({ status: 'CLOSED', is_active: false })
  expect(await staff.appeal(HESTER, sketch(HESTER), ['snap-4146-1'])).toEqual({
    code: 409,
    body: { message: 'The account is CLOSED' },
  })
})
