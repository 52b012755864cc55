import type { ErrorCode } from '../../language/errorCode.ts'
import { valueAt } from '../../language/pointer.ts'
import type { ApprovalState } from './approvals.ts'
import { appealsIn, Refused, steps, type Step } from './approvalSteps.ts'
import { addressDigest, keptText, Stop, type StepResult, type StepContext } from './stepContext.ts'
import { failWith, GatewayError } from '../../server/gateway/core/errors.ts'

/** Failures before anything was sent that concern more than this step. */
const generalFailures: readonly ErrorCode[] = ['SESSION_OVER', 'AUDIT_UNAVAILABLE', 'IN_FLIGHT']

const isGeneralFailure = (error: unknown): boolean =>
  error instanceof GatewayError && generalFailures.includes(error.code)

/** Failures after which the change may have happened. */
const unknownOutcomeCodes: readonly ErrorCode[] = ['OUTCOME_UNKNOWN', 'UPSTREAM_FORMAT']

async function keep({ context, facts, theCase, name, attempt }: StepContext, state: ApprovalState, taken: StepResult) {
  const step = { accountId: facts.id, sketchId: theCase.sketchId, step: name, state, attempt, ...taken }
  await context.approvals.keep(step).catch(failWith(state === 'started' ? 'AUDIT_UNAVAILABLE' : 'OUTCOME_UNKNOWN'))
}

/** Data that shows later whether a step has arrived. */
const tracesOf = ({ staff, theCase }: StepContext) => ({ by: staff.session.data.userId, appeals: appealsIn(theCase) })

/** The data to store before a step; while it validates again, the last answer. */
const beforehand = (stepContext: StepContext): StepResult => ({
  message: null,
  data:
    stepContext.name === 'validate'
      ? stepContext.book.of(stepContext.theCase.sketchId, 'validate')?.data
      : tracesOf(stepContext),
})

async function fail(stepContext: StepContext, { changes }: Step, error: unknown): Promise<void> {
  if (error instanceof Stop) {
    const data = error instanceof Refused ? error.data : null
    return keep(stepContext, 'failed', { message: error.message, data })
  }
  if (!(error instanceof GatewayError)) throw error
  if (changes && unknownOutcomeCodes.includes(error.code)) return keep(stepContext, 'started', beforehand(stepContext))
  await keep(stepContext, 'failed', { message: error.message, data: null })
  if (isGeneralFailure(error)) throw error
}

function assertSameAddress(stepContext: StepContext): void {
  const { context, book, theCase } = stepContext
  if (!book.isDone(theCase.sketchId, 'upload')) return
  if (keptText(stepContext, 'validate', '/address') !== addressDigest(context.store, theCase.homeAddress))
    throw new Stop('The home address has changed since it was validated. It needs a manual review.')
}

async function attempt(stepContext: StepContext, step: Step): Promise<void> {
  assertSameAddress(stepContext)
  await keep(stepContext, 'started', beforehand(stepContext))
  let taken: StepResult
  try {
    taken = await step.take(stepContext)
  } catch (error) {
    await fail(stepContext, step, error)
    return
  }
  await keep(stepContext, 'done', taken)
}

/** Idempotency keys are kept for a day and belong to one person. */
const KEY_MS = 23 * 60 * 60_000

/**
 * Repeats an attempt with an unknown outcome under its own key, which sends nothing twice: an answered request is
 * replayed, a request that was never sent is sent now. Returns `undefined` when the outcome remains unknown.
 */
async function takeAgain(stepContext: StepContext, step: Step, since: number): Promise<StepResult | undefined> {
  const { context, staff, book, theCase, name } = stepContext
  const by = valueAt(book.of(theCase.sketchId, name)?.data, '/by')
  if (by !== staff.session.data.userId || context.now() - since > KEY_MS) return undefined
  try {
    return await step.take(stepContext)
  } catch (error) {
    if (error instanceof GatewayError && unknownOutcomeCodes.includes(error.code)) return undefined
    throw error
  }
}

/** Settles a step that may have happened: looks for its result, then repeats it under its key, then takes it again. */
async function settle(stepContext: StepContext, step: Step, since: number): Promise<void> {
  const { context, maySend } = stepContext
  let found: StepResult | undefined
  try {
    found = step.find(stepContext) ?? (maySend ? await takeAgain(stepContext, step, since) : undefined)
  } catch (error) {
    if (isGeneralFailure(error)) throw error
    return fail(stepContext, step, error)
  }
  if (found !== undefined) return keep(stepContext, 'done', found)
  if (maySend && context.now() - since >= context.figures.settleMs)
    return attempt({ ...stepContext, attempt: stepContext.attempt + 1 }, step)
}

/**
 * Takes one step of one case and stores its result. @throws GatewayError for a failure that concerns more than this
 * step
 */
export async function takeStep(stepContext: Omit<StepContext, 'attempt'>): Promise<void> {
  const { book, theCase, name } = stepContext
  if (name === 'check') return
  const kept = book.of(theCase.sketchId, name)
  const step = steps[name]
  const current = { ...stepContext, attempt: kept?.attempt ?? 1 }
  try {
    if (kept?.state === 'started' && step.changes) return await settle(current, step, kept.at)
    if (!stepContext.maySend) return
    const found = name === 'appeal' ? undefined : step.find(current)
    if (found !== undefined) return await keep(current, 'done', found)
    await attempt({ ...current, attempt: (kept?.attempt ?? 0) + 1 }, step)
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    await fail(current, step, error)
  }
}
