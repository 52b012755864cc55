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

const CONTACT = 'contact:'

/** The mark of who gives permissions here, in the list of permissions. No permission has this form. */
export const contactMark = (contact: string): string => `${CONTACT}${contact}`

/** The permissions, one of which is missing. */
export const neededText = (needed: readonly string[]): string =>
  `You need ${needed.length > 1 ? 'one of the permissions' : 'the permission'} ${needed.join(', ')}.`

export const askText = (contact = 'an administrator'): string => `Ask ${contact}.`

/** Says which permission is missing, and who to ask for it. */
export const missingText = (needed: readonly string[], permissions: readonly string[]): string =>
  `${neededText(needed)} ${askText(permissions.find((each) => each.startsWith(CONTACT))?.slice(CONTACT.length))}`

/** The reason shown for an action that is disabled because this environment cannot serve it. */
export const NOT_CONFIGURED = 'Not configured for this environment'

/**
 * The mark for an operation that is off in this environment. Screens get these marks and the permissions as one list.
 * No permission has this form.
 */
export const notConfiguredMark = (operationId: string): string => `not-configured:${operationId}`

/** Why a person cannot make a call that reads a resource; undefined when nothing speaks against it. */
export function hindranceOf(
  { name, label, bindings }: Resource,
  binding: string | undefined,
  permissions: readonly string[] = [],
): string | undefined {
  const permission = bindings[binding ?? '']?.permission
  if (permission === undefined || !permissions.includes(permission)) {
    const missing = permission === undefined ? '' : ` ${missingText([permission], permissions)}`
    return `You do not have permission to see ${label}.${missing}`
  }
  return permissions.includes(notConfiguredMark(`${name}.${binding ?? ''}`)) ? NOT_CONFIGURED : undefined
}

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

/** The reason shown while a request for the same waits that can no longer be approved. */
export const IMPOSSIBLE = 'Requested, but not possible: the request has to be withdrawn or rejected first'

/** The reason shown for an action that may wait for a second person, until it is known what does. */
export const WAITING_UNREAD = 'Still reading what waits for approval'

/** The mark of a page that has not read yet what waits, in the same list. */
export const waitingUnreadMark = 'waiting-unread'

/** The mark for an operation that waits for one record, in the same list. */
export const waitingMark = (operationId: string, recordId: string | number): string =>
  `waiting:${operationId}/${recordId}`

/** The mark for an operation whose waiting request for one record can no longer be approved, in the same list. */
export const impossibleMark = (operationId: string, recordId: string | number): string =>
  `impossible:${operationId}/${recordId}`
