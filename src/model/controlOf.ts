import type { ResolvedAction, Resource } from '../../language/resource.ts'
import { holds } from '../../language/predicate.ts'
import { fillTemplate } from '../../language/template.ts'
import type { Row } from './columns.ts'
import { NOT_CONFIGURED, notConfiguredMark } from '../data/permissions.ts'

/** What a person may do, by permission name, and what is off here (`notConfiguredMark`); `undefined` while unknown. */
export type Permissions = readonly string[] | undefined

/** How one action stands towards one record. `disabled`: it is there, off, and says why. */
export type Control =
  | { readonly state: 'absent' }
  | { readonly state: 'denied'; readonly reason: string }
  | { readonly state: 'disabled'; readonly reason: string }
  | { readonly state: 'ready' }

/** Why a switch is there and cannot be used. */
const NO_PERMISSION = 'You do not have permission to change this'

/** Whether the person may do it; unknown permissions allow nothing. The gateway decides, this only mirrors it. */
const isPermitted = ({ permission }: ResolvedAction, permissions: Permissions): boolean =>
  permissions?.includes(permission) === true

/** How an action stands towards the state of a record, whoever asks: not for it, off with a reason, or possible. */
export function availabilityOf(action: ResolvedAction, record: Row): Exclude<Control, { readonly state: 'denied' }> {
  if (!holds(action.when, record)) return { state: 'absent' }
  const blocked = action.blocked.find(({ when }) => holds(when, record))
  return blocked === undefined ? { state: 'ready' } : { state: 'disabled', reason: fillTemplate(blocked.text, record) }
}

/**
 * How an action stands towards a record: by its state first, then by the person's permission, then by whether this
 * environment can serve it, then by what blocks it.
 */
export function controlOf(definition: Resource, name: string, record: Row, permissions: Permissions): Control {
  const action = definition.actions[name]
  if (action === undefined) return { state: 'absent' }
  const possible = availabilityOf(action, record)
  if (possible.state === 'absent') return possible
  if (!isPermitted(action, permissions)) return { state: 'denied', reason: NO_PERMISSION }
  const isOff = permissions?.includes(notConfiguredMark(`${definition.name}.${name}`)) === true
  return isOff ? { state: 'disabled', reason: NOT_CONFIGURED } : possible
}

const isRecordAction = (action: ResolvedAction): boolean => action.scope === 'record'

/** Names of the actions that stand with a row's buttons, in the order of the definition. */
export const rowActions = (definition: Resource): readonly string[] =>
  Object.entries(definition.actions)
    .filter(([, action]) => isRecordAction(action) && action.placement === 'row')
    .map(([name]) => name)

/** Whether the person may do any of some actions; while nobody knows, it is taken for possible. */
export const mayDoAny = (definition: Resource, names: readonly string[], permissions: Permissions): boolean =>
  permissions === undefined ||
  names.some((name) => {
    const action = definition.actions[name]
    return action !== undefined && isPermitted(action, permissions)
  })

/** Names of the actions that a column of the list places: its buttons and the two of its switch. */
const columnActions = ({ list }: Resource): readonly string[] =>
  (list?.columns ?? []).flatMap(({ actions, toggle }) =>
    toggle === undefined ? actions : [...actions, toggle.on, toggle.off],
  )

/**
 * Names of all actions on one record that its list offers, wherever they are placed: what a sheet offers. Those that
 * only the record's page places are not among them.
 */
export const recordActions = (definition: Resource): readonly string[] => {
  const placed = new Set([...rowActions(definition), ...columnActions(definition)])
  return Object.keys(definition.actions).filter((name) => placed.has(name))
}

/** Names of the actions on the list as a whole that the person may use. */
export const listActions = (definition: Resource, permissions: Permissions): readonly string[] =>
  Object.entries(definition.actions)
    .filter(([, action]) => !isRecordAction(action) && isPermitted(action, permissions))
    .map(([name]) => name)
