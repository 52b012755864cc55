import { afterAll, beforeAll, expect, test } from 'vitest'
import { namedPurposes } from '../../../services/embedded/named/namedAccounts.ts'
import { transferStates } from '../../../services/embedded/data/statuses.ts'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { clockForTest, folder, PUBLIC_URL, requestIn, staffOf, startForTest } from './support.ts'
import type { Embedded } from '../../../services/embedded/start.ts'

const HOUR = 3600 * 1000
const DAY = 24 * HOUR

let shared: Embedded
let staff: Awaited<ReturnType<typeof staffOf>>
let builtAt = 0
beforeAll(async () => {
  builtAt = Date.now()
  shared = await startEmbeddedOverCopy({ accounts: 300, seed: 1, publicUrl: PUBLIC_URL, clock: () => builtAt })
  staff = await staffOf(shared)
})
afterAll(() => shared.close())

type Row = Record<string, unknown>
const listOf = async (id: number, name: string) => (await staff.detail(id))[name] as readonly Row[]
const ageOf = (value: unknown) => builtAt - Date.parse(String(value))

test.each(namedPurposes)('finds $name by name on the first page: $purpose', async ({ id, name }) => {
  expect((await staff.list()).apex_accounts.map((row) => row['id'])).toContain(id)
  const { apex_accounts: found } = await staff.list(`search_key=${encodeURIComponent(name.slice(0, 200))}`)
  expect(found).toContainEqual(expect.objectContaining({ id, name }))
})

test('shows a transfer in every state, with clocks running, over, late and unknown', async () => {
  const requests = await listOf(4113, 'request')
  const answers = requests.map((request) => request['response_data'] as Row)
  expect(answers.map((answer) => answer['currentState'])).toEqual(transferStates)
  const since = (state: string) => ageOf(answers.find((answer) => answer['currentState'] === state)?.['stateChangedAt'])
  expect(since('REQUEST_REJECT')).toBeLessThan(DAY)
  expect(since('REVIEW_ERROR')).toBeGreaterThan(DAY)
  expect(since('REQUEST')).toBeGreaterThan(4 * DAY)
  expect(answers.filter((answer) => !('stateChangedAt' in answer))).toMatchObject([{ currentState: 'UNDEFINED' }])
})

test('counts recent moments from the first build, also after a restart and later', async () => {
  const { clock, advance } = clockForTest()
  const options = { dataDir: await folder(), accounts: 60, seed: 1, publicUrl: PUBLIC_URL, clock }
  const before = await startEmbeddedOverCopy(options)
  const first = await staffOf(before)
  const known = await requestIn(first, 4113, 707)
  await before.close()
  advance(7 * DAY)
  const again = await staffOf(await startForTest(options), first.token)
  expect(await requestIn(again, 4113, 707)).toEqual(known)
  expect(known).toMatchObject({ response_data: { currentState: 'REQUEST_REJECT' } })
})

test.each([
  [4114, 'SENT'],
  [4115, 'INPROGRESS'],
  [4116, 'PENDING'],
  [4117, 'APPROVED'],
  [4118, 'REJECTED'],
])('has account %i with a newest close request %s', async (id, status) => {
  expect((await listOf(id, 'request')).at(-1)).toMatchObject({ request_type: 'CLOSE_ACCOUNT', status })
})

test('has payloads as text, one of them unreadable, and an empty answer', async () => {
  const [readable, broken] = (await listOf(4120, 'request')).map((request) => String(request['request_payload']))
  expect(JSON.parse(readable ?? '')).toMatchObject({ transfer_type: 'PARTIAL', tickers: [{ ticker: 'ZZTK' }] })
  expect(() => JSON.parse(broken ?? '') as unknown).toThrow(SyntaxError)
  expect(await listOf(4119, 'request')).toMatchObject([{ status: 'REQUESTED', response_data: {} }])
})

test('has an account with nothing but itself, and a detail without an account', async () => {
  const nothing = { profile: [], joint_user: null, bank: [], snaps: [], ach: [], deposits: [], request: [] }
  expect(await staff.detail(4123)).toMatchObject({ account: [{ id: 4123 }], ...nothing })
  expect(await staff.detail(4124)).toEqual({ account: [], ...nothing })
})

test('has the odd values that a page must survive', async () => {
  const account = async (id: number) => (await listOf(id, 'account'))[0]
  const profile = String((await account(4121))?.['investment_profile'])
  expect(() => JSON.parse(profile) as unknown).toThrow(SyntaxError)
  expect(await listOf(4122, 'bank')).toMatchObject([{ bank_account_no: '412' }])
  expect(await account(4127)).toMatchObject({ is_affiliated_exchange_finra: true, upload_407: null, upload_3210: null })
  const long = await account(4129)
  for (const name of ['name', 'email', 'employer_name']) expect(String(long?.[name]).length).toBeGreaterThan(150)
  expect(await listOf(4130, 'snaps')).toMatchObject([{ status: 'quarantined' }])
})

test('has notices of change, a return, and the signs of a takeover', async () => {
  expect((await listOf(4126, 'ach')).map((entry) => entry['reason'])).toEqual([
    'UPDATED_ROUTING_NUMBER_BY_NOC',
    'UPDATED_ACCOUNT_NUMBER_BY_NOC',
  ])
  expect((await listOf(4126, 'deposits')).filter((entry) => entry['status'] === 'RETURNED')).toMatchObject([
    { reason: 'R01' },
  ])
  const account = (await listOf(4128, 'account'))[0]
  expect(account?.['email']).not.toBe(account?.['apex_email'])
  const cancelled = (await listOf(4128, 'ach')).find((entry) => entry['status'] === 'CANCELED')
  expect(ageOf(cancelled?.['creation_time'])).toBeLessThan(30 * DAY)
  expect(await listOf(4128, 'request')).toMatchObject([{ request_type: 'TRANSFER_ACCOUNT', response_data: null }])
})
