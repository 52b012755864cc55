import { isValues } from '../../language/pointer.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  APPROVAL_PERMISSION,
  approvalTexts,
  obstacleText,
  type ApprovalCondition,
} from '../../schemas/verification/addressApproval.ts'
import { type ApprovalRun, approvalRun } from '../../schemas/verification/approvalRun.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import { obstaclesNow, readFacts, withoutWholeAddress, type ApprovalFacts } from './approvalFacts.ts'
import type { ApprovalContext } from './approvalContext.ts'
import type { ApprovalStep } from './approvals.ts'
import { casesIn, nextStep, runOf, stepRecords, type NextStep, type StepRecords } from './approvalPlan.ts'
import { freshAnswer } from './approvalSteps.ts'
import { takeStep } from './takeStep.ts'
import { assertNotLost } from '../../server/gateway/calls/assertNotLost.ts'
import { failWith, GatewayError } from '../../server/gateway/core/errors.ts'
import { recordEvent, type StaffRequest } from '../../server/gateway/audit/auditTrail.ts'
import type { Operations } from '../../server/gateway/operations/preparedOperations.ts'
import { isPermitted } from '../../server/gateway/signIn/permitted.ts'
import { staffOf } from '../../server/gateway/signIn/sessionGuard.ts'
import { staffRoute } from '../../server/openApi/ownRoutes.ts'

const id = { type: 'integer', minimum: 1 } as const

/** The routes of the automatic address approval, for the OpenAPI document. */
export const approvalRoutes = {
  '/console/address-approval': {
    post: staffRoute({
      summary: 'Takes the next step of the address approval of an account',
      permission: APPROVAL_PERMISSION,
      body: { type: 'object', required: ['id'], additionalProperties: false, properties: { id } },
      answer: approvalRun,
    }),
  },
  '/console/address-approval/{id}': {
    get: staffRoute({
      summary: 'The progress of an address approval',
      permission: APPROVAL_PERMISSION,
      parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
      answer: approvalRun,
    }),
  },
}

/** The operations in the audit trail: a run from its first step on, and how it ended. */
export const BEGIN = 'accounts.beginAddress'
export const APPROVE = 'accounts.approveAddress'

interface Asked {
  readonly context: ApprovalContext
  readonly operations: Operations
  readonly staff: StaffRequest
  readonly id: number
}

interface Situation extends Asked {
  readonly facts: ApprovalFacts
  readonly book: StepRecords
  readonly cases: readonly Investigation[]
}

const unavailable = failWith('AUDIT_UNAVAILABLE')

function accountId(id: unknown): number {
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id
  throw new GatewayError('BAD_REQUEST', { message: 'Send the id of an account, a whole number, and nothing else.' })
}

function idIn(body: unknown): number {
  const isAlone = isValues(body) && Object.keys(body).length === 1
  return accountId(isAlone ? body['id'] : undefined)
}

const record = (
  { context, staff, id }: Asked,
  details: Readonly<Record<string, unknown>>,
  operation = APPROVE,
): Promise<void> => recordEvent(context.store, operation, staff, { target: `id=${id}`, ...details })

async function assertPermitted(asked: Asked): Promise<void> {
  const { context, staff } = asked
  if (await isPermitted(context, staff, APPROVAL_PERMISSION)) return
  await record(asked, { result: 'refused', permission: APPROVAL_PERMISSION })
  throw new GatewayError('FORBIDDEN')
}

/** Before every step: a run under way stops at its next one once a colleague has taken its account over. */
const assertTurn = (asked: Asked): Promise<void> =>
  assertNotLost(asked.context, asked.staff, { resource: 'accounts', id: String(asked.id) }, (details) =>
    record(asked, { result: 'refused', ...details }),
  )

const storedSteps = ({ context, id }: Asked): Promise<readonly ApprovalStep[]> =>
  context.approvals.of(id).catch(unavailable)

const storedBook = async (asked: Asked): Promise<StepRecords> => stepRecords(await storedSteps(asked))

/** What keeps a second step of an account from being taken at the same time. */
const runOn = (id: number) => ({ operation: 'addressApproval.run', target: `id=${id}` })

/** A run goes on with its next step within this time, in ms, as long as the page of the person who has begun it is open. */
const BETWEEN_MS = 10_000

const isBetweenSteps = ({ steps, done }: ApprovalRun, now: number): boolean =>
  !done &&
  steps.every(({ state }) => state !== 'failed') &&
  steps.some(({ at }) => at !== undefined && now - Date.parse(at) < BETWEEN_MS)

/** The progress of all started cases, from the store only. */
async function lookAt(asked: Asked): Promise<ApprovalRun> {
  // A step that ends in between has left its result by then.
  const isUnderWay = await asked.context.store.idempotency.isRunning(runOn(asked.id)).catch(unavailable)
  const stored = await storedSteps(asked)
  const cases = [...new Set(stored.map(({ sketchId }) => sketchId))].toSorted().map((sketchId) => ({ sketchId }))
  const run = runOf(cases, stepRecords(stored))
  return { ...run, ...((isUnderWay || isBetweenSteps(run, asked.context.now())) && { isUnderWay: true }) }
}

async function situationOf(asked: Asked): Promise<Situation> {
  const { context, operations, staff, id } = asked
  const [facts, book] = await Promise.all([readFacts(context, operations, staff, id), storedBook(asked)])
  const cases = casesIn(facts, book)
  if (cases.length === 0) throw new GatewayError('NOT_FOUND', { message: 'The account has no case that is open.' })
  return { ...asked, facts, book, cases }
}

