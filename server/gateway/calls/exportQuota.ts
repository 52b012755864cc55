import { recordEvent, type StaffRequest } from '../audit/auditTrail.ts'
import { failWith, overQuota } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'

const MINUTE_MS = 60_000

function nextText(waitMs: number): string {
  const minutes = Math.max(1, Math.ceil(waitMs / MINUTE_MS))
  const hours = Math.ceil(minutes / 60)
  const time =
    minutes < 60 ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : `${hours} ${hours === 1 ? 'hour' : 'hours'}`
  return `The next one is possible in ${time}.`
}

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
    const waitMs = claim.freeAt - now()
    const refusal = `You have saved ${max} files of this kind within a day, and more are not allowed. No file was made.`
    throw overQuota(waitMs, `${refusal} ${nextText(waitMs)}`)
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
