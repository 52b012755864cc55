import { permissionsOf } from '../../../language/registry.ts'
import { registry } from '../../../schemas/console.ts'
import type { Config } from '../../config.ts'
import type { SessionData } from '../../store/sessions.ts'

/**
 * What this member of staff may do here: the permissions of their role, of which the automatic address approval is
 * kept for those whom the configuration names (D-124, U6).
 */
export function grantedPermissions(
  { autoApprovalStaffIds }: Pick<Config, 'autoApprovalStaffIds'>,
  { role, userId }: Pick<SessionData, 'role' | 'userId'>,
): readonly string[] {
  const held = permissionsOf(registry, role)
  return autoApprovalStaffIds.includes(userId)
    ? held
    : held.filter((permission) => permission !== 'verification.autoApprove')
}
