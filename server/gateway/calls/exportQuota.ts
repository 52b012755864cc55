import { recordEvent, type StaffRequest } from '../audit/auditTrail.ts'
import { failWith, overQuota } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'

/**
 * Counts a file with many records that a person saves, and makes it. A file beyond the quota is refused, on record
 * (S-32); one that could not be made does not count.
 *
 * @throws GatewayError RATE_LIMITED, and what `make` throws
 */
export async function withinExportQuota<T>(
  { store, limits, now, bursts }: GatewayContext,
  staff: StaffRequest,
  operation: string,
  make: () => Promise<T>,
): Promise<T> {
  const { max } = limits.exports
  const claim = await store.exports
    .claim(staff.session.data.userId, limits.exports)
    .catch(failWith('AUDIT_UNAVAILABLE'))
  if (!claim.isWithin) {
    await recordEvent(store, operation, staff, { result: 'refused', why: 'quota' })
    const refusal = `You have saved ${max} files of this kind within a day, and more are not allowed. No file was made.`
    throw overQuota(claim.freeAt - now(), (wait) => `${refusal} The next one is possible in ${wait}.`)
  }
  try {
    return await make()
  } catch (error) {
    // The file remains counted where this fails, which is the safe side.
    await store.exports
      .release(claim.id)
      .catch((left: unknown) => staff.log.error({ err: left }, 'export not taken back'))
    throw error
  } finally {
    void bursts.took(staff)
  }
}
