import type { FromSchema } from 'json-schema-to-ts'
import { SSN_TYPED } from '../../../language/input.ts'
import { ssnsIn } from '../../../language/pii.ts'
import { plainText } from '../../../language/plainText.ts'
import { redact } from '../../../language/redact.ts'
import { findingLabels, type Settlement, settlementBody, settlementReason } from '../../../language/settlement.ts'
import type { AuditActor, AuditEvent, OutcomeSettled } from '../../store/auditRecord.ts'
import type { AuditEntry } from '../../store/auditSearch.ts'
import { type AuditSettlement, settlingOperation } from '../../store/auditSettlements.ts'
import type { SessionData } from '../../store/sessions.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { inputReader } from '../core/readInput.ts'
import { staffNames } from '../core/staffNames.ts'
import { eventOf, recordEvent, type StaffRequest } from './auditTrail.ts'

type Body = FromSchema<typeof settlementBody>

const readBody = inputReader<Body>(settlementBody)

/**
 * Reads the body of a settlement; what looks like personal data in its reason is not kept.
 *
 * @throws GatewayError BAD_REQUEST with the problem, never a value; RULE_BROKEN for a social security number
 */
export function settlementOf(input: unknown): Body {
  const { finding, reason: typed } = readBody(input)
  const reason = plainText(typed)
  if (reason.length < settlementReason.least)
    throw new GatewayError('BAD_REQUEST', {
      message: `The reason has at least ${settlementReason.least} characters that one sees: say how you know.`,
    })
  if (ssnsIn(reason).length > 0)
    throw new GatewayError('RULE_BROKEN', { message: SSN_TYPED, fields: { reason: SSN_TYPED } })
  return { finding, reason: redact(reason) }
}

/** A settlement as people read it. */
export const settlementView = ({ seq, ts, actor, finding, reason }: AuditSettlement): Settlement => ({
  seq,
  at: new Date(ts).toISOString(),
  by: actor.email,
  finding,
  reason: redact(reason),
})

/** True where the person made the change, or requested what someone else approved. */
function isOwnChange({ record }: Pick<AuditEntry, 'record'>, { userId, email }: SessionData): boolean {
  const isOwn = (person: AuditActor | null | undefined): boolean =>
    person?.userId === userId || person?.email.toLowerCase() === email.toLowerCase()
  return isOwn(record.actor) || (record.phase === 'intent' && isOwn(record.approval?.requestedBy))
}

/** The event about the record of an entry. Its target has what names a record without a subject. */
function eventAbout(
  { record }: AuditEntry,
  staff: StaffRequest,
  details: Readonly<Record<string, unknown>>,
): AuditEvent {
  const target = record.phase === 'intent' ? record.target : record.details['target']
  return eventOf(settlingOperation(record.operation), staff, { ...details, target: target ?? null }, record.subject)
}

const isBy = ({ actor }: AuditSettlement, { session }: StaffRequest): boolean => actor.userId === session.data.userId

/** True where this person has sent the same again because no answer came. */
const isRepeated = (earlier: AuditSettlement, staff: StaffRequest, { finding, reason }: Body): boolean =>
  isBy(earlier, staff) && earlier.finding === finding && earlier.reason === reason

/** The refusal of what was settled otherwise before. */
async function settledBefore(
  context: GatewayContext,
  staff: StaffRequest,
  earlier: AuditSettlement,
  reason: { readonly why: string },
): Promise<GatewayError> {
  const who = isBy(earlier, staff) ? 'You have' : `${(await staffNames(context))(earlier.actor)} has`
  const { reason: given } = settlementView(earlier)
  return new GatewayError('CONFLICT', {
    ...reason,
    message: `${who} settled this before: “${findingLabels[earlier.finding]}. ${given}” What you entered was not recorded.`,
  })
}

/**
 * Records how an entry with an unknown outcome was settled, once.
 *
 * @throws GatewayError OWN_REQUEST, or CONFLICT where it was settled otherwise before, on record; CONFLICT where nothing is unknown
 */
export async function settleOutcome(
  context: GatewayContext,
  staff: StaffRequest,
  seq: number,
  body: Body,
): Promise<Settlement> {
  const { audit } = context.store
  const unreadable = failWith('AUDIT_UNAVAILABLE')
  const entry = await audit.unknown(seq).catch(unreadable)
  if (entry === undefined)
    throw new GatewayError('CONFLICT', {
      why: 'not unknown',
      message: 'This has no unknown outcome, so there is nothing to settle.',
    })
  const about = { entry: seq, action: entry.record.operation }
  const refused = async (why: string) => {
    const { operation, details, subject } = eventAbout(entry, staff, { result: 'refused', why, ...about })
    await recordEvent(context.store, operation, staff, details, subject)
    return { why }
  }
  if (isOwnChange(entry, staff.session.data)) {
    throw new GatewayError('OWN_REQUEST', {
      ...(await refused('own change')),
      message: 'You made this change or requested it, so another person has to settle it.',
    })
  }
  const details: OutcomeSettled = { result: 'ok', ...about, ...body }
  const { settlement, isEarlier } = await audit.settle(eventAbout(entry, staff, { ...details })).catch(unreadable)
  if (!isEarlier || isRepeated(settlement, staff, body)) return settlementView(settlement)
  throw await settledBefore(context, staff, settlement, await refused('settled before'))
}
