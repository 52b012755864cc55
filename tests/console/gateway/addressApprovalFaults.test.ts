import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApprovalRun } from '../../../schemas/verification/approvalRun.ts'
import { answering, cutting } from '../../support/faultyUpstream.ts'
import { startApprovalFirm, statesOf, type ApprovalFirm, type Call } from './approvalFirm.ts'
import { bodyOf } from './gatewayUnderTest.ts'

const changes = ['upload', 'save', 'approve', 'appeal'] as const satisfies readonly Call[]
const UNKNOWN_OUTCOME =
  'It is not known whether this arrived. Try again: the console looks for it, and sends it again only if it is not there after a minute.'
const MINUTE_MS = 60_000

let firm: ApprovalFirm
let cookie: string

const stepNamed = (run: ApprovalRun, name: string) => run.steps.find((step) => step.name === name)
const counts = () => Object.fromEntries(changes.map((call) => [call, firm.count(call)]))
const once = { upload: 1, save: 1, approve: 1, appeal: 1 }

/** Takes every step before the given one. */
async function upTo(name: Call): Promise<void> {
  const order = ['check', 'validate', ...changes]
  for (let step = 0; step < order.indexOf(name); step += 1) await firm.ask(cookie)
}

/** The gateway dies after the service has answered and before it has kept the answer. */
function dieBeforeKeeping(): void {
  const { approvals } = firm
  const keep = approvals.keep.bind(approvals)
  vi.spyOn(approvals, 'keep').mockImplementation((step) =>
    step.state === 'started' ? keep(step) : Promise.reject(new Error('killed')),
  )
}

beforeAll(async () => {
  firm = await startApprovalFirm({ limits: { mutateMs: 2000, breakerOpenMs: 1 } })
})
afterAll(() => firm.stop())
beforeEach(async () => {
  vi.restoreAllMocks()
  await firm.reset()
  cookie = await firm.session()
})

describe.each(changes)('the step %s', (name) => {
  test('that is refused says so in the service’s words, nothing follows, and it can be tried again', async () => {
    await upTo(name)
    firm.meet(name, answering(409, { message: 'Not today' }))
    const run = (await firm.ask(cookie)).json<ApprovalRun>()
    expect(stepNamed(run, name)).toMatchObject({ state: 'failed', message: 'Not today' })
    expect(Object.values(statesOf(run)).filter((state) => state === 'open')).toHaveLength(
      changes.length - 1 - changes.indexOf(name),
    )
    expect((await firm.runAll(cookie)).done).toBe(true)
    expect(counts()).toEqual({ ...once, [name]: 2 })
  })

  test('that no one answers has an unknown outcome, and is not sent again before a minute has passed', async () => {
    await upTo(name)
    firm.meet(name, cutting())
    expect(stepNamed((await firm.ask(cookie)).json<ApprovalRun>(), name)).toMatchObject({
      state: 'failed',
      message: UNKNOWN_OUTCOME,
    })
    firm.gateway.clock.advance(MINUTE_MS - 1)
    expect(stepNamed((await firm.ask(cookie)).json<ApprovalRun>(), name)?.message).toBe(UNKNOWN_OUTCOME)
    expect(firm.count(name)).toBe(1)
    firm.gateway.clock.advance(1)
    expect((await firm.runAll(cookie)).done).toBe(true)
    expect(counts()).toEqual({ ...once, [name]: 2 })
    const outcomes = (await firm.gateway.store.audit.list({ limit: 1000 })).filter(({ phase }) => phase === 'outcome')
    expect(outcomes.slice(-1 - changes.length + changes.indexOf(name))[0]).toMatchObject({ result: 'unknown' })
  })

  test('with an unknown outcome is sent no more once the conditions do not hold', async () => {
    await upTo(name)
    firm.meet(name, cutting())
    await firm.ask(cookie)
    firm.state.account.is_active = true
    firm.gateway.clock.advance(MINUTE_MS)
    const run = (await firm.ask(cookie)).json<ApprovalRun>()
    expect(stepNamed(run, name)).toMatchObject({ state: 'failed', message: 'Not met: The account is inactive.' })
    expect(firm.count(name)).toBe(1)
  })

  test('that was never sent is not sent once the conditions do not hold', async () => {
    await upTo(name)
    const { idempotency } = firm.gateway.store
    const claim = idempotency.claim.bind(idempotency)
    vi.spyOn(idempotency, 'claim').mockImplementation((request) =>
      request.operation === 'addressApproval.run' ? claim(request) : Promise.reject(new Error('killed')),
    )
    dieBeforeKeeping()
    await firm.ask(cookie)
    vi.restoreAllMocks()
    firm.state.account.is_active = true
    await firm.ask(cookie)
    expect(firm.count(name)).toBe(0)
    firm.state.account.is_active = false
    expect((await firm.runAll(cookie)).done).toBe(true)
    expect(counts()).toEqual(once)
  })

  test('with an unknown outcome is not sent again by another person within the minute either', async () => {
    await upTo(name)
    firm.meet(name, cutting())
    await firm.ask(cookie)
    await firm.ask(await firm.session(2))
    expect(firm.count(name)).toBe(1)
  })

  test('whose answer is lost with the gateway is made once, and told again to the same person', async () => {
    await upTo(name)
    firm.meet(name, answering(409, { message: 'Not today' }))
    await firm.ask(cookie)
    dieBeforeKeeping()
    expect(bodyOf(await firm.ask(cookie))['code']).toBe('OUTCOME_UNKNOWN')
    vi.restoreAllMocks()
    await firm.restart()
    expect((await firm.runAll(cookie)).done).toBe(true)
    expect(counts()).toEqual({ ...once, [name]: 2 })
  })

  test('is not sent when it cannot be recorded', async () => {
    await upTo(name)
    vi.spyOn(firm.gateway.store.audit, 'intent').mockRejectedValue(new Error('disk full'))
    const response = await firm.ask(cookie)
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([503, 'AUDIT_UNAVAILABLE'])
    expect(firm.count(name)).toBe(0)
    vi.restoreAllMocks()
    expect((await firm.runAll(cookie)).done).toBe(true)
    expect(counts()).toEqual(once)
  })

  test('is not sent when it cannot be kept that it is', async () => {
    await upTo(name)
    vi.spyOn(firm.approvals, 'keep').mockRejectedValue(new Error('disk full'))
    expect((await firm.ask(cookie)).statusCode).toBe(503)
    expect(firm.count(name)).toBe(0)
  })

  test('ends the session when the service refuses the token, and goes on in another', async () => {
    await upTo(name)
    firm.meet(name, answering(401, { detail: 'Invalid token.' }))
    expect((await firm.ask(cookie)).statusCode).toBe(401)
    expect((await firm.ask(cookie)).statusCode).toBe(401)
    expect((await firm.runAll(await firm.session())).done).toBe(true)
  })
})

