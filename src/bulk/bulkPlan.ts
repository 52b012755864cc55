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

/** The values by which a record does not have an action: 'Approved', or 'State: LENT'. */
const stateText = (definition: ListResource, { when }: ResolvedAction, record: Row): string =>
  fieldsOfPredicate(when)
    .filter((field) => !holds({ [field]: when[field] }, record))
    .map((field) => {
      const value = record[field]
      return typeof value === 'boolean'
        ? statusText(definition, field, value)
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

/** Why the action runs on none of the selected records: 'Not possible: Approved'. `undefined` when it runs on one. */
export function reasonAgainst({ ready, blocked }: BulkPlan): string | undefined {
  if (ready.length > 0) return undefined
  const reasons = [...new Set(blocked.map(({ reason }) => reason))].filter((reason) => reason !== '')
  const isShort = reasons.length > 0 && reasons.length <= MOST_REASONS
  return isShort ? `Not possible: ${reasons.join('; ')}` : 'Not possible for any of the selected records'
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
