import { usePermissions } from 'ra-core'
import { needsSecondApprover } from '../../language/secondApprover.ts'
import { approvalHoursIn } from '../data/permissions.ts'
import type { InputValues } from '../inputs/inputValue.ts'
import { Notice } from '../ui/Notice.tsx'
import { acknowledgementOf, inputValues } from './inputs.ts'
import type { ActionFlow } from './useActionFlow.ts'
import type { OpenQuestion } from './useQuestion.ts'

interface ApprovalNoteProps {
  readonly definition: ActionFlow['definition']
  readonly question: OpenQuestion
  readonly typed: InputValues
}

/** Says before an action is confirmed that another person has to approve it. Draws nothing where no one has to. */
export const ApprovalNote = ({ definition, question: { action, intent }, typed }: ApprovalNoteProps) => {
  const { permissions } = usePermissions<readonly string[]>()
  const hours = approvalHoursIn(permissions)
  const record = intent.record ?? {}
  // Every match has to be acknowledged before the action can be confirmed.
  const acknowledged = acknowledgementOf(action, record, typed).items.map(({ text }) => text)
  const inputs = definition.form === undefined ? inputValues(action, record, typed) : record
  const submission = { inputs, evidence: { reliedOn: [], acknowledged } }
  if (hours === undefined || !needsSecondApprover(action, submission)) return null
  return (
    <Notice tone="info" role="note">
      {`Another person has to approve this before it is sent. It waits for that for up to ${hours === 1 ? 'an hour' : `${hours} hours`}.`}
    </Notice>
  )
}