/** The progress with the due step as failed, because its conditions are not met. */
function blocked({ cases, book }: Situation, { name }: NextStep, obstacles: readonly ApprovalCondition[]): ApprovalRun {
  const message = obstacles.map((obstacle) => `${obstacleText(obstacle)}.`).join(' ')
  const { steps, done } = runOf(cases, book)
  const isDue = (step: (typeof steps)[number]): boolean => step.name === name && step.state !== 'done'
  return { done, steps: steps.map((step) => (isDue(step) ? { ...step, state: 'failed', message } : step)) }
}

/** Logs incomplete addresses, without any part of them (account review, section 4; D-127). */
function reportMissing({ facts, staff }: Situation): void {
  for (const { sketchId } of withoutWholeAddress(facts)) staff.log.warn({ case: sketchId }, approvalTexts.missing)
}

/** Starts all open cases at once: either every applicant qualifies or the approval stops (D-131). */
async function begin(situation: Situation): Promise<void> {
  const { context, id, cases, book } = situation
  const fresh = cases.map(({ sketchId }) => sketchId).filter((sketchId) => !book.isDone(sketchId, 'check'))
  if (!(await context.approvals.begin(id, fresh, 'check', context.figures.approvals).catch(unavailable))) {
    await record(situation, { result: 'refused', why: 'quota' })
    throw new GatewayError('RATE_LIMITED', {
      message: `${context.figures.approvals.max} cases have been approved by themselves within a day. Go on by hand.`,
    })
  }
  await record(situation, { result: 'ok', cases: fresh }, BEGIN)
}

const stepIn = ({ steps }: ApprovalRun, { theCase, name }: NextStep) =>
  steps.find((step) => step.sketchId === theCase.sketchId && step.name === name)

const messageOf = (run: ApprovalRun, step: NextStep): string | undefined => stepIn(run, step)?.message

/** The progress after a step. That the approval is done, or stops there, is recorded. */
async function recordEnd(situation: Situation, step: NextStep, book: StepRecords): Promise<ApprovalRun> {
  const run = runOf(situation.cases, book)
  if (run.done) await record(situation, { result: 'ok' })
  else if (stepIn(run, step)?.state === 'failed') {
    const result = book.of(step.theCase.sketchId, step.name)?.state === 'started' ? 'unknown' : 'failed'
    await record(situation, { result, step: step.name, message: messageOf(run, step) })
  }
  return run
}

async function takeNext(situation: Situation): Promise<ApprovalRun> {
  const { cases, book, context } = situation
  const isValid = (theCase: Investigation): boolean =>
    book.isDone(theCase.sketchId, 'upload') || freshAnswer({ context, book, theCase }) !== undefined
  const next = nextStep(cases, book, isValid)
  if (next === undefined) return runOf(cases, book)
  const appealed = cases.map(({ sketchId }) => sketchId).filter((sketchId) => book.isDone(sketchId, 'appeal'))
  const obstacles = obstaclesNow(situation.facts, appealed)
  if (obstacles.length === 0) {
    if (next.name === 'check') await begin(situation)
    else await takeStep({ ...situation, ...next, maySend: true })
    return recordEnd(situation, next, await storedBook(situation))
  }
  // A step with an unknown outcome is always looked up first: it may be why the conditions are no longer met.
  await takeStep({ ...situation, ...next, maySend: false })
  const after = await storedBook(situation)
  if (after.isDone(next.theCase.sketchId, next.name)) return runOf(cases, after)
  reportMissing(situation)
  const run = blocked(situation, next, obstacles)
  const why = obstacles.map(({ name }) => name)
  await record(situation, { result: 'refused', step: next.name, why, message: messageOf(run, next) })
  return run
}

/** Runs one step of an account at a time, across all gateways. A crashed gateway's claim expires after 90 s. */
async function oneAtATime<T>({ context, staff, id }: Asked, work: () => Promise<T>): Promise<T> {
  const { idempotency } = context.store
  const claim = { ...runOn(id), userId: staff.session.data.userId, key: randomUUID() }
  const request = { ...claim, requestHash: 'run' }
  const { state } = await idempotency.claim(request).catch(unavailable)
  if (state !== 'claimed')
    throw new GatewayError('IN_FLIGHT', { message: 'This approval is under way already. Wait for its step to finish.' })
  try {
    return await work()
  } finally {
    await idempotency.abandon(claim).catch((error: unknown) => {
      // The claim expires by itself; until then no other run continues.
      staff.log.error({ err: error }, 'address approval not released')
    })
  }
}

/**
 * Adds `POST /console/address-approval` with `{ id }`. It takes the next step of an account's automatic address
 * approval and answers with the progress, an `ApprovalRun` (account review, section 4; D-123 to D-131). Sending the
 * same request again continues where the last one ended, whatever happened in between. Each step is taken only while
 * the services' current data meets its conditions.
 *
 * `GET /console/address-approval/{id}` answers with the progress of an earlier run. It calls no service and changes
 * nothing.
 */
export function registerAddressApproval(app: FastifyInstance, context: ApprovalContext, operations: Operations): void {
  app.post('/console/address-approval', async (request) => {
    const id = idIn(request.body)
    const person = staffOf(request)
    await assertPermitted({ context, operations, staff: person, id })
    await context.store.sessions.touch(person.session.id).catch(unavailable)
    const asked = { context, operations, staff: { ...person, actorType: 'automation' } as const, id }
    return oneAtATime(asked, async () => {
      await assertTurn(asked)
      return takeNext(await situationOf(asked))
    })
  })
  app.get<{ Params: { id: string } }>('/console/address-approval/:id', async (request) => {
    const id = accountId(Number(request.params.id))
    const asked = { context, operations, staff: staffOf(request), id }
    await assertPermitted(asked)
    return lookAt(asked)
  })
}
