import type { GatewayContext, StaffRequest } from '../gatewayContext.ts'
import { recordEvent } from '../trail/auditTrail.ts'

/** Why a session ended, as the audit trail says it. */
type Ending = 'upstream refused the staff token' | 'no longer staff'

/** Ends the session, once however many requests find out at the same moment, and records it. */
export async function endSession({ store }: GatewayContext, staff: StaffRequest, why: Ending): Promise<void> {
  if (!(await store.sessions.end(staff.session.id))) return
  // The session is over whether or not that can be recorded; the failure itself has been logged.
  await recordEvent(store, 'auth.sessionEnded', staff, { why }).catch(() => undefined)
}
