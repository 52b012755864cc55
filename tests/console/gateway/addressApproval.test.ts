import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApprovalRun } from '../../../schemas/verification/approvalRun.ts'
import { RECORD_AFTER } from '../../../server/store/auditRecord.ts'
import { answering } from '../../support/faultyUpstream.ts'
import {
  ADDRESS_KEY,
  addressCase,
  CASE,
  SECOND_CASE,
  startApprovalFirm,
  STREET,
  type ApprovalFirm,
} from './approvalFirm.ts'
import { bodyOf, HOST, PUBLIC_URL, signedIn, TOKEN } from './gatewayUnderTest.ts'
import { storedBytes } from './revealing.ts'

let firm: ApprovalFirm
let cookie: string
let lastSeq = 0

const trail = () => firm.gateway.store.audit.list({ limit: 1000, afterSeq: lastSeq })
const stepNamed = (run: ApprovalRun, name: string) => run.steps.find((step) => step.name === name)
const headersOf = (end: string) =>
  Object.fromEntries(firm.gateway.upstream.seen.find(({ target }) => target.includes(end))?.headers ?? [])

beforeAll(async () => {
  firm = await startApprovalFirm()
})
afterAll(() => firm.stop())
beforeEach(async () => {
  vi.restoreAllMocks()
  await firm.settled()
  await firm.reset()
  cookie = await firm.session()
  lastSeq = (await trail()).at(-1)?.seq ?? lastSeq
})