describe.each(['save', 'approve', 'appeal'] as const)('the step %s, done and not confirmed,', (name) => {
  test('is found done and not sent again', async () => {
    await upTo(name)
    firm.meet(name, cutting(), 'after')
    expect(stepNamed((await firm.ask(cookie)).json<ApprovalRun>(), name)?.message).toBe(UNKNOWN_OUTCOME)
    expect((await firm.runAll(cookie)).done).toBe(true)
    expect(counts()).toEqual(once)
  })

  test('is found done by another person after the gateway has died', async () => {
    await upTo(name)
    dieBeforeKeeping()
    await firm.ask(cookie)
    vi.restoreAllMocks()
    await firm.restart()
    expect((await firm.runAll(await firm.session(2))).done).toBe(true)
    expect(counts()).toEqual(once)
  })
})

describe('a run', () => {
  test('reports an unknown outcome for a step that times out', async () => {
    await upTo('save')
    firm.meet('save', () => undefined)
    expect(stepNamed((await firm.ask(cookie)).json<ApprovalRun>(), 'save')?.message).toBe(UNKNOWN_OUTCOME)
  })

  test('goes on in another gateway after every step, and makes each change once', async () => {
    for (let step = 0; step < 6; step += 1) {
      expect((await firm.ask(cookie)).statusCode).toBe(200)
      await firm.restart()
    }
    expect((await firm.ask(cookie)).json<ApprovalRun>().done).toBe(true)
    expect(counts()).toEqual(once)
    expect(firm.count('validate')).toBe(1)
  })

  test('never uploads again once the evidence has a record, whatever fails after it', async () => {
    for (const name of ['save', 'approve', 'appeal'] as const) {
      await firm.reset()
      await upTo(name)
      firm.meet(name, answering(500, {}))
      await firm.ask(cookie)
      firm.gateway.clock.advance(MINUTE_MS)
      await firm.runAll(cookie)
      expect(firm.count('upload')).toBe(1)
    }
  })

  test('does not take an upload without a record for one', async () => {
    await upTo('upload')
    firm.meet('upload', answering(200, { result: {} }))
    const run = (await firm.ask(cookie)).json<ApprovalRun>()
    expect(stepNamed(run, 'upload')).toMatchObject({ state: 'failed', message: UNKNOWN_OUTCOME })
    expect(firm.count('save')).toBe(0)
  })

  test('stops at evidence that someone has rejected', async () => {
    await upTo('approve')
    Object.assign(firm.state.snaps[0] ?? {}, { status: 'rejected' })
    const run = await firm.runAll(cookie)
    expect(stepNamed(run, 'approve')?.message).toMatch(/rejected.*manual review/)
    expect(firm.count('approve')).toBe(0)
  })

  test('does not appeal with evidence that is no longer approved', async () => {
    await upTo('appeal')
    Object.assign(firm.state.snaps[0] ?? {}, { status: 'uploaded' })
    const run = await firm.runAll(cookie)
    expect(stepNamed(run, 'appeal')?.message).toContain('not an approved document')
    expect(firm.count('appeal')).toBe(0)
  })

  test('stops where someone else has appealed meanwhile', async () => {
    await upTo('appeal')
    firm.state.cases[0]?.history.push({
      user: 'x',
      timestamp: '2099-01-01T00:00:00Z',
      stateChange: 'APPEALED',
      comment: null,
    })
    const run = await firm.runAll(cookie)
    expect(stepNamed(run, 'appeal')?.message).toContain('No appeal waits for an answer')
    expect(firm.count('appeal')).toBe(0)
  })

  test('takes no step while the services cannot be read', async () => {
    const { seen } = firm.gateway.upstream
    firm.gateway.upstream.script(answering(500, {}))
    const response = await firm.ask(cookie)
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([502, 'UPSTREAM_FAILED'])
    expect(seen.every(({ method }) => method === 'GET')).toBe(true)
  })

  test('never works on another account than the one asked for', async () => {
    const detail = { account: [{ ...firm.state.account, id: 1 }], snaps: [] }
    firm.gateway.upstream.script((request, response, incoming) =>
      answering(200, request.target.includes('details') ? detail : { result: { investigations: firm.state.cases } })(
        request,
        response,
        incoming,
      ),
    )
    expect(bodyOf(await firm.ask(cookie))['code']).toBe('UPSTREAM_FORMAT')
  })
})
