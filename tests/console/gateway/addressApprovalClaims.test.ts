import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClaimList } from '../../../language/claim.ts'
import type { ApprovalRun } from '../../../schemas/verification/approvalRun.ts'
import { startApprovalFirm, statesOf, type ApprovalFirm } from './approvalFirm.ts'
import { bodyOf, HOST } from './gatewayUnderTest.ts'

const OWEN = 1
const ADA = 2

let firm: ApprovalFirm
let owen: string

beforeAll(async () => {
  firm = await startApprovalFirm()
  const ada = { userId: ADA, name: 'Ada Mint', email: 'ada@desk.test', role: 'admin' }
  await firm.gateway.store.access.signedIn({ ...ada, signedInAt: firm.gateway.clock.now() })
})
afterAll(() => firm.stop())
beforeEach(async () => {
  await firm.settled()
  await firm.reset()
  owen = await firm.session(OWEN)
})

const newestChange = async (cookie: string) => {
  const { app } = firm.gateway
  const headers = { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie }
  const { changes } = (await app.inject({ url: '/console/claims/accounts', headers })).json<ClaimList>()
  return changes.find(({ id }) => id === turn().id)?.seq ?? 0
}

const turn = () => ({ resource: 'accounts', id: String(firm.state.account.id) })
const lastRecord = async () => (await firm.gateway.store.audit.list({ limit: 1000 })).at(-1)

describe('an address approval of an account that people take turns on', () => {
  test('stops at its next step, on record, once a colleague has taken the account over, until it is taken back', async () => {
    const { claims } = firm.gateway.store
    await claims.claim({ ...turn(), userId: OWEN })
    await firm.ask(owen)
    const run = (await firm.ask(owen)).json<ApprovalRun>()
    expect(statesOf(run)).toMatchObject({ validate: 'done', upload: 'open' })
    await claims.take({ ...turn(), userId: ADA }, OWEN)
    const before = firm.gateway.upstream.seen.length
    const response = await firm.ask(owen)
    expect([response.statusCode, bodyOf(response)['code'], bodyOf(response)['message']]).toEqual([
      409,
      'RECORD_CLAIMED',
      'Ada Mint took this record over from you. Nothing was sent. Agree with them, or take it over again.',
    ])
    expect(firm.gateway.upstream.seen).toHaveLength(before)
    expect(await lastRecord()).toMatchObject({
      operation: 'accounts.approveAddress',
      details: { result: 'refused', why: 'taken over', target: `id=${turn().id}` },
    })
    await claims.take({ ...turn(), userId: OWEN }, ADA)
    expect((await firm.runAll(owen)).done).toBe(true)
  })

  test('is a change by a colleague to the others, from its beginning on, and also where it stops', async () => {
    const ada = await firm.session(ADA)
    expect(await newestChange(ada)).toBe(0)
    await firm.ask(owen)
    const begun = await newestChange(ada)
    expect(begun).toBeGreaterThan(0)
    firm.state.validation = { status: 'SUSPECT', rdi: 'R', ref: 'av-78' }
    expect(statesOf((await firm.ask(owen)).json<ApprovalRun>())).toMatchObject({ validate: 'failed' })
    const stopped = await newestChange(ada)
    expect(stopped).toBe((await lastRecord())?.seq)
    expect(stopped).toBeGreaterThan(begun)
    expect(await newestChange(owen)).toBe(0)
  })
})