describe('an automatic address approval', () => {
  test('takes one step a call, and ends with the appeal', async () => {
    const seen: (string | undefined)[] = []
    for (const name of ['check', 'validate', 'upload', 'save', 'approve', 'appeal']) {
      const response = await firm.ask(cookie)
      expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
      const run = response.json<ApprovalRun>()
      expect(run.steps.filter(({ state }) => state === 'done').at(-1)?.name).toBe(name)
      expect(run.done).toBe(name === 'appeal')
      seen.push(run.steps.find(({ state }) => state === 'open')?.name)
    }
    expect(seen).toEqual(['validate', 'upload', 'save', 'approve', 'appeal', undefined])
  })

  test('tells everyone who comes later which steps of which applicant are done, and asks no service for it', async () => {
    firm.state.cases.push(addressCase(SECOND_CASE))
    for (let step = 1; step <= 5; step += 1) await firm.ask(cookie)
    firm.gateway.upstream.reset()
    const other = await firm.session(2)
    const response = await firm.look(other)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
    const { steps, done } = response.json<ApprovalRun>()
    const doneSteps = steps.filter(({ state }) => state === 'done').map(({ sketchId, name }) => [sketchId, name])
    expect(doneSteps).toEqual([
      [CASE, 'check'],
      [SECOND_CASE, 'check'],
      [CASE, 'validate'],
      [SECOND_CASE, 'validate'],
      [CASE, 'upload'],
      [SECOND_CASE, 'upload'],
    ])
    expect([done, firm.gateway.upstream.seen]).toEqual([false, []])
  })

  test('tells of an account without any that there is none', async () => {
    expect((await firm.look(cookie)).json()).toEqual({ steps: [], done: false })
  })

  test.each(['0', '1.5', 'x', '-1'])('is looked for under no id like %s', async (id) => {
    expect((await firm.look(cookie, id)).statusCode).toBe(400)
  })

  test('is shown to no one who may not run one', async () => {
    const viewer = await firm.session(3)
    expect((await firm.look(viewer)).statusCode).toBe(403)
  })

  test('sends the validator the five parts it asks for, with its key and without the staff token', async () => {
    await firm.runAll(cookie)
    const target = firm.gateway.upstream.seen.find(({ target: to }) => to.includes('/v1/validate'))?.target ?? ''
    expect(Object.fromEntries(new URL(target, 'http://x').searchParams)).toEqual({
      StreetAddress: `${STREET}, Apt 4`,
      City: 'Ithaca',
      PostalCode: '14850',
      CountryCode: 'US',
      Geocoding: 'false',
    })
    expect(headersOf('/v1/validate')).toMatchObject({ 'x-api-key': ADDRESS_KEY })
    expect(headersOf('/v1/validate')).not.toHaveProperty('authorization')
    expect(headersOf('/snap/save')).toMatchObject({ authorization: `Token ${TOKEN}` })
    expect(headersOf('/snap/save')).not.toHaveProperty('x-api-key')
  })

  test('uploads a picture under the tag of the specification, attaches it, approves it and appeals with it', async () => {
    await firm.runAll(cookie)
    const [form] = firm.bodies('upload')
    expect(form).toMatch(/name="tag"\r\n\r\nAFFILIATED_APPROVAL\r\n/)
    expect(form).toMatch(/name="account"\r\n\r\n9ZZ10041\r\n/)
    expect(form).toMatch(/name="file"; filename="address-validation.png"\r\nContent-Type: image\/png\r\n\r\n.PNG/i)
    const { id } = firm.state.account
    const snap = { id: 'snap-e1', type: 'AFFILIATED_APPROVAL', proof: 'ALL_PASSING_CIP_RESULTS', status: 'uploaded' }
    expect(firm.bodies('save').map((body) => JSON.parse(body) as unknown)).toEqual([
      { apex_account_id: id, data: [{ sketchId: CASE, snapIDs: [snap] }] },
    ])
    expect(firm.bodies('approve').map((body) => JSON.parse(body) as unknown)).toEqual([
      {
        snapId: 'snap-e1',
        comment: 'Verified residential address through 3rd party address validator',
        status: 'approved',
      },
    ])
    expect(firm.bodies('appeal').map((body) => JSON.parse(body) as unknown)).toEqual([
      {
        apex_account_id: id,
        sketchId: CASE,
        action: 'APPEALED',
        text: 'auto appealing identity verification',
        cip: { snapIDs: ['snap-e1'] },
      },
    ])
  })

  test('records every change before and after it is made, as done by automation for the member of staff', async () => {
    await firm.runAll(cookie)
    await firm.settled()
    const all = await trail()
    for (const record of all) {
      if (record.phase === 'intent') expect(record.before).toMatchObject({ id: expect.anything() as unknown })
      if ('actor' in record) expect(record.actor).toMatchObject({ userId: 1, role: 'admin', actorType: 'automation' })
    }
    const isRead = (record: (typeof all)[number]) =>
      record.phase === 'event' && record.operation.endsWith(`.${RECORD_AFTER}`)
    const states = all.flatMap((record) =>
      record.phase === 'outcome' ? [record.after] : record.phase === 'event' ? [record.details['after']] : [],
    )
    expect(states.filter((state) => state !== undefined)).toHaveLength(4)
    const records = all.filter((record) => !isRead(record))
    const kept = records.map((record) => [
      record.phase,
      'operation' in record ? record.operation : 'result' in record ? record.result : '',
    ])
    expect(kept).toEqual([
      ['event', 'accounts.beginAddress'],
      ['event', 'accounts.askAddress'],
      ['event', 'accounts.validateAddress'],
      ['intent', 'accounts.uploadDocument'],
      ['outcome', 'ok'],
      ['intent', 'accounts.saveDocuments'],
      ['outcome', 'ok'],
      ['intent', 'accountDocuments.approve'],
      ['outcome', 'ok'],
      ['intent', 'accountInvestigations.appeal'],
      ['outcome', 'ok'],
      ['event', 'accounts.approveAddress'],
    ])
    expect(records[2]).toMatchObject({ details: { result: 'answered', status: 'VALID', rdi: 'R', ref: 'av-77' } })
  })

  test('writes no address and no name into the trail, the log or the store', async () => {
    await firm.runAll(cookie)
    const written = [JSON.stringify(await trail()), firm.gateway.log.join(''), storedBytes(firm.gateway)].join('\n')
    for (const secret of [STREET, STREET.toUpperCase(), 'Larch', 'Ithaca', 'Quill', ADDRESS_KEY, TOKEN])
      expect(written.includes(secret), secret).toBe(false)
    // A moment, a duration or a digest may hold the digits of the zip code; a value of its own may not.
    expect(written).not.toMatch(/(?<![\w.])14850(?!\w)/)
  })

  test('sends nothing more once it has ended', async () => {
    await firm.runAll(cookie)
    await firm.settled()
    const before = firm.gateway.upstream.seen.length
    const run = (await firm.ask(cookie)).json<ApprovalRun>()
    expect(run.done).toBe(true)
    expect(firm.gateway.upstream.seen.slice(before).map(({ method }) => method)).toEqual(['GET', 'GET'])
  })

  test('of a joint account takes each step for both applicants before the next', async () => {
    firm.state.cases.push(addressCase(SECOND_CASE))
    const run = await firm.runAll(cookie)
    expect(run.done).toBe(true)
    expect(run.steps).toHaveLength(12)
    const order = firm.gateway.upstream.seen
      .filter(({ method }) => method === 'POST')
      .map(({ target }) => target.split('/').at(-1))
    expect(order).toEqual(['images', 'images', 'save', 'save', 'update', 'update', 'appeal', 'appeal'])
    expect(firm.bodies('appeal').map((body) => JSON.parse(body) as unknown)).toMatchObject([
      { sketchId: CASE, cip: { snapIDs: ['snap-e1'] } },
      { sketchId: SECOND_CASE, cip: { snapIDs: ['snap-e2'] } },
    ])
  })

  test('leaves an applicant alone whose case is accepted', async () => {
    firm.state.cases.push({ ...addressCase(SECOND_CASE), status: 'ACCEPTED' })
    const run = await firm.runAll(cookie)
    expect([run.done, new Set(run.steps.map(({ sketchId }) => sketchId))]).toEqual([true, new Set([CASE])])
  })
})

