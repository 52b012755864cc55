import { fieldsOfPredicate, holds } from '../../language/predicate.ts'
import type { ListResource, ResolvedAction } from '../../language/resource.ts'
import { titleOf, wordsOf } from '../actions/recordChange.ts'
import { statusText, type Row } from '../model/columns.ts'
import { controlOf, type Permissions } from '../model/controlOf.ts'
import { recordName } from '../model/rowModel.ts'

/** The selected records that an action runs on, and those that it does not run on, each with the reason. */
export interface BulkPlan {
  readonly ready: readonly Row[]
  readonly blocked: readonly { readonly record: Row; readonly reason: string }[]
}

/** 'Approved' for a yes-or-no value, or 'Already approved' where the action would only give what the record has. */
function flagText(definition: ListResource, { body }: ResolvedAction, field: string, value: boolean): string {
  const text = statusText(definition, field, value)
  return value && body[field] === true ? `Already ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text
}

/** The values by which a record does not have an action: 'Already approved', or 'State: LENT'. */
const stateText = (definition: ListResource, action: ResolvedAction, record: Row): string =>
  fieldsOfPredicate(action.when)
    .filter((field) => !holds({ [field]: action.when[field] }, record))
    .map((field) => {
      const value = record[field]
      return typeof value === 'boolean'
        ? flagText(definition, action, field, value)
        : `${titleOf(definition, field)}: ${wordsOf(definition, field, value)}`
    })
    .join(', ')

/** Sorts the selected records by whether the action may run on them, as far as the list knows. The gateway decides. */
export function bulkPlanOf(
  definition: ListResource,
  name: string,
  records: readonly Row[],
  permissions: Permissions,
): BulkPlan {
  const action = definition.actions[name]
  const all = records.map((record) => ({ record, control: controlOf(definition, name, record, permissions) }))
  return {
    ready: all.filter(({ control }) => control.state === 'ready').map(({ record }) => record),
    blocked: all.flatMap(({ record, control }) => {
      if (control.state === 'ready') return []
      const reason = control.state === 'absent' ? action && stateText(definition, action, record) : control.reason
      return [{ record, reason: reason ?? '' }]
    }),
  }
}

const MOST_REASONS = 2

/** Which of the selected records: the one by its name, or 'all 3', or '2 of 3'. */
function whichOf(definition: ListResource, [first, ...others]: readonly Row[], total: number): string {
  const count = others.length + 1
  if (first !== undefined && count === 1) return recordName(definition, first)
  return count === total ? `all ${total}` : `${count} of ${total}`
}

/**
 * Why the action runs on none of the selected records: 'Already approved (ZZ77)', or 'State: LENT (2 of 3); Dune stays in the
 * house (Dune)'. `undefined` when it runs on one.
 */
export function reasonAgainst(definition: ListResource, { ready, blocked }: BulkPlan): string | undefined {
  if (ready.length > 0) return undefined
  const reasons = [...Map.groupBy(blocked, ({ reason }) => reason)].filter(([reason]) => reason !== '')
  if (reasons.length === 0 || reasons.length > MOST_REASONS) return 'Not possible for any of the selected records'
  const records = (items: BulkPlan['blocked']) => items.map(({ record }) => record)
  return reasons
    .map(([reason, items]) => `${reason} (${whichOf(definition, records(items), blocked.length)})`)
    .join('; ')
}

/** What the action does to how many records: 'Approve 12 books', or the one by its name. */
export const bulkTitle = (
  definition: ListResource,
  { label, bulk }: ResolvedAction,
  records: readonly Row[],
): string => {
  const [first] = records
  return first !== undefined && records.length === 1
    ? `${label} ${recordName(definition, first)}`
    : `${label} ${records.length} ${bulk ?? 'records'}`
}
