import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { drawDocument } from '../../../services/embedded/verification/drawDocument.ts'
import { anyText, folder, PUBLIC_URL, staffOf, startForTest, textLike, withDrawing } from './support.ts'
import type { Embedded } from '../../../services/embedded/start.ts'

withDrawing()

let shared: Embedded
let staff: Awaited<ReturnType<typeof staffOf>>
beforeAll(async () => {
  shared = await startEmbeddedOverCopy({ accounts: 600, seed: 1, publicUrl: PUBLIC_URL })
  staff = await staffOf(shared)
})
afterAll(() => shared.close())

interface Status {
  readonly status: string | null
  readonly account_no: string | null
  readonly sketch_ids: readonly string[]
  readonly investigations: readonly {
    readonly sketchId: string
    readonly status: string
    readonly cipCategories: readonly {
      readonly categoryState: string
      readonly requestedDocuments: readonly object[]
    }[]
  }[]
}

const json = async (path: string) => {
  const response = await staff.main(path)
  return { code: response.status, body: (await response.json()) as Record<string, unknown> }
}
const statusOf = async (id: unknown) =>
  (await json(`/user/apex/account/status/admin?apex_account_id=${String(id)}`)).body['result'] as Status

/** Accounts that show a case of verification each go their own ways, so what holds for all others is not for them. */
const isCaseOfItsOwn = (id: unknown): boolean => Number(id) >= 4131 && Number(id) <= 4148

