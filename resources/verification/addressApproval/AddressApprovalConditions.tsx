import { obstaclesIn, type ApprovalCondition } from '../../../schemas/verification/addressApproval.ts'
import { Icon } from '../../../src/ui/Icon.tsx'

/** A mark of its own shape and words beside it: colour alone says nothing. */
export const Mark = ({ tone }: { readonly tone: 'good' | 'bad' | 'open' }) => (
  <span className={`cs-approval-mark cs-approval-mark--${tone}`} aria-hidden="true">
    {tone === 'open' ? '?' : <Icon name={tone === 'good' ? 'check' : 'close'} />}
  </span>
)

const answerOf = (condition: ApprovalCondition) =>
  condition.holds === undefined
    ? ({ tone: 'open', text: obstaclesIn([condition]).length > 0 ? 'Not known' : 'Checked on approval' } as const)
    : condition.holds
      ? ({ tone: 'good', text: 'Met' } as const)
      : ({ tone: 'bad', text: 'Not met' } as const)

/** Each condition with its answer. */
export const ApprovalConditions = ({ conditions }: { readonly conditions: readonly ApprovalCondition[] }) => (
  <ul className="cs-approval-list" aria-label="Conditions">
    {conditions.map((condition) => {
      const { tone, text } = answerOf(condition)
      return (
        <li key={condition.text}>
          <Mark tone={tone} />
          <span>{condition.holds === false ? (condition.found ?? condition.text) : condition.text}</span>
          <span className="cs-approval-answer">{text}</span>
        </li>
      )
    })}
  </ul>
)
