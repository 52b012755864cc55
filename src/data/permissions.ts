import type { Resource } from '../../language/resource.ts'

/** react-admin's page names that differ from the names of the bindings. */
const bindingNames: Readonly<Record<string, string>> = { show: 'getOne', edit: 'update' }

/**
 * The permission that an action or page of a resource needs. Null if the definition does not declare it; then it is
 * forbidden for everyone.
 */
export const permissionFor = (definitions: readonly Resource[], resource: string, action: string): string | null => {
  const definition = definitions.find(({ name }) => name === resource)
  if (definition === undefined) return null
  const declared = definition.actions[action]
  const binding = definition.bindings[declared?.binding ?? bindingNames[action] ?? action]
  return declared?.permission ?? binding?.permission ?? null
}

/** True if a person with these permissions may send a form. */
export const maySend = (form: Resource, permissions: readonly string[]): boolean => {
  const needed = permissionFor([form], form.name, 'submit')
  return needed !== null && permissions.includes(needed)
}

/** The reason shown for an action that is disabled because this environment cannot serve it. */
export const NOT_CONFIGURED = 'Not configured for this environment'

/**
 * The mark for an operation that is off in this environment. Screens get these marks and the permissions as one list.
 * No permission has this form.
 */
export const notConfiguredMark = (operationId: string): string => `not-configured:${operationId}`

const APPROVALS = 'approvals:'

/** The mark of people who take part in approvals, in the same list, with the hours that a request waits. */
export const approvalsMark = (hours: number): string => `${APPROVALS}${hours}`

/** How long what a person does may wait for a second one; undefined where nothing of it does. */
export function approvalHoursIn(permissions: readonly string[] | undefined): number | undefined {
  const mark = permissions?.find((each) => each.startsWith(APPROVALS))
  return mark === undefined ? undefined : Number(mark.slice(APPROVALS.length))
}

/** The reason shown for an action that is disabled because the same waits for a second person. */
export const WAITING = 'Waiting for approval by another person'

/** The mark for an operation that waits for one record, in the same list. */
export const waitingMark = (operationId: string, recordId: string | number): string =>
  `waiting:${operationId}/${recordId}`
