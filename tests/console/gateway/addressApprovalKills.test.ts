import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isOfChange } from '../../../server/gateway/audit/statesAfter.ts'
import { startApprovalFirm, type ApprovalFirm, type Call } from './approvalFirm.ts'

/** The changes of a run, with their operations. */
const changes = {
  upload: 'accounts.uploadDocument',
  save: 'accounts.saveDocuments',
  approve: 'accountDocuments.approve',
  appeal: 'accountInvestigations.appeal',
} as const satisfies Partial<Record<Call, string>>

type Change = keyof typeof changes

const changeNames = ['upload', 'save', 'approve', 'appeal'] as const satisfies readonly Change[]
const stepNames = ['check', 'validate', ...changeNames] as const

type StepName = (typeof stepNames)[number]

/** What one step writes, in order. A gateway may die before each, while a service works, and before it answers. */
const change = [
  'take the account',
  'keep the start',
  'take the key',
  'intent',
  'outcome',
  'keep the answer',
  'keep the end',
]
const writes: Readonly<Record<StepName, readonly string[]>> = {
  check: ['take the account', 'begin', 'event', 'free'],
  validate: ['take the account', 'keep the start', 'event', 'event', 'keep the end', 'free'],
  upload: [...change, 'free'],
  save: [...change, 'free'],
  approve: [...change, 'free'],
  appeal: [...change, 'event', 'free'],
}

/** Where a gateway dies: instead of a write, by its place among those of the step, or while the service works. */
type Point = number | 'its call'

/** One gateway process, as far as one request is concerned: from its death on it neither writes nor answers. */
interface Life {
  readonly written: string[]
  readonly diesAt: Point
  isDead: boolean
  readonly onDeath: () => void
}

const life = new AsyncLocalStorage<Life>()
const never = new Promise<never>(() => undefined)

let firm: ApprovalFirm

function die(own: Life): Promise<never> {
  own.isDead = true
  own.onDeath()
  return never
}

function reach(name: string): Promise<never> | undefined {
  const own = life.getStore()
  if (own?.isDead === true || own?.written.length === own?.diesAt) return own === undefined ? undefined : die(own)
  own?.written.push(name)
  return undefined
}

function mortal<Given extends unknown[], Result>(
  write: (...given: Given) => Promise<Result>,
  name: (...given: NoInfer<Given>) => string,
) {
  return async (...given: Given): Promise<Result> => {
    await reach(name(...given))
    return write(...given)
  }
}

beforeAll(async () => {
  firm = await startApprovalFirm()
  const { audit, idempotency } = firm.gateway.store
  const { approvals } = firm
  audit.intent = mortal(audit.intent, () => 'intent')
  audit.outcome = mortal(audit.outcome, () => 'outcome')
  const { event } = audit
  const mortalEvent = mortal(event, () => 'event')
  // What is read after a change is no part of its step, which has ended by then.
  audit.event = (entry) => (isOfChange(entry) ? event(entry) : mortalEvent(entry))
  const isRun = (operation: string): boolean => operation === 'addressApproval.run'
  idempotency.claim = mortal(idempotency.claim, ({ operation }) =>
    isRun(operation) ? 'take the account' : 'take the key',
  )
  idempotency.complete = mortal(idempotency.complete, () => 'keep the answer')
  idempotency.abandon = mortal(idempotency.abandon, () => 'free')
  Object.assign(approvals, {
    begin: mortal(approvals.begin.bind(approvals), () => 'begin'),
    keep: mortal(approvals.keep.bind(approvals), ({ state }) =>
      state === 'started' ? 'keep the start' : 'keep the end',
    ),
  })
})
afterAll(() => firm.stop())

let cookie: string
let lastSeq = 0
const trail = () => firm.gateway.store.audit.list({ limit: 10_000, afterSeq: lastSeq })

beforeEach(async () => {
  await firm.reset()
  cookie = await firm.session()
  lastSeq = (await trail()).at(-1)?.seq ?? lastSeq
})

async function upTo(name: StepName): Promise<void> {
  for (let step = 0; step < stepNames.indexOf(name); step += 1) await firm.ask(cookie)
}

