import type { AnyAction, AnyDefinition } from '../../schemas/meta/defineResource.ts'
import { holds } from '../../schemas/meta/predicate.ts'
import type { Row } from '../table/columns.ts'

/** What a person may do, by permission name; `undefined` while it is not known. */
export type Permissions = readonly string[] | undefined

/** How one action stands towards one record. */
export type Control =
  | { readonly state: 'absent' }
  | { readonly state: 'denied'; readonly reason: string }
  | { readonly state: 'lacking'; readonly reason: string }
  | { readonly state: 'ready' }

/** Why a switch is there and cannot be used. */
const NO_PERMISSION = 'You do not have permission to change this'

/** Whether the person may do it; unknown permissions allow nothing. The gateway decides, this only mirrors it. */
function isPermitted(definition: AnyDefinition, action: AnyAction, permissions: Permissions): boolean {
  const needed = action.permission ?? definition.bindings[action.binding]?.permission
  return needed !== undefined && permissions !== undefined && permissions.includes(needed)
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** How an action stands towards a record: by its state first, then by the person's permission, then by its needs. */
export function controlOf(definition: AnyDefinition, name: string, record: Row, permissions: Permissions): Control {
  const action = definition.actions?.[name]
  if (action === undefined || !holds(action.when, record)) return { state: 'absent' }
  if (!isPermitted(definition, action, permissions)) return { state: 'denied', reason: NO_PERMISSION }
  if (action.needs !== undefined && isMissing(record[action.needs.field])) {
    return { state: 'lacking', reason: action.needs.otherwise }
  }
  return { state: 'ready' }
}

const isRecordAction = (action: AnyAction): boolean => (action.scope ?? 'record') === 'record'

/** Names of the actions that stand with a row's buttons, in the order of the definition. */
export const rowActions = (definition: AnyDefinition): readonly string[] =>
  Object.entries(definition.actions ?? {})
    .filter(([, action]) => isRecordAction(action) && (action.placement ?? 'row') === 'row')
    .map(([name]) => name)

/** Names of all actions on one record, wherever they are placed: what a sheet offers. */
export const recordActions = (definition: AnyDefinition): readonly string[] =>
  Object.entries(definition.actions ?? {})
    .filter(([, action]) => isRecordAction(action))
    .map(([name]) => name)

/** Names of the actions on the list as a whole that the person may use. */
export const listActions = (definition: AnyDefinition, permissions: Permissions): readonly string[] =>
  Object.entries(definition.actions ?? {})
    .filter(([, action]) => !isRecordAction(action) && isPermitted(definition, action, permissions))
    .map(([name]) => name)
