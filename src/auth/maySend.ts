import type { Resource } from '../../language/resource.ts'
import { permissionFor } from './permissionFor.ts'

/** Whether somebody with these permissions may send a form. */
export const maySend = (form: Resource, permissions: readonly string[]): boolean => {
  const needed = permissionFor([form], form.name, 'submit')
  return needed !== null && permissions.includes(needed)
}
