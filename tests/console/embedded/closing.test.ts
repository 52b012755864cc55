import { expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { anyText, clockForTest, folder, PUBLIC_URL, requestIn, staffOf, startForTest } from './support.ts'
import type { Embedded } from '../../../services/embedded/start.ts'

type Staff = Awaited<ReturnType<typeof staffOf>>

const serviceToken = { header: 'X-Close-Token', value: 'only the gateway knows' }

async function close(
  { urls }: Embedded,
  { headers }: Staff,
  { account = 4107, user = 9107, type = 'CLOSE_ACCOUNT', token = serviceToken.value as string | null } = {},
) {
  const response = await fetch(`${urls.main}/user/apex/close/account/admin?request_type=${type}&user_id=${user}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', ...(token && { 'x-close-token': token }) },
    body: JSON.stringify({ account_id: account }),
  })
  return { code: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function started(more: Parameters<typeof startForTest>[0] = {}) {
  const time = clockForTest()
  const embedded = await startForTest({ serviceToken, clock: time.clock, ...more })
  return { ...time, embedded, staff: await staffOf(embedded) }
}

test('sends a close request, takes it up, approves it, and closes the account', async () => {
  const { embedded, staff, advance } = await started()
  const { code, body } = await close(embedded, staff)
  expect([code, body]).toEqual([
    200,
    {
      message: 'Request Sent Successfully.',
      request: {
        id: 100_000_001,
        status: 'SENT',
        request_type: 'CLOSE_ACCOUNT',
        request_payload: {},
        response_data: null,
      },
    },
  ])
  const status = async () => (await requestIn(staff, 4107, 100_000_001))?.['status']
  const row = async () => (await staff.list('search_key=mara.quill')).apex_accounts[0]
  const suspended = async () => (await staff.list('status=SUSPENDED')).apex_accounts.map(({ id }) => id)
  const found = () => staff.list('search_key=quill&status=SUSPENDED')
  expect(await found()).toMatchObject({ total_pages: 1 })
  advance(5999)
  expect(await status()).toBe('SENT')
  advance(1)
  expect(await status()).toBe('INPROGRESS')
  advance(11_999)
  expect(await suspended()).toContain(4107)
  expect(await row()).toMatchObject({ status: 'SUSPENDED' })
  advance(1)
  expect(await row()).toMatchObject({ status: 'CLOSED', is_active: false })
  expect(await suspended()).not.toContain(4107)
  expect(await found()).toMatchObject({ apex_accounts: [], total_pages: 0 })
  expect((await staff.list('status=CLOSED')).apex_accounts[0]).toMatchObject({ id: 4107 })
  expect(await status()).toBe('APPROVED')
  expect(await staff.detail(4107)).toMatchObject({ account: [{ status: 'CLOSED', is_active: false }] })
})

test('goes on where it was after a restart', async () => {
  const { clock, advance } = clockForTest()
  const options = { dataDir: await folder(), accounts: 300, seed: 1, publicUrl: PUBLIC_URL, serviceToken, clock }
  const before = await startEmbeddedOverCopy(options)
  const first = await staffOf(before)
  await close(before, first)
  await before.close()
  advance(18_000)
  const staff = await staffOf(await startForTest(options), first.token)
  expect(await staff.detail(4107)).toMatchObject({ account: [{ status: 'CLOSED', is_active: false }] })
})

test('asks for the service token besides the staff token', async () => {
  const { embedded, staff } = await started()
  const refused = { code: 403, body: { errors: [{ message: 'Invalid service token.' }] } }
  expect(await close(embedded, staff, { token: null })).toEqual(refused)
  expect(await close(embedded, staff, { token: 'wrong' })).toEqual(refused)
  expect(await close(embedded, staff, { token: 'wrong', account: 0 })).toEqual(refused)
  const nobody = { ...staff, headers: { authorization: `Token ${'0'.repeat(40)}` } }
  expect(await close(embedded, nobody)).toEqual({ code: 401, body: { detail: 'Invalid token.' } })
  expect((await staff.detail(4107))['request']).toEqual([])
})

test('makes a service token of its own where none is given, another at every start', async () => {
  const [one, two] = [await startForTest(), await startForTest()]
  expect(one.serviceToken.value).toMatch(/^[\w-]{43}$/)
  expect(one.serviceToken.value).not.toBe(two.serviceToken.value)
})

test.each([
  ['an unknown account', { account: 99_999_999 }, 404],
  ['a user who does not own it', { user: 9108 }, 400],
  ['an account without a number', { account: 4109, user: 9109 }, 400],
  ['another type', { type: 'OPEN_ACCOUNT' }, 400],
  ['no account', { account: 0 }, 400],
  ['a request already SENT', { account: 4114, user: 9114 }, 409],
  ['a request INPROGRESS', { account: 4115, user: 9115 }, 409],
  ['a request PENDING', { account: 4116, user: 9116 }, 409],
  ['a request APPROVED', { account: 4117, user: 9117 }, 409],
])('refuses to close for %s, in a list of errors', async (_what, input, code) => {
  const { embedded, staff } = await started()
  expect(await close(embedded, staff, input)).toEqual({ code, body: { errors: [{ message: anyText }] } })
})

test('closes again after a rejection, and refuses a second request meanwhile', async () => {
  const { embedded, staff } = await started()
  expect(await close(embedded, staff, { account: 4118, user: 9118 })).toMatchObject({ code: 200 })
  expect(await close(embedded, staff, { account: 4118, user: 9118 })).toMatchObject({
    code: 409,
    body: { errors: [{ message: 'Close request 100000001 is already SENT' }] },
  })
  expect(await close(embedded, staff)).toMatchObject({ body: { request: { id: 100_000_002 } } })
})

test('leaves an account open whose close request staff reject in time', async () => {
  const { embedded, staff, advance } = await started()
  await close(embedded, staff)
  const body = { user_request_id: 100_000_001, action: 'REJECTED', comment: 'Customer changed her mind' }
  expect(await staff.post('/user/apex/approve/request', body)).toMatchObject({ code: 200 })
  advance(60_000)
  expect(await staff.detail(4107)).toMatchObject({ account: [{ status: 'SUSPENDED' }] })
  expect(await requestIn(staff, 4107, 100_000_001)).toMatchObject({ status: 'REJECTED' })
})

test('turns is_active around, in list and detail, but not of a closed account', async () => {
  const { staff } = await started()
  const path = '/update_account_status?account_id='
  const active = async () => [
    (await staff.list('search_key=mara.quill')).apex_accounts[0]?.['is_active'],
    ((await staff.detail(4107))['account'] as readonly Record<string, unknown>[])[0]?.['is_active'],
  ]
  expect(await staff.post(`${path}4107`)).toEqual({ code: 200, body: { message: 'Account is active' } })
  expect(await active()).toEqual([true, true])
  expect(await staff.post(`${path}4107`)).toEqual({ code: 200, body: { message: 'Account is not active' } })
  expect(await active()).toEqual([false, false])
  expect(await staff.post(`${path}4117`)).toMatchObject({ code: 409, body: { message: anyText } })
  expect(await staff.post(`${path}99999999`)).toMatchObject({ code: 404, body: { message: anyText } })
  expect(await staff.post(`${path}x`)).toMatchObject({ code: 400, body: { message: anyText } })
})
