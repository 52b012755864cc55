import { fieldsOfPredicate, holds } from './predicate.ts'
import type { ResolvedAction } from './resource.ts'
import { fillTemplate } from './template.ts'

/** Whether the state of a record allows an action. `disabled`: shown, off, with a reason. */
export type Availability =
  { readonly state: 'absent' } | { readonly state: 'disabled'; readonly reason: string } | { readonly state: 'ready' }

/** The availability of an action by the record's state alone: screens show it, and the gateway enforces it. */
export function availabilityOf(action: ResolvedAction, record: Readonly<Record<string, unknown>>): Availability {
  if (!holds(action.when, record)) return { state: 'absent' }
  const blocked = action.blocked.find(({ when }) => holds(when, record))
  return blocked === undefined ? { state: 'ready' } : { state: 'disabled', reason: fillTemplate(blocked.text, record) }
}

/** The fields that decide whether an action is available. */
export const conditionFields = ({ when, blocked }: ResolvedAction): readonly string[] => [
  ...new Set([when, ...blocked.map((each) => each.when)].flatMap(fieldsOfPredicate)),
]
