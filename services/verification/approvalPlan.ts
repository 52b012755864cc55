import {
  approvalSteps,
  type ApprovalProgress,
  type ApprovalRun,
  type ApprovalStepName,
} from '../../schemas/verification/approvalRun.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import type { ApprovalStep } from './approvals.ts'
import type { ApprovalFacts } from './approvalFacts.ts'

/** The message of a step with an unknown outcome. */
const IN_DOUBT =
  'It is not known whether this arrived. Try again: the console looks for it, and sends it again only if it is not there after a minute.'

export interface NextStep {
  readonly theCase: Investigation
  readonly name: ApprovalStepName
}

export interface StepRecords {
  of(sketchId: string, name: ApprovalStepName): ApprovalStep | undefined
  isDone(sketchId: string, name: ApprovalStepName): boolean
}

export function stepRecords(stored: readonly ApprovalStep[]): StepRecords {
  const of = (sketchId: string, name: ApprovalStepName) =>
    stored.find((step) => step.sketchId === sketchId && step.step === name)
  return { of, isDone: (sketchId, name) => of(sketchId, name)?.state === 'done' }
}

/** The cases of a run: those that are not accepted, and those that the run has completed. */
export const casesIn = ({ verification }: ApprovalFacts, book: StepRecords): readonly Investigation[] =>
  verification.applicants
    .map(({ current }) => current)
    .filter(({ status, sketchId }) => status !== 'ACCEPTED' || book.isDone(sketchId, 'appeal'))

/**
 * The due step, or `undefined` when all are taken. Every case takes a step before any case takes the next one (D-131).
 *
 * @param isValid true when the validator's answer about a case is still valid
 */
export function nextStep(
  cases: readonly Investigation[],
  book: StepRecords,
  isValid: (theCase: Investigation) => boolean,
): NextStep | undefined {
  const isDone = ({ theCase, name }: NextStep): boolean =>
    book.isDone(theCase.sketchId, 'appeal') ||
    (book.isDone(theCase.sketchId, name) && (name !== 'validate' || isValid(theCase)))
  return approvalSteps.flatMap((name) => cases.map((theCase) => ({ theCase, name }))).find((step) => !isDone(step))
}

function progressOf(sketchId: string, name: ApprovalStepName, book: StepRecords): ApprovalProgress {
  const step = book.of(sketchId, name)
  if (step === undefined) return { sketchId, name, state: 'open' }
  const message = step.state === 'started' ? IN_DOUBT : step.message
  return {
    sketchId,
    name,
    state: step.state === 'done' ? 'done' : 'failed',
    ...(message === null ? {} : { message }),
    at: new Date(step.at).toISOString(),
  }
}

/** The progress for the browser: every step of every case, in order. */
export function runOf(cases: readonly Pick<Investigation, 'sketchId'>[], book: StepRecords): ApprovalRun {
  const steps = approvalSteps.flatMap((name) => cases.map(({ sketchId }) => progressOf(sketchId, name, book)))
  return { steps, done: cases.length > 0 && cases.every(({ sketchId }) => book.isDone(sketchId, 'appeal')) }
}
