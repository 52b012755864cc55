import type { StaffRequest } from '../audit/auditTrail.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import type { AuditSubject } from '../../store/auditRecord.ts'
import { isLostTo } from '../../store/claims.ts'

/** Puts a refusal on record, with why. */
type RecordRefused = (details: { readonly why: string }) => Promise<void>

/**
 * Refuses work on a record that a colleague has from this person, who may not know it yet: taken over, or claimed once the
 * person's claim had ended.
 *
 * @throws GatewayError RECORD_CLAIMED, which is recorded; nothing has been sent
 */
export async function assertNotLost(
  { store, now }: Pick<GatewayContext, 'store' | 'now'>,
  { session }: Pick<StaffRequest, 'session'>,
  about: AuditSubject,
  recordRefused: RecordRefused,
): Promise<void> {
  const claim = await store.claims.find(about).catch(failWith('STORE_UNAVAILABLE'))
  if (claim === undefined || claim.expiresAt <= now() || !isLostTo(claim, session.data.userId)) return
  const people = await store.access.list().catch(failWith('STORE_UNAVAILABLE'))
  const name = people.find((person) => person.userId === claim.userId)?.name ?? 'A colleague'
  const isTaken = claim.way === 'taken'
  const why = isTaken ? 'taken over' : 'claim ended'
  await recordRefused({ why })
  throw new GatewayError('RECORD_CLAIMED', {
    why,
    message: isTaken
      ? `${name} took this record over from you. Nothing was sent. Agree with them, or take it over again.`
      : `Your claim had ended, and ${name} has claimed this record. Nothing was sent. Agree with them, or take it over.`,
  })
}
