import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { HistoryPage } from '../../../language/history.ts'
import type { ApprovalRun } from '../../../schemas/verification/approvalRun.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { addressCase, CASE, SECOND_CASE, startApprovalFirm, statesOf, type ApprovalFirm } from './approvalFirm.ts'
import { HOST } from './gatewayUnderTest.ts'

let firm: ApprovalFirm
let cookie: string
let lastSeq = 0

const trail = () => firm.gateway.store.audit.list({ limit: 1000, afterSeq: lastSeq })
const stepNamed = (run: ApprovalRun, name: string) => run.steps.find((step) => step.name === name)
beforeAll(async () => {
  firm = await startApprovalFirm()
})
afterAll(() => firm.stop())
beforeEach(async () => {
  await firm.reset()
  cookie = await firm.session()
  lastSeq = (await trail()).at(-1)?.seq ?? lastSeq
})

describe('the conditions', () => {
  type Change = (state: ApprovalFirm['state']) => unknown
  const first = (state: ApprovalFirm['state']) => state.cases[0] ?? addressCase()
  const changes: readonly (readonly [string, string, Change])[] = [
    ['an active account', 'The account is inactive', (state) => (state.account.is_active = true)],
    ['an account of unknown activity', 'The account is inactive', (state) => (state.account.is_active = null)],
    ['a complete account', 'SUSPENDED or ACTION_REQUIRED', (state) => (state.account.status = 'COMPLETE')],
    [
      'another rejected category',
      'ADDRESS is the only rejected category',
      (state) => ((first(state).cipCategories[0] ?? { categoryState: '' }).categoryState = 'REJECTED'),
    ],
    ['a Dow Jones match', 'Dow Jones', (state) => first(state).result.dowJonesResult.profiles.push({ name: 'X' })],
    ['a DNDB match', 'DNDB', (state) => first(state).result.dndbResult.profiles.push({ certainty: 'LOW' })],
    ['an Ofac match', 'Ofac', (state) => (first(state).result.ofacResult.ofacMatch = 'POTENTIAL_MATCH')],
    ['no answer of Ofac', 'Not known: The Ofac', (state) => (first(state).result.ofacResult.ofacMatch = '')],
    [
      'a fraud alert',
      'fraud',
      (state) => Object.assign(first(state).result.equifaxResult.results.reject, { SSN_FRAUD_VICTIM: 'x' }),
    ],
    [
      'an address without postal code',
      'postal code',
      (state) => (first(state).request.identity.homeAddress.postalCode = ' '),
    ],
    [
      'a category of a type that it can’t have',
      'whole case',
      (state) => Object.assign(first(state).cipCategories[0] ?? {}, { categoryState: 7 }),
    ],
    [
      'answers of Equifax of a type that they can’t have',
      'whole case',
      (state) => Object.assign(first(state).result.equifaxResult.results, { reject: 'x' }),
    ],
    [
      'a match of a type that it can’t have',
      'whole case',
      (state) => Object.assign(first(state).result.dowJonesResult, { profiles: ['x'] }),
    ],
    ['an account without a number', 'number', (state) => (state.account.account_no = '')],
  ]

  test.each(changes)('stop %s before anybody is asked, and the refusal is recorded', async (_what, words, change) => {
    change(firm.state)
    const run = (await firm.ask(cookie)).json<ApprovalRun>()
    expect(stepNamed(run, 'check')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining(words) as string,
    })
    expect(firm.gateway.upstream.seen.map(({ method }) => method)).toEqual(['GET', 'GET'])
    expect(firm.count('validate')).toBe(0)
    expect(await trail()).toMatchObject([
      { phase: 'event', operation: 'accounts.approveAddress', details: { result: 'refused', step: 'check' } },
    ])
  })

  test('stop a joint account when they fail for one of the two', async () => {
    const second = addressCase(SECOND_CASE)
    second.result.ofacResult.ofacMatch = 'MATCH'
    firm.state.cases.push(second)
    const run = (await firm.ask(cookie)).json<ApprovalRun>()
    expect(statesOf(run)['check']).toBe('failed')
    expect(stepNamed(run, 'check')?.message).toContain('Ben Quill')
  })

  test('tell the log of missing parts of an address, and nothing of the address itself', async () => {
    const before = firm.gateway.log.length
    firm.state.cases[0]?.request.identity.homeAddress.streetAddress.splice(0)
    await firm.ask(cookie)
    const lines = firm.gateway.log.slice(before).filter((line) => line.includes('MISSING homeAddress data'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(CASE)
    expect(lines[0]).not.toMatch(/Ithaca|14850|Quill/)
  })

  test('are looked at again before every step', async () => {
    for (const [index, name] of ['validate', 'upload', 'save', 'approve', 'appeal'].entries()) {
      await firm.reset()
      for (let step = 0; step <= index; step += 1) await firm.ask(cookie)
      await firm.settled()
      const before = firm.gateway.upstream.seen.length
      firm.state.account.is_active = true
      const run = (await firm.ask(cookie)).json<ApprovalRun>()
      expect(stepNamed(run, name)).toMatchObject({ state: 'failed' })
      expect(firm.gateway.upstream.seen.slice(before).map(({ method }) => method)).toEqual(['GET', 'GET'])
    }
  })

  test('let it go on when they hold again', async () => {
    firm.state.account.is_active = true
    expect((await firm.runAll(cookie)).done).toBe(false)
    firm.state.account.is_active = false
    expect((await firm.runAll(cookie)).done).toBe(true)
  })
})

describe('the address validator', () => {
  test.each([
    ['SUSPECT', 'R'],
    ['INVALID', ''],
    ['RESTRICTED', ''],
    ['VALID', 'C'],
    ['VALID', ''],
    ['RATE_LIMIT_EXCEEDED', ''],
    ['DELAYED', ''],
    ['API_KEY_INVALID_OR_DEPLETED', ''],
    ['SOMETHING_NEW', 'R'],
  ])('stops it with %s, type %s, and nothing is uploaded', async (status, rdi) => {
    firm.state.validation = { status, rdi, formattedaddress: '', ref: '' }
    const run = await firm.runAll(cookie)
    expect(statesOf(run)).toMatchObject({ check: 'done', validate: 'failed', upload: 'open' })
    expect(stepNamed(run, 'validate')?.message).toMatch(new RegExp(`${status}.*manual review`))
    expect(firm.count('upload')).toBe(0)
  })

  test('is not asked again about an address it has judged, until a day has passed or the address is another', async () => {
    firm.state.validation['status'] = 'SUSPECT'
    await firm.runAll(cookie)
    firm.state.validation['status'] = 'VALID'
    expect((await firm.runAll(cookie)).done).toBe(false)
    expect(firm.count('validate')).toBe(1)
    firm.state.cases[0]?.request.identity.homeAddress.streetAddress.pop()
    expect((await firm.runAll(cookie)).done).toBe(true)
    expect(firm.count('validate')).toBe(2)
  })

  test('is asked again after a passing trouble', async () => {
    firm.state.validation['status'] = 'RATE_LIMIT_EXCEEDED'
    await firm.runAll(cookie)
    firm.state.validation['status'] = 'VALID'
    expect((await firm.runAll(cookie)).done).toBe(true)
    expect(firm.count('validate')).toBe(2)
  })

  test('is asked again before the upload when its answer is a day old', async () => {
    await firm.ask(cookie)
    await firm.ask(cookie)
    firm.gateway.clock.advance(24 * 3_600_000)
    cookie = await firm.session()
    firm.state.validation['status'] = 'SUSPECT'
    expect(statesOf(await firm.runAll(cookie))).toMatchObject({ validate: 'failed', upload: 'open' })
    expect(firm.count('upload')).toBe(0)
  })

  test('has its word no longer when the address changes after the upload', async () => {
    for (let step = 0; step < 3; step += 1) await firm.ask(cookie)
    ;(firm.state.cases[0] ?? addressCase()).request.identity.homeAddress.city = 'Utica'
    const run = await firm.runAll(cookie)
    expect(stepNamed(run, 'save')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('changed') as string,
    })
    expect(firm.count('save')).toBe(0)
  })

  test('is not asked about a country no one knows', async () => {
    ;(firm.state.cases[0] ?? addressCase()).request.identity.homeAddress.country = 'Atlantis'
    const run = await firm.runAll(cookie)
    expect(stepNamed(run, 'validate')?.message).toContain('country')
    expect(firm.count('validate')).toBe(0)
  })

  test.each([
    ['a failure', answering(500, {}), 'The address validator failed.'],
    ['a refused key', answering(403, {}), 'The address validator refused the credential of the console.'],
    ['too many calls', answering(429, {}), 'asked too often. Try again in 1 second.'],
    ['a page of HTML', answering(200, '<html>'), 'form that is not understood'],
    ['an answer without a status', answering(200, {}), 'form that is not understood'],
  ])('that answers with %s stops it, and it can be tried again', async (_what, script, words) => {
    await firm.ask(cookie)
    firm.meet('validate', script)
    const run = (await firm.ask(cookie)).json<ApprovalRun>()
    expect(stepNamed(run, 'validate')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining(words) as string,
    })
    expect((await firm.runAll(cookie)).done).toBe(true)
  })
})

