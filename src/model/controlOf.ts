import type { ResolvedAction, Resource } from '../../language/resource.ts'
import { availabilityOf, type Availability } from '../../language/availability.ts'
import { filledText, type Row } from './columns.ts'
import {
  missingText,
  NOT_CONFIGURED,
  notConfiguredMark,
  IMPOSSIBLE,
  impossibleMark,
  WAITING,
  WAITING_UNREAD,
  waitingMark,
  waitingUnreadMark,
} from '../data/permissions.ts'

/** A person's permissions by name, and marks of what is off here or waits (`useGrants`); `undefined` while unknown. */
export type Permissions = readonly string[] | undefined

/** The state of one action for one record and one person. */
export type Control = Availability | { readonly state: 'denied'; readonly reason: string }

/**
 * True when the person has the permission. Unknown permissions allow nothing. The gateway decides; this only mirrors
 * it.
 */
const isPermitted = ({ permission }: ResolvedAction, permissions: Permissions): boolean =>
  permissions?.includes(permission) === true

/** The missing permission, for a control that is visible but off. Undefined if the person has it. */
export const missingPermission = (action: ResolvedAction | undefined, permissions: Permissions): string | undefined =>
  action === undefined || isPermitted(action, permissions)
    ? undefined
    : missingText([action.permission], permissions ?? [])

/**
 * The state of an action for a record. Five things decide, in this order: the record's state, the person's permission,
 * whether this environment can serve the action, whether the same waits for a second person, and what blocks it.
 */
export function controlOf(definition: Resource, name: string, record: Row, permissions: Permissions): Control {
  const action = definition.actions[name]
  if (action === undefined) return { state: 'absent' }
  const possible = availabilityOf(action, record, filledText(definition))
  if (possible.state === 'absent') return possible
  const missing = missingPermission(action, permissions)
  if (missing !== undefined) return { state: 'denied', reason: missing }
  const operation = `${definition.name}.${name}`
  if (permissions?.includes(notConfiguredMark(operation)) === true) return { state: 'disabled', reason: NOT_CONFIGURED }
  if (action.secondApprover === undefined || permissions === undefined) return possible
  if (permissions.includes(waitingMark(operation, record.id))) return { state: 'disabled', reason: WAITING }
  if (permissions.includes(impossibleMark(operation, record.id))) return { state: 'disabled', reason: IMPOSSIBLE }
  const isUnread = possible.state === 'ready' && permissions.includes(waitingUnreadMark)
  return isUnread ? { state: 'disabled', reason: WAITING_UNREAD } : possible
}

const isRecordAction = (action: ResolvedAction): boolean => action.scope === 'record'

/** Names of the actions among a row's buttons, in the order of the definition. */
export const rowActions = (definition: Resource): readonly string[] =>
  Object.entries(definition.actions)
    .filter(([, action]) => isRecordAction(action) && action.placement === 'row')
    .map(([name]) => name)

/** True when the person may do at least one of the actions. Unknown permissions count as yes. */
export const mayDoAny = (definition: Resource, names: readonly string[], permissions: Permissions): boolean =>
  permissions === undefined ||
  names.some((name) => {
    const action = definition.actions[name]
    return action !== undefined && isPermitted(action, permissions)
  })

/** Names of the actions in the list's columns: their buttons and both actions of a switch. */
const columnActions = ({ list }: Resource): readonly string[] =>
  (list?.columns ?? []).flatMap(({ actions, toggle }) =>
    toggle === undefined ? actions : [...actions, toggle.on, toggle.off],
  )

/**
 * Names of all record actions that the list offers in any place. The sheet offers these. Actions that only the record's
 * page offers are not included.
 */
export const recordActions = (definition: Resource): readonly string[] => {
  const placed = new Set([...rowActions(definition), ...columnActions(definition)])
  return Object.keys(definition.actions).filter((name) => placed.has(name))
}

/** Names of the actions that the person may run on several selected records. */
export const bulkActions = (definition: Resource, permissions: Permissions): readonly string[] =>
  Object.entries(definition.actions)
    .filter(([, action]) => action.bulk !== undefined && isPermitted(action, permissions))
    .map(([name]) => name)

/** Names of the actions on the whole list that the person may use. */
export const listActions = (definition: Resource, permissions: Permissions): readonly string[] =>
  Object.entries(definition.actions)
    .filter(([, action]) => !isRecordAction(action) && isPermitted(action, permissions))
    .map(([name]) => name)
