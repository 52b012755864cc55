import type { ApprovalRow, ApprovalState } from '../../language/approval.ts'
import type { Resource, ResolvedAction } from '../../language/resource.ts'
import { formatValue } from '../format/formatValue.ts'
import { consoleModel } from '../model/consoleModel.ts'

/** The states in words, with the tone of their meaning. */
export const stateTexts: Readonly<Record<ApprovalState, readonly [text: string, tone: string]>> = {
  waiting: ['Waiting', 'needsUs'],
  sending: ['Being sent', 'inFlight'],
  approved: ['Approved', 'done'],
  failed: ['Refused by the service', 'stopped'],
  unknown: ['Outcome unknown', 'stopped'],
  rejected: ['Rejected', 'stopped'],
  withdrawn: ['Withdrawn', 'neutral'],
  expired: ['Expired', 'neutral'],
  cancelled: ['Cancelled', 'neutral'],
}

/** The definition and the action that an approval is about; undefined if this console no longer has it. */
export function declaredIn({
  operation,
}: Pick<ApprovalRow, 'operation'>): { readonly definition: Resource; readonly action: ResolvedAction } | undefined {
  const [resource, name = ''] = operation.split('.')
  const definition = consoleModel().definitions.find((each) => each.name === resource)
  const action = definition?.actions[name]
  return definition === undefined || action === undefined ? undefined : { definition, action }
}

/** What the action is called: by its label, and a form by its own. */
export function actionText(row: Pick<ApprovalRow, 'operation'>): string {
  const { definition, action } = declaredIn(row) ?? {}
  return (definition?.kind === 'form' ? definition.label : action?.label) ?? row.operation
}

/** The actions that a second person approves and that this person may do. */
export const approvable = (
  permissions: readonly string[],
): readonly { readonly value: string; readonly label: string }[] =>
  consoleModel().definitions.flatMap((definition) =>
    Object.entries(definition.actions)
      .filter(([, { secondApprover, permission }]) => secondApprover !== undefined && permissions.includes(permission))
      .map(([name]) => {
        const value = `${definition.name}.${name}`
        const label = actionText({ operation: value })
        return { value, label: definition.kind === 'form' ? label : `${label} · ${definition.label}` }
      }),
  )

/** A moment as lists show it. */
export const timeText = (moment: string | null): string => formatValue('dateTime', moment)
