import { openCases, stepsOf } from '../../../schemas/verification/addressApproval.ts'
import { approvalSteps, type ApprovalRun, type ApprovalStepName } from '../../../schemas/verification/approvalRun.ts'
import type { Verification } from '../../../schemas/verification/verification.ts'

/** What people call each step. */
export const stepLabels: Readonly<Record<ApprovalStepName, string>> = {
  check: 'Check the conditions',
  validate: 'Validate the address',
  upload: 'Upload the evidence',
  save: 'Attach the evidence to the case',
  approve: 'Approve the evidence',
  appeal: 'Appeal the case',
}

const RECORDED = 'Every step is recorded under your name.'

const WHOLE = `The home address goes to the address validator. If it is valid and residential, its answer is uploaded as evidence, approved, and the case is appealed with it. ${RECORDED}`

/** What an approval will do; of one that is past the validator, what is left of it. */
export function consequenceOf(run: ApprovalRun | undefined, verification: Verification): string {
  const steps = run === undefined ? [] : stepsOf(run, openCases(verification))
  const isLeft = (name: ApprovalStepName) => steps.some((step) => step.name === name && step.state !== 'done')
  if (steps.length === 0 || isLeft('check') || isLeft('validate')) return WHOLE
  const left = approvalSteps.filter(isLeft).map((name) => stepLabels[name].toLowerCase())
  const again = isLeft('upload') ? ' The address validator is asked again if its answer is a day old.' : ''
  return `The approval goes on: ${left.join(', then ')}.${again} ${RECORDED}`
}
