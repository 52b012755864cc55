import { valueAt } from '../../language/pointer.ts'
import type { ApprovalState } from '../../server/store/approvals.ts'
import { appealsIn, Refused, steps, type Step } from './approvalSteps.ts'
import { addressDigest, keptText, Stop, type Taken, type Turn } from './approvalTurn.ts'
import { GatewayError } from '../../server/gateway/errors.ts'

/** Failures after which nothing has been sent, and which are about more than this step. */
const everybodys = ['SESSION_OVER', 'AUDIT_UNAVAILABLE', 'IN_FLIGHT']

const isEverybodys = (error: unknown): boolean => error instanceof GatewayError && everybodys.includes(error.code)

/** Failures after which it may have happened. */
const doubtful = ['OUTCOME_UNKNOWN', 'UPSTREAM_FORMAT']

async function keep({ context, facts, theCase, name, attempt }: Turn, state: ApprovalState, taken: Taken) {
  const step = { accountId: facts.id, sketchId: theCase.sketchId, step: name, state, attempt, ...taken }
  await context.store.approvals.keep(step).catch((cause: unknown) => {
    throw new GatewayError(state === 'started' ? 'AUDIT_UNAVAILABLE' : 'OUTCOME_UNKNOWN', { cause })
  })
}

/** What tells later whether a step that is about to be sent has arrived. */
const tracesOf = ({ staff, theCase }: Turn) => ({ by: staff.session.data.userId, appeals: appealsIn(theCase) })

/** Validating keeps the last answer while it is asked anew. */
const beforehand = (turn: Turn): Taken => ({
  message: null,
  data: turn.name === 'validate' ? turn.book.of(turn.theCase.sketchId, 'validate')?.data : tracesOf(turn),
})

async function fail(turn: Turn, { changes }: Step, error: unknown): Promise<void> {
  if (error instanceof Stop) {
    const data = error instanceof Refused ? error.data : null
    return keep(turn, 'failed', { message: error.message, data })
  }
  if (!(error instanceof GatewayError)) throw error
  if (changes && doubtful.includes(error.code)) return keep(turn, 'started', beforehand(turn))
  await keep(turn, 'failed', { message: error.message, data: null })
  if (isEverybodys(error)) throw error
}

function assertSameAddress(turn: Turn): void {
  const { context, book, theCase } = turn
  if (!book.isDone(theCase.sketchId, 'upload')) return
  if (keptText(turn, 'validate', '/address') !== addressDigest(context.store, theCase.homeAddress))
    throw new Stop('The home address has changed since it was validated. It needs a manual review.')
}

async function attempt(turn: Turn, step: Step): Promise<void> {
  assertSameAddress(turn)
  await keep(turn, 'started', beforehand(turn))
  let taken: Taken
  try {
    taken = await step.take(turn)
  } catch (error) {
    await fail(turn, step, error)
    return
  }
  await keep(turn, 'done', taken)
}

/** Idempotency keys are kept for a day, and are one person's. */
const KEY_MS = 23 * 60 * 60_000

/**
 * Asks for an attempt that is in doubt once more under its own key, which sends nothing twice: what has been answered
 * is told again, what was never sent is sent now. Answers `undefined` where the doubt remains.
 */
async function takeAgain(turn: Turn, step: Step, since: number): Promise<Taken | undefined> {
  const { context, staff, book, theCase, name } = turn
  const by = valueAt(book.of(theCase.sketchId, name)?.data, '/by')
  if (by !== staff.session.data.userId || context.now() - since > KEY_MS) return undefined
  try {
    return await step.take(turn)
  } catch (error) {
    if (error instanceof GatewayError && doubtful.includes(error.code)) return undefined
    throw error
  }
}

/** A step that may have happened: looked for, then asked for under its own key, and only then taken anew. */
async function settle(turn: Turn, step: Step, since: number): Promise<void> {
  const { context, maySend } = turn
  let found: Taken | undefined
  try {
    found = step.find(turn) ?? (maySend ? await takeAgain(turn, step, since) : undefined)
  } catch (error) {
    if (isEverybodys(error)) throw error
    return fail(turn, step, error)
  }
  if (found !== undefined) return keep(turn, 'done', found)
  if (maySend && context.now() - since >= context.limits.settleMs)
    return attempt({ ...turn, attempt: turn.attempt + 1 }, step)
}

/** Takes one step of one case and keeps how it ended. @throws GatewayError for what concerns more than this step */
export async function takeStep(turn: Omit<Turn, 'attempt'>): Promise<void> {
  const { book, theCase, name } = turn
  if (name === 'check') return
  const kept = book.of(theCase.sketchId, name)
  const step = steps[name]
  const current = { ...turn, attempt: kept?.attempt ?? 1 }
  try {
    if (kept?.state === 'started' && step.changes) return await settle(current, step, kept.at)
    if (!turn.maySend) return
    const found = name === 'appeal' ? undefined : step.find(current)
    if (found !== undefined) return await keep(current, 'done', found)
    await attempt({ ...current, attempt: (kept?.attempt ?? 0) + 1 }, step)
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    await fail(current, step, error)
  }
}
