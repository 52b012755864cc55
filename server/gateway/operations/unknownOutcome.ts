import type { Operation } from '../../../language/operations.ts'
import type { IdempotencyClaim } from '../../store/idempotency.ts'
import { GatewayError } from '../errors.ts'

/**
 * Whether the same wish is asked about while it is in doubt (decision 19). What came of an action shows in its record;
 * a form has nothing to look at, and may be typed again by somebody who has forgotten, or does not know.
 */
export const isRepeatGuarded = ({ definition }: Operation): boolean => definition.kind === 'form'

const MINUTE_MS = 60_000

function agoText(ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS)
  if (minutes < 1) return 'less than a minute ago'
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
  const hours = Math.floor(minutes / 60)
  return hours === 1 ? '1 hour ago' : `${hours} hours ago`
}

/** The refusal of a wish that was sent before. @param userId of who has it now */
export function unknownOutcomeError(
  claim: Extract<IdempotencyClaim, { state: 'unknown-outcome' }>,
  userId: number,
): GatewayError {
  const who = claim.userId === userId ? 'by you' : 'by somebody else'
  const before = `The same request was sent ${agoText(claim.ageMs)} ${who}`
  return claim.unknownOutcome === 'untold'
    ? new GatewayError('SENT_BEFORE', { message: `${before}, and it was done. Nothing was sent now.` })
    : new GatewayError('IN_DOUBT', {
        message: `${before}, and nobody knows whether it was done. Nothing was sent now: check first.`,
      })
}
