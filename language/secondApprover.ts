import { type Evidence, REASON } from './evidence.ts'
import type { Input } from './input.ts'
import { VISIBLE } from './plainText.ts'
import type { ResolvedAction, Resource } from './resource.ts'

/** The submissions of an action that a second person has to approve: all, those with acknowledgements, or with inputs. */
export type SecondApprover = true | 'acknowledged' | readonly string[]

interface Submission {
  /** By the names of the action's inputs, or of the form's fields. */
  readonly inputs: Readonly<Record<string, unknown>>
  readonly evidence?: Evidence | undefined
}

/** True when a second person has to approve this submission, as the definition says. */
export function needsSecondApprover(
  action: Pick<ResolvedAction, 'secondApprover'> | undefined,
  { inputs, evidence }: Submission,
): boolean {
  const marked = action?.secondApprover
  if (marked === undefined) return false
  if (marked === true) return true
  if (marked === 'acknowledged') return (evidence?.acknowledged.length ?? 0) > 0
  return marked.some((name) => (inputs[name] ?? '') !== '')
}

/** What an action asks: its inputs, or the fields of its form. */
export const askedOf = ({ form }: Pick<Resource, 'form'>, { input }: ResolvedAction): Readonly<Record<string, Input>> =>
  form?.fields ?? input

/** What a request for approval asks where its action asks for no reason. */
export const approvalReason = {
  label: 'Reason',
  schema: { type: 'string', minLength: 3, maxLength: 500, pattern: VISIBLE },
  control: 'lines',
  required: 'Please enter reason!',
  hint: 'For the person who decides. It is recorded.',
} as const satisfies Input

/** True where a request for approval asks why: the action has no required reason of its own. */
export const asksWhy = (definition: Pick<Resource, 'form'>, action: ResolvedAction): boolean =>
  askedOf(definition, action)[REASON]?.required === undefined