describe('the history of the account', () => {
  const linesOf = async () => {
    await firm.settled()
    const headers = { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie }
    const url = `/console/history?resource=accounts&id=${firm.state.account.id}`
    const { events } = (await firm.gateway.app.inject({ url, headers })).json<HistoryPage>()
    const own = events.filter(({ seq }) => seq > lastSeq).toReversed()
    return own.map(({ label, outcome, reason, failure }) => [label, outcome, failure ?? reason])
  }
  const asked = [
    ['Start address approval', 'done', ''],
    ['Ask address validator', 'done', ''],
  ]

  test('has each step and its end', async () => {
    await firm.runAll(cookie)
    expect(await linesOf()).toEqual([
      ...asked,
      ['Validate address', 'done', 'VALID, residential'],
      ['Upload', 'done', ''],
      ['Save documents', 'done', ''],
      ['Approve', 'done', 'Verified residential address through 3rd party address validator'],
      ['Appeal', 'done', 'auto appealing identity verification'],
      ['Approve address', 'done', ''],
    ])
  })

  test('says where it has stopped, and why', async () => {
    firm.meet('validate', answering(200, { status: 'VALID', rdi: 'C', ref: 'av-78' }))
    await firm.runAll(cookie)
    expect(await linesOf()).toEqual([
      ...asked,
      ['Validate address', 'done', 'VALID, type C'],
      ['Approve address', 'failed', 'The address validator answered VALID, type C. It needs a manual review.'],
    ])
  })
})