describe('who may', () => {
  test.each([
    ['staff the configuration does not name', 3, 'admin'],
    ['a viewer it names', 1, 'viewer'],
  ])('%s is refused, which is recorded, and sees no such permission', async (_who, userId, role) => {
    const other = await firm.session(userId, role)
    const response = await firm.ask(other)
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([403, 'FORBIDDEN'])
    expect(firm.gateway.upstream.seen).toEqual([])
    const [record] = await trail()
    expect(record).toMatchObject({ details: { result: 'refused', permission: 'verification.autoApprove' } })
    expect(record).not.toHaveProperty('actor.actorType')
    expect(await permissionsIn(other)).not.toContain('verification.autoApprove')
    expect(await permissionsIn(cookie)).toContain('verification.autoApprove')
  })

  const permissionsIn = async (of: string): Promise<unknown> => {
    const headers = {
      host: HOST,
      origin: PUBLIC_URL,
      'sec-fetch-site': 'same-origin',
      'x-countersign': '1',
      cookie: of,
    }
    return bodyOf(await firm.gateway.app.inject({ method: 'GET', url: '/auth/session', headers }))['permissions']
  }

  test('no one, where the configuration names no one', async () => {
    const off = await startApprovalFirm({ own: { autoApprovalStaffIds: [] } })
    try {
      const response = await off.ask(await signedIn(off.gateway))
      expect([response.statusCode, off.gateway.upstream.seen]).toEqual([403, []])
    } finally {
      await off.stop()
    }
  })

  test.each([{}, { id: '4107' }, { id: 0 }, { id: 1.5 }, { id: 4107, force: true }, [4107]])(
    'nobody with the body %j',
    async (payload) => {
      const headers = { host: HOST, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie }
      const response = await firm.gateway.app.inject({
        method: 'POST',
        url: '/console/address-approval',
        headers,
        payload,
      })
      expect(response.statusCode).toBe(400)
      expect(firm.gateway.upstream.seen).toEqual([])
    },
  )

  test('one at a time: another who asks meanwhile is told so, and who only looks, that it is under way, also between two steps', async () => {
    const second = await firm.session(2)
    let release = (): void => undefined
    firm.meet('validate', async (request, response, incoming) => {
      await new Promise<void>((resolve) => (release = resolve))
      await answering(200, firm.state.validation)(request, response, incoming)
    })
    await firm.ask(cookie)
    const slow = firm.ask(cookie)
    await vi.waitFor(() => expect(firm.count('validate')).toBe(1))
    const response = await firm.ask(second)
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([409, 'IN_FLIGHT'])
    expect((await firm.look(second)).json()).toMatchObject({ done: false, isUnderWay: true })
    release()
    expect((await slow).statusCode).toBe(200)
    expect((await firm.look(second)).json()).toMatchObject({ done: false, isUnderWay: true })
    firm.gateway.clock.advance(10_000)
    expect((await firm.look(second)).json()).not.toHaveProperty('isUnderWay')
    expect((await firm.runAll(second)).done).toBe(true)
    expect(firm.count('validate')).toBe(1)
  })

  test('no more cases a day than the limit says, and the refusal is recorded', async () => {
    const few = await startApprovalFirm({ figures: { approvals: { max: 1, windowMs: 24 * 3_600_000 } } })
    try {
      const staff = await few.session()
      expect((await few.runAll(staff)).done).toBe(true)
      await few.reset()
      const response = await few.ask(staff)
      expect([response.statusCode, bodyOf(response)['code']]).toEqual([429, 'RATE_LIMITED'])
      expect(few.count('validate')).toBe(0)
      const records = await few.gateway.store.audit.list({ limit: 1000 })
      expect(records.at(-1)).toMatchObject({ details: { result: 'refused', why: 'quota' } })
    } finally {
      await few.stop()
    }
  })

  test('nobody without a validator', async () => {
    const bare = await startApprovalFirm({ own: { addressApiKey: null } })
    try {
      const run = await bare.runAll(await bare.session())
      expect(stepNamed(run, 'validate')?.message).toBe('Not configured for this environment')
      expect(bare.count('validate')).toBe(0)
    } finally {
      await bare.stop()
    }
  })
})