/** Takes the next step, in a gateway that dies on its way. */
function killed(name: StepName, diesAt: Point): Promise<void> {
  return new Promise((resolve, reject) => {
    const own: Life = { written: [], diesAt, isDead: false, onDeath: resolve }
    if (diesAt === 'its call' && name !== 'check') firm.meet(name, () => void die(own))
    const answered = life.run(own, async () => firm.ask(cookie))
    answered.then(({ body }) => reject(new Error(`the gateway lives, and answers ${body}`)), reject)
  })
}

/** Has the step of a dead gateway on record as unknown, or with the result that was known. */
async function assertOnRecord(died: StepName, first: 'ok' | 'unknown', times: number): Promise<void> {
  const records = await trail()
  const resultsOf = (seq: number) =>
    records.flatMap((record) => (record.phase === 'outcome' && record.intentSeq === seq ? [record.result] : []))
  for (const name of changeNames) {
    const own = records.filter((record) => record.phase === 'intent' && record.operation === changes[name])
    const all = ['ok', 'ok'].slice(0, name === died ? times : 1)
    const expected = name === died ? [first, ...all.slice(1)] : all
    expect([name, own.map(({ seq }) => resultsOf(seq))]).toEqual([name, expected.map((result) => [result])])
  }
}

test.each(stepNames)('the step %s writes what is listed here', async (name) => {
  await upTo(name)
  const own: Life = { written: [], diesAt: Infinity, isDead: false, onDeath: () => undefined }
  await life.run(own, async () => firm.ask(cookie))
  expect(own.written).toEqual(writes[name])
})

interface Case {
  readonly name: StepName
  readonly point: Point
  readonly where: string
  /** Who goes on: the one whose gateway died, or another person, who has no key to repeat an attempt under. */
  readonly who: 'the same person' | 'another person'
}

const isChange = (name: StepName): name is Change => name in changes
const before = (name: StepName, write: string): number => writes[name].indexOf(write)

const points = stepNames.flatMap((name): Omit<Case, 'who'>[] => [
  ...writes[name].map((write, point) => ({ name, point, where: `before “${write}” (${point})` })),
  ...(name === 'check' ? [] : [{ name, point: 'its call' as const, where: 'during its call' }]),
])
const wasSent = ({ name, point }: Pick<Case, 'name' | 'point'>): boolean =>
  isChange(name) && (point === 'its call' || point > before(name, 'intent'))
const cases: readonly Case[] = [
  ...points.map((point) => ({ ...point, who: 'the same person' }) as const),
  ...points.filter(wasSent).map((point) => ({ ...point, who: 'another person' }) as const),
]

/**
 * True when the change is sent a second time: the first did not happen, or is an upload whose answer no one can read,
 * which belongs to no case and has no effect (decision 11).
 */
function isSentAgain({ name, point, who }: Case): boolean {
  if (!wasSent({ name, point }) || point === 'its call') return point === 'its call' && isChange(name)
  return name === 'upload' && point <= before(name, who === 'the same person' ? 'keep the answer' : 'keep the end')
}

describe('a gateway that dies in the step', () => {
  test.each(cases)('$name, $where: $who goes on, all is on record, and nothing happens twice', async (own) => {
    const { name, point, who } = own
    await upTo(name)
    await killed(name, point)
    await firm.gateway.store.audit.recover()
    firm.gateway.clock.advance(91_000)
    const goesOn = who === 'the same person' ? cookie : await firm.session(2)
    expect((await firm.runAll(goesOn)).done).toBe(true)
    const times = isSentAgain(own) ? 2 : 1
    expect(changeNames.map((each) => firm.count(each))).toEqual(changeNames.map((each) => (each === name ? times : 1)))
    expect(firm.state.snaps.map(({ status }) => status)).toEqual(['approved'])
    expect(firm.state.cases[0]?.history.map(({ stateChange }) => stateChange)).toEqual(['REJECTED', 'APPEALED'])
    const isUnknown = wasSent(own) && (point === 'its call' || point <= before(name, 'outcome'))
    await assertOnRecord(name, isUnknown ? 'unknown' : 'ok', times)
  })
})
