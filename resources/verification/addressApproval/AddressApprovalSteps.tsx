import { obstaclesIn, type ApprovalCondition } from '../../../schemas/verification/addressApproval.ts'
import { Icon } from '../../../src/ui/Icon.tsx'
import type { ApprovalProgress, ApprovalRun } from '../../../schemas/verification/approvalRun.ts'
import type { Verification } from '../../../schemas/verification/verification.ts'
import { formatValue } from '../../../src/format/formatValue.ts'
import { Spinner } from '../../../src/ui/Button.tsx'
import { stepLabels } from './approvalText.ts'

const looks = {
  good: { color: 'cs-success', shape: <Icon name="check" /> },
  bad: { color: 'cs-danger', shape: <Icon name="close" /> },
  open: { color: 'cs-muted', shape: <span className="cs-address-approval-open" /> },
  unknown: { color: 'cs-muted', shape: '?' },
} as const

/** A distinct shape with text next to it, because color alone says nothing. */
const Mark = ({ tone }: { readonly tone: keyof typeof looks }) => (
  <span className={`cs-address-approval-mark ${looks[tone].color}`} aria-hidden="true">
    {looks[tone].shape}
  </span>
)

function answerOf(condition: ApprovalCondition) {
  if (condition.holds === true) return { tone: 'good', text: 'Met' } as const
  if (condition.holds === false) return { tone: 'bad', text: 'Not met' } as const
  return obstaclesIn([condition]).length > 0
    ? ({ tone: 'unknown', text: 'Not known' } as const)
    : ({ tone: 'open', text: 'Checked on approval' } as const)
}

export const ApprovalConditions = ({ conditions }: { readonly conditions: readonly ApprovalCondition[] }) => (
  <ul className="cs-address-approval-list" aria-label="Conditions">
    {conditions.map((condition) => {
      const { tone, text } = answerOf(condition)
      return (
        <li key={condition.text}>
          <Mark tone={tone} />
          <span>{condition.holds === false ? (condition.found ?? condition.text) : condition.text}</span>
          <span className="cs-meta cs-address-approval-answer">{text}</span>
        </li>
      )
    })}
  </ul>
)

const words = { done: 'Done', failed: 'Stopped', open: 'Not started', busy: 'Under way' } as const
const tones = { done: 'good', failed: 'bad', open: 'open' } as const

interface StepProps {
  readonly step: ApprovalProgress
  readonly isUnderWay: boolean
  /** The applicant's name when there are several. */
  readonly whose: string
}

const Step = ({ step: { name, state, message, at }, isUnderWay, whose }: StepProps) => (
  <li>
    {isUnderWay ? <Spinner /> : <Mark tone={tones[state]} />}
    <div>
      {stepLabels[name]}
      {whose}
      {message !== undefined && !isUnderWay && <p className="cs-meta">{message}</p>}
    </div>
    <span className="cs-meta cs-address-approval-answer">
      {words[isUnderWay ? 'busy' : state]}
      {at !== undefined && !isUnderWay && <time dateTime={at}>{formatValue('dateTime', at)}</time>}
    </span>
  </li>
)

interface ApprovalStepsProps {
  readonly run: ApprovalRun
  readonly isUnderWay: boolean
  readonly verification: Verification
}

const headlineOf = ({ done, steps }: ApprovalRun, isUnderWay: boolean): string => {
  if (done) return 'The address is approved and the case appealed. The clearing firm answers by itself.'
  const step = steps.find(({ state }) => state !== 'done')
  if (step === undefined) return ''
  return isUnderWay ? `Under way: ${stepLabels[step.name]}` : `Stopped at: ${stepLabels[step.name]}`
}

/** The progress of an approval, step by step, in a polite live region while it runs. */
export const ApprovalSteps = ({ run, isUnderWay, verification }: ApprovalStepsProps) => {
  const isSeveral = new Set(run.steps.map(({ sketchId }) => sketchId)).size > 1
  const whoseIs = (sketchId: string): string => {
    const found = verification.applicants.find(({ current }) => current.sketchId === sketchId)?.current
    return isSeveral ? ` (${found?.applicant || sketchId})` : ''
  }
  const due = run.steps.findIndex(({ state }) => state !== 'done')
  return (
    <>
      <output>{headlineOf(run, isUnderWay)}</output>
      <ol className="cs-address-approval-list" aria-label="Steps">
        {run.steps.map((step, index) => (
          <Step
            key={`${step.sketchId} ${step.name}`}
            step={step}
            isUnderWay={isUnderWay && index === due}
            whose={whoseIs(step.sketchId)}
          />
        ))}
      </ol>
    </>
  )
}