const trade = async (accountNo: string, authorization = staff.token) => {
  const response = await fetch(`${shared.urls.trade}/v1/admin/user/get_details_for_account?account_no=${accountNo}`, {
    headers: { authorization },
  })
  return { code: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('gives the verification of the named people as it is documented', async () => {
  expect(await statusOf(4107)).toMatchObject({
    status: 'SUSPENDED',
    account_no: '9ZZ10041',
    request_time: '2026-03-04T18:22:10Z',
    sketch_ids: ['5f0c1d6e-0001-4a2b-9c3d-000000000001'],
    investigations: [{ id: 311, status: 'REJECTED', request: { identity: { homeAddress: { city: 'Ithaca' } } } }],
  })
  expect(await statusOf(4108)).toMatchObject({
    investigations: [
      { id: 320, status: 'ACCEPTED' },
      { id: 321, status: 'INDETERMINATE', result: { ofacResult: { ofacMatch: 'POTENTIAL_MATCH' } } },
    ],
  })
  expect(await statusOf(4109)).toMatchObject({ account_no: null, sketch_ids: [], investigations: [] })
})

test('gives every account a verification that fits its status, documents and applicants', async () => {
  const rows = (await Promise.all([1, 2, 3, 4].map((page) => staff.list(`pages=${page}`)))).flatMap(
    (page) => page.apex_accounts,
  )
  const seen = new Set<string>()
  for (const row of rows) {
    const [result, detail] = [await statusOf(row['id']), await staff.detail(Number(row['id']))]
    expect([result.status, result.account_no]).toEqual([row['status'], row['account_no']])
    if (row['account_no'] === null) expect(result.investigations).toEqual([])
    const snaps = detail['snaps'] as readonly { readonly sketch_id: string }[]
    for (const { sketch_id: id } of snaps) expect(result.sketch_ids).toContain(id)
    const asked = result.investigations.flatMap(({ cipCategories }) =>
      cipCategories.filter(({ categoryState: s, requestedDocuments: d }) => s === 'REJECTED' && d.length > 0),
    )
    if (row['status'] === 'SUSPENDED' && !isCaseOfItsOwn(row['id']))
      expect(asked.length > 0).toBe(Number(row['pending_documents']) > 0)
    if (row['status'] === 'COMPLETE')
      expect(new Set(result.investigations.map((i) => i.status))).toEqual(new Set(['ACCEPTED']))
    if (detail['joint_user'] !== null && row['account_no'] !== null) expect(result.investigations).toHaveLength(2)
    seen.add(String(row['status']))
  }
  expect([...seen]).toEqual(expect.arrayContaining(['SUSPENDED', 'COMPLETE', 'ACTION_REQUIRED', 'PENDING', 'REJECTED']))
})

test('asks that applicant for documents who uploaded some, the second one before the first', async () => {
  const lists = await Promise.all(['SUSPENDED', 'ACTION_REQUIRED'].map((status) => staff.list(`status=${status}`)))
  const failing: (string | undefined)[] = []
  const rows = lists.flatMap((page) => page.apex_accounts)
  for (const { id } of rows.filter((row) => !isCaseOfItsOwn(row['id']))) {
    const snaps = (await staff.detail(Number(id)))['snaps'] as readonly { readonly sketch_id: string }[]
    const { investigations, sketch_ids: sketches } = await statusOf(id)
    const open = investigations.filter(({ status }) => status !== 'ACCEPTED').map(({ sketchId }) => sketchId)
    const isSecond = snaps.some(({ sketch_id: sketch }) => sketch === sketches[1])
    expect(open).toEqual([sketches[isSecond ? 1 : 0]])
    failing.push(isSecond ? 'second' : 'first')
  }
  expect(new Set(failing)).toEqual(new Set(['first', 'second']))
})

test('knows deposits and trades by account number, for the bare token', async () => {
  expect((await trade('9ZZ10058')).body).toMatchObject({
    deposits: [{ amount: '250.00', status: 'COMPLETE' }, { reason: 'R01' }],
    trade_line_data: [
      {
        ticker: 'ZZTK',
        quantity: '3.5',
        order_price: '41.2300',
        order_type: 'buy',
        order_status: 'COMPLETE',
        trade_date: '2026-03-02',
      },
    ],
  })
  expect(await trade('9ZZ10058', `Token ${staff.token}`)).toEqual({ code: 401, body: { detail: 'Invalid token.' } })
  expect(await trade('9ZZ99999x')).toEqual({ code: 404, body: { message: 'Account not found' } })
  expect(await trade('')).toMatchObject({ code: 400, body: { message: anyText } })
})

test('gives open accounts their newest trades, up to 60, and the deposits of their detail', async () => {
  const { apex_accounts: rows } = await staff.list('status=COMPLETE&pages=8')
  let most = 0
  for (const { id, account_no: accountNo } of rows) {
    const { deposits, trade_line_data: lines } = (await trade(String(accountNo))).body
    expect(deposits).toEqual((await staff.detail(Number(id)))['deposits'])
    const trades = lines as readonly Record<string, string | null>[]
    most = Math.max(most, trades.length)
    for (const line of trades) {
      expect(line).toMatchObject({
        account_no: accountNo,
        order_type: textLike(/^(buy|sell)$/),
      })
      if (line['quantity'] !== null) expect(line['quantity']).toMatch(/^\d+(\.\d{5}|\.\d{8})?$/)
      if (line['order_price'] !== null) expect(line['order_price']).toMatch(/^\d+\.\d{4}$/)
      expect([0, 6]).not.toContain(new Date(String(line['trade_date'])).getUTCDay())
    }
    const times = trades.map((line) => Date.parse(String(line['created_at'])))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  }
  expect(most).toBeGreaterThan(20)
  expect(most).toBeLessThanOrEqual(60)
})

test.each(['snap-a1', 'snap-407-1', 'snap-4125-1'])('gives the document %s as an image to save', async (snap) => {
  const response = await staff.main(`/user/apex/edocs/download?snap=${snap}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${snap}.png"`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  expect([info.width > 300, info.height > 300]).toEqual([true, true])
  expect(new Set(data).size).toBeGreaterThan(2)
})

/** A document of an applicant as it is drawn with what the record has; `joint_` begins the names of the second one's members. */
async function drawnFromRecord(id: string, accountId: number, proof: string, isSecond: boolean): Promise<Buffer> {
  const { account, joint_user: second, profile } = await staff.detail(accountId)
  const [own] = account as readonly Record<string, string>[]
  const [home] = profile as readonly Record<string, string>[]
  const joint = second as Record<string, string>
  const of = (name: string, jointName: string) => (isSecond ? joint[jointName] : own?.[name]) ?? ''
  return drawDocument({
    id,
    proof,
    given: of('first_name', 'joint_first_name'),
    family: of('last_name', 'joint_last_name'),
    street: home?.['address'] ?? '',
    town: `${home?.['city']}, ${home?.['state']} ${home?.['zipcode']}`,
    born: (isSecond ? joint['joint_dob'] : home?.['date_of_birth']) ?? '',
    ssn: of('ss_number', 'joint_ssn'),
  })
}

test.each([
  ['snap-4125-1', 4125, 'SSN_CARD', false],
  ['snap-a1', 4108, 'SSN_CARD', true],
] as const)('draws %s with the number of its applicant', async (id, accountId, proof, isSecond) => {
  const response = await staff.main(`/user/apex/edocs/download?snap=${id}`)
  const expected = await drawnFromRecord(id, accountId, proof, isSecond)
  expect(Buffer.from(await response.arrayBuffer()).equals(expected)).toBe(true)
})

test.each(['snap-a3', 'snap-4125-2', 'snap-4125-9', 'snap-99999999-1', 'snap-407-4127', '..%2f', 'x'])(
  'has nothing to download for %s',
  async (snap) => {
    expect(await json(`/user/apex/edocs/download?snap=${snap}`)).toEqual({ code: 404, body: { message: anyText } })
  },
)

test('cancels a bank relationship for good', async () => {
  const options = { dataDir: await folder(), accounts: 300, seed: 1, publicUrl: PUBLIC_URL }
  const before = await startEmbeddedOverCopy(options)
  const first = await staffOf(before)
  const path = '/user/apex/ach_relation/cancel'
  const { apex_accounts: rows } = await first.list('status=COMPLETE&search_key=example')
  const details = await Promise.all(rows.map(({ id }) => first.detail(Number(id))))
  const generated = details.flatMap(({ ach }) => ach as readonly { readonly id: number }[]).find(({ id }) => id > 1000)
  expect(await first.post(path, { id: 71, comment: '' })).toEqual({ code: 200, body: { message: anyText } })
  expect(await first.post(path, { id: generated?.id, comment: 'wrong bank' })).toMatchObject({ code: 200 })
  await before.close()
  const again = await staffOf(await startForTest(options), first.token)
  expect((await again.detail(4108))['ach']).toMatchObject([{ id: 72 }])
  const owner = await again.detail(Math.floor(Number(generated?.id) / 10))
  expect(owner['ach']).not.toContainEqual(expect.objectContaining({ id: generated?.id }))
  for (const id of [71, generated?.id, 73, 41_071_000]) {
    expect(await again.post(path, { id, comment: '' })).toEqual({ code: 404, body: { message: anyText } })
  }
  expect(await again.post(path, { comment: '' })).toEqual({ code: 400, body: { message: anyText } })
})

test.each([
  '/user/apex/account/status/admin?apex_account_id=99999999',
  '/user/apex/account/status/admin?apex_account_id=x',
  '/user/apex/edocs/download',
])('refuses %s by a message', async (path) => {
  const { code, body } = await json(path)
  expect([400, 404]).toContain(code)
  expect(body).toEqual({ message: anyText })
})
