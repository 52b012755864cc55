import type { ApprovalRow, ApprovalState, ApprovalView } from '../../language/approval.ts'
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

/** What a state means for the record, where it does not say so itself. */
export const endTexts: Readonly<Partial<Record<ApprovalState, string>>> = {
  unknown: 'The service did not confirm it. Check whether it was done before it is requested again.',
  rejected: 'Nothing was sent.',
  withdrawn: 'Nothing was sent.',
  expired: 'No one decided in time. Nothing was sent.',
  cancelled: 'The person who requested it has lost their access. Nothing was sent.',
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

/**
 * How an approval has ended, for the person who requested it: 'Discard Emma: Rejected by Bea Quill: not yet. Nothing was sent.'
 *
 * @param called what the text begins with
 * @param at when it ended, where that is to be said
 */
export function endingText(approval: ApprovalRow, called = approval.title, at = ''): string {
  const { state, decider, comment, message } = approval
  const isDecision = state === 'approved' || state === 'rejected'
  const by = isDecision && decider !== '' ? ` by ${decider}` : ''
  const when = at === '' ? '' : `, ${at}`
  const reason = isDecision ? comment : message
  const why = reason === '' ? '' : `: ${reason.replace(/\.$/, '')}`
  const said = `${called}: ${stateTexts[state][0]}${by}${when}${why}.`
  return [said, endTexts[state] ?? ''].join(' ').trim()
}

interface Approvable {
  /** The operation, and what it is called. */
  readonly value: string
  readonly label: string
  readonly definition: Resource
}

/** The actions that a second person approves and that this person may do. */
export const approvable = (permissions: readonly string[]): readonly Approvable[] =>
  consoleModel().definitions.flatMap((definition) =>
    Object.entries(definition.actions)
      .filter(([, { secondApprover, permission }]) => secondApprover !== undefined && permissions.includes(permission))
      .map(([name]) => {
        const value = `${definition.name}.${name}`
        const label = actionText({ operation: value })
        return { value, label: definition.kind === 'form' ? label : `${label} · ${definition.label}`, definition }
      }),
  )

/** True for a request that the person has taken back. */
export const hasEndedOwn = ({ isOwn, state }: ApprovalRow): boolean => isOwn && state === 'withdrawn'

/** The address of the approvals: of a view, or of one approval in it. */
export const approvalsPath = (view: ApprovalView, id?: string): string =>
  `/approvals?${new URLSearchParams({ view, ...(id === undefined ? {} : { id }) }).toString()}`

/** A moment as lists show it. */
export const timeText = (moment: string | null): string => formatValue('dateTime', moment)
