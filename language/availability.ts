import { firstOf } from './orderedInputs.ts'
import { pointerOf, type Values } from './pointer.ts'
import { fieldsOfPredicate, holds, type Predicate } from './predicate.ts'
import type { ResolvedAction } from './resource.ts'
import { fillTemplate } from './template.ts'
import { unreadableAt } from './unreadable.ts'

/** Whether the state of a record allows an action. `disabled`: shown, off, with a reason. */
export type Availability =
  | { readonly state: 'absent' }
  | { readonly state: 'disabled'; readonly reason: string }
  | { readonly state: 'ready' }

const UNREAD: Availability = { state: 'disabled', reason: 'What this depends on could not be read' }

const isUnread = (predicate: Predicate | undefined, record: Values): boolean =>
  fieldsOfPredicate(predicate).some((field) => unreadableAt(record, pointerOf([field])) !== undefined)

/**
 * The availability of an action by the record's state alone: screens show it, and the gateway enforces it. A state that
 * could not be read is none, so it allows nothing. `fill` writes the reason: screens show values as columns do.
 */
export function availabilityOf(action: ResolvedAction, record: Values, fill = fillTemplate): Availability {
  if (!holds(action.when, record)) return { state: 'absent' }
  if ([action.when, ...action.blocked.map(({ when }) => when)].some((each) => isUnread(each, record))) return UNREAD
  const blocked = action.blocked.find(({ when }) => holds(when, record))
  return blocked === undefined ? { state: 'ready' } : { state: 'disabled', reason: fill(blocked.message, record) }
}

/** True for an Edit form. It sends only what differs from the record. */
export const isEdit = ({ isForm, scope }: Pick<ResolvedAction, 'isForm' | 'scope'>): boolean =>
  isForm === true && scope === 'record'

/** The fields of the record that decide which inputs of an Edit form are shown, filled in, and in order. */
const formFields = (action: ResolvedAction): readonly string[] =>
  Object.entries(isEdit(action) ? action.input : {}).flatMap(([name, input]) => {
    const first = firstOf(input)
    const order = first === undefined || !Object.hasOwn(action.input, first) ? [] : [name, first]
    return input.when === undefined ? order : [name, ...order, ...fieldsOfPredicate(input.when)]
  })

/** The fields of the record that decide whether an action is available, and which values it takes. */
export const conditionFields = (action: ResolvedAction): readonly string[] => [
  ...new Set([
    ...[action.when, ...action.blocked.map(({ when }) => when)].flatMap(fieldsOfPredicate),
    ...formFields(action),
  ]),
]
