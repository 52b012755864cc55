import type { FastifyRequest } from 'fastify'
import { recordEvent, type StaffRequest } from '../audit/auditTrail.ts'
import { forbidden, type GatewayContext, grantedPermissions } from '../core/gatewayContext.ts'
import { frameworkPermissions } from '../../../language/registry.ts'
import { staffOf } from './sessionGuard.ts'

/** Whether this member of staff has the permission that they are about to use; the use is noted for access reviews. */
export async function isPermitted(context: GatewayContext, staff: StaffRequest, permission: string): Promise<boolean> {
  const { data } = staff.session
  if (!grantedPermissions(context, data).includes(permission)) return false
  // A review lacks this use then; the work goes on.
  await context.uses.note(data.userId, permission).catch((error: unknown) => {
    staff.log.warn({ err: error }, 'use of a permission not noted')
  })
  return true
}

/** Refuses people without a permission that a route needs, on record. */
export async function assertPermitted(
  context: GatewayContext,
  request: FastifyRequest,
  permission: string | undefined,
  operation: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<StaffRequest> {
  const staff = staffOf(request)
  if (permission !== undefined && (await isPermitted(context, staff, permission))) return staff
  await recordEvent(context.store, operation, staff, { result: 'refused', ...details })
  throw forbidden(context, permission)
}

/** Refuses people who may not see everyone's access and sessions, on record. */
export const assertAdministrator = (context: GatewayContext, request: FastifyRequest, operation: string) =>
  assertPermitted(context, request, frameworkPermissions.administer, operation)

/** Refuses people who may not read the audit trail, on record. */
export const assertAuditReader = (
  context: GatewayContext,
  request: FastifyRequest,
  operation: string,
  details?: Readonly<Record<string, unknown>>,
) => assertPermitted(context, request, frameworkPermissions.readAudit, operation, details)
