import {
  approvalSteps,
  type ApprovalProgress,
  type ApprovalRun,
  type ApprovalStepName,
} from '../../schemas/verification/addressApproval.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import type { ApprovalStep } from './approvals.ts'
import type { ApprovalFacts } from './approvalFacts.ts'

/** What is said of a step that may or may not have happened. */
const IN_DOUBT = 'It is not known whether this arrived. Try again: the console looks first.'

/** One step of one case that is to be taken. */
export interface NextStep {
  readonly theCase: Investigation
  readonly name: ApprovalStepName
}

/** The steps that have been taken, by case and name. */
export interface StepRecords {
  of(sketchId: string, name: ApprovalStepName): ApprovalStep | undefined
  isDone(sketchId: string, name: ApprovalStepName): boolean
}

/** Opens what is stored of an account for reading. */
export function stepRecords(stored: readonly ApprovalStep[]): StepRecords {
  const of = (sketchId: string, name: ApprovalStepName) =>
    stored.find((step) => step.sketchId === sketchId && step.step === name)
  return { of, isDone: (sketchId, name) => of(sketchId, name)?.state === 'done' }
}

/** The cases a run is about: those that are not accepted, and those that it has brought to their end. */
export const casesIn = ({ verification }: ApprovalFacts, book: StepRecords): readonly Investigation[] =>
  verification.applicants
    .map(({ current }) => current)
    .filter(({ status, sketchId }) => status !== 'ACCEPTED' || book.isDone(sketchId, 'appeal'))

/**
 * The step that is due, or `undefined` when nothing is left. Every case takes a step before any of them takes the
 * next (D-131).
 *
 * @param isValid whether the validator's answer about a case can still be gone by
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

/** What the browser is told: every step of every case, in the order in which they are taken. */
export function runOf(cases: readonly Pick<Investigation, 'sketchId'>[], book: StepRecords): ApprovalRun {
  const steps = approvalSteps.flatMap((name) => cases.map(({ sketchId }) => progressOf(sketchId, name, book)))
  return { steps, done: cases.length > 0 && cases.every(({ sketchId }) => book.isDone(sketchId, 'appeal')) }
}
