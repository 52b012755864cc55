import { permissionsOf } from '../../../language/registry.ts'
import type { SessionData } from '../../store/sessions.ts'
import type { GatewayContext } from '../gatewayContext.ts'

/** What this member of staff may do here: the permissions of their role that no extension of the console withholds. */
export function grantedPermissions(
  { console: { model, extensions } }: Pick<GatewayContext, 'console'>,
  staff: Pick<SessionData, 'role' | 'userId'>,
): readonly string[] {
  return permissionsOf(model.registry, staff.role).filter((permission) =>
    extensions.every((extension) => extension.grants(permission, staff)),
  )
}
