import type { Resource } from '../../language/resource.ts'
import { asksWhy, needsSecondApprover } from '../../language/secondApprover.ts'
import { approvalHoursIn } from '../data/permissions.ts'
import type { InputValues } from '../inputs/inputValue.ts'
import { acknowledgementOf, inputValues } from './inputs.ts'
import type { OpenQuestion } from './useQuestion.ts'

export const APPROVAL_REASON = ':approvalReason'

export interface ApprovalRequest {
  /** How long it waits. */
  readonly hours: number
  /** True if it asks why, because its action does not. */
  readonly asksWhy: boolean
}

/** The request for approval that a question makes with the typed values; `undefined` where no one has to approve it. */
export function approvalRequestOf(
  definition: Resource,
  { action, intent }: OpenQuestion,
  { typed, permissions }: { readonly typed: InputValues; readonly permissions: readonly string[] | undefined },
): ApprovalRequest | undefined {
  const record = intent.record ?? {}
  const hours = approvalHoursIn(permissions)
  // Every match has to be acknowledged before the action can be confirmed.
  const acknowledged = acknowledgementOf(action, record, typed).items.map(({ text }) => text)
  const inputs = definition.form === undefined ? inputValues(action, record, typed) : record
  const submission = { inputs, evidence: { reliedOn: [], acknowledged } }
  if (hours === undefined || !needsSecondApprover(action, submission)) return undefined
  return { hours, asksWhy: asksWhy(definition, action) }
}
