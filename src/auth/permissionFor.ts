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
