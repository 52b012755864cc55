import type { Resource } from './resource.ts'

/** True for an action that removes its record: by the binding `delete`, or by DELETE at the record's own address. */
export function isRemoval({ actions, bindings }: Resource, name: string): boolean {
  const action = actions[name]
  if (action?.scope !== 'record') return false
  const own = bindings['getOne']?.call.replace(/^GET /, 'DELETE ')
  return action.binding === 'delete' || (own !== undefined && bindings[action.binding]?.call === own)
}
