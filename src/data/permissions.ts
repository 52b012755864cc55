import type { Resource } from '../../language/resource.ts'

/** react-admin's names of pages, where they differ from the names of bindings. */
const bindingNames: Readonly<Record<string, string>> = { show: 'getOne', edit: 'update' }

/**
 * The permission that an action or page of a resource needs. Null when the definition declares no such thing:
 * nobody may then do it.
 */
export const permissionFor = (definitions: readonly Resource[], resource: string, action: string): string | null => {
  const definition = definitions.find(({ name }) => name === resource)
  if (definition === undefined) return null
  const declared = definition.actions[action]
  const binding = definition.bindings[declared?.binding ?? bindingNames[action] ?? action]
  return declared?.permission ?? binding?.permission ?? null
}

/** Whether somebody with these permissions may send a form. */
export const maySend = (form: Resource, permissions: readonly string[]): boolean => {
  const needed = permissionFor([form], form.name, 'submit')
  return needed !== null && permissions.includes(needed)
}

/** Why an action that this environment cannot serve is there and cannot be used. */
export const NOT_CONFIGURED = 'Not configured for this environment'

/**
 * How an operation that is off stands among what a person may do: screens are given both as one list. No permission is
 * written this way.
 */
export const notConfiguredMark = (operationId: string): string => `not-configured:${operationId}`
