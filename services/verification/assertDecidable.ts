import type { Status } from '../../schemas/shared/enumerations.ts'
import { isDeepStrictEqual } from 'node:util'
import { acknowledgeablesIn, type Choice, citedIn, takesEvidence, type Evidence } from '../../language/evidence.ts'
import { valueAt, type Values } from '../../language/pointer.ts'
import { areSameDocuments, changedDocuments, decisionLists } from '../../schemas/verification/decisionLists.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import { APPEAL_WAITS, isAppealed, readSnaps, sentSince } from '../../schemas/verification/rules.ts'
import { applicantNamePlaces, casesIn, readVerification } from '../../schemas/verification/verification.ts'
import { fieldsOf } from '../../server/gateway/audit/auditEntries.ts'
import { GatewayError } from '../../server/gateway/core/errors.ts'
import type { GatewayContext } from '../../server/gateway/core/gatewayContext.ts'
import type { OperationCall } from '../../server/gateway/calls/operationCall.ts'
import type { Reviewed } from '../../server/gateway/calls/admit.ts'
import type { Readings } from '../../server/gateway/calls/readings.ts'
import { inputsIn } from '../../server/gateway/operations/operationRequest.ts'
import { recordRefusal } from '../../server/gateway/audit/auditTrail.ts'

const APPEAL = 'accountInvestigations.appeal'

/** Why a decision is refused. */
interface Refusal {
  /** The reason in the audit trail. */
  readonly why: string
  readonly code: 'RULE_BROKEN' | 'CONFLICT' | 'WRONG_OWNER'
  readonly publicCode?: string
  readonly message: string
  /** Why the same can't be approved once it waits for a second person. */
  readonly waiting: string
}

const notAcknowledged: Refusal = {
  why: 'not acknowledged',
  code: 'RULE_BROKEN',
  publicCode: 'NOT_ACKNOWLEDGED',
  message: 'Every match on a list has to be acknowledged by name first. Nothing was sent.',
  waiting: 'The matches to acknowledge have changed since the request',
}

const otherDocuments: Refusal = {
  why: 'other documents',
  code: 'CONFLICT',
  message:
    'A document that was chosen is not one of this case, or has changed. Nothing was sent. Load the account again.',
  waiting: 'A document that this relies on can no longer be named',
}

const unknownCase: Refusal = {
  why: 'unknown case',
  code: 'WRONG_OWNER',
  message: 'The account has no such case any more. Nothing was sent. Load the account again.',
  waiting: 'The account no longer has this case',
}

const appealWaits: Refusal = {
  why: 'appeal waits',
  code: 'CONFLICT',
  message: `${APPEAL_WAITS}. Nothing was sent.`,
  waiting: APPEAL_WAITS,
}

const sentWords: Readonly<Record<string, string>> = {
  ACCEPTED: 'approved',
  REJECTED: 'rejected',
  APPEALED: 'appealed',
} satisfies Partial<Record<Status<'investigation'>, string>>

/** The refusal of a request whose case was decided otherwise since, while the clearing firm answers as before (D-121). */
function sentOtherwise(state: string): Refusal {
  const waiting = `The case has been ${sentWords[state] ?? state} since the request`
  return { why: 'sent since', code: 'CONFLICT', message: `${waiting}. Nothing was sent.`, waiting }
}

/** Refusals after which the same decision can be requested on what there is now. */
const repeatable: readonly Refusal[] = [notAcknowledged, otherDocuments]

/** Why a waiting decision can't be approved, and what to do. @param what how that is */
function problemOf(refusal: Refusal, what: string): string {
  const remedy = repeatable.includes(refusal)
    ? 'Once this request is rejected or withdrawn, it can be made again.'
    : 'It can only be rejected or withdrawn.'
  return `${what}, so it can’t be approved. ${remedy}`
}

/** The name of a case's applicant: its own, else the one that the account's detail has for them. Empty where there is none. */
function nameIn(verification: unknown, detail: unknown, caseId: string): string {
  const { applicants } = readVerification(verification)
  const at = applicants.findIndex(({ current }) => current.sketchId === caseId)
  const own = applicants[at]?.current.applicant ?? ''
  if (own !== '' || applicants.length < 2) return own
  const parts = (applicantNamePlaces[at] ?? []).map((place) => valueAt(detail, place))
  return parts.filter((part) => typeof part === 'string').join(' ')
}

/** The account's current case of this id with the name of its applicant, and all of its documents. */
async function readNow(readings: Readings, call: OperationCall, account: string) {
  const [status, detail] = await Promise.all([
    readings.shown.answer('accounts.verification', account),
    readings.masked('accounts.getOne', account),
  ])
  const caseId = fieldsOf(call.prepared.operation, call.checked).get('sketchId') ?? ''
  const cases = caseId === '' ? [] : casesIn(status).filter(({ sketchId }) => sketchId === caseId)
  return { cases, name: nameIn(status, detail, caseId), snaps: readSnaps(detail) }
}

type Now = Awaited<ReturnType<typeof readNow>>

/** The evidence that the call must have, according to the current cases and documents. */
function expectedEvidence({ prepared: { operation }, checked }: OperationCall, { cases, snaps }: Now): Evidence {
  const { action } = operation
  if (action === undefined) return { reliedOn: [], acknowledged: [] }
  const record = decisionLists(cases, snaps)
  const listed = action.acknowledge === undefined ? [] : (acknowledgeablesIn(action.acknowledge, record) ?? [])
  return {
    reliedOn: citedIn(action, record, inputsIn(operation, checked)),
    acknowledged: listed.map(({ text }) => text),
  }
}

const inOrder = (items: readonly unknown[]): readonly string[] => items.map((item) => JSON.stringify(item)).toSorted()

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  isDeepStrictEqual(inOrder(one), inOrder(other))

const idsOf = (choices: readonly Choice[]): readonly string[] => choices.map(({ value }) => value)

const isAppealWaiting = (call: OperationCall, cases: readonly Investigation[]): boolean =>
  call.prepared.operation.id === APPEAL && cases.some(isAppealed)

/** The refusal of the call; `undefined` when it is allowed. */
function refusalOf(call: OperationCall, now: Now): Refusal | undefined {
  if (now.cases.length === 0) return unknownCase
  if (isAppealWaiting(call, now.cases)) return appealWaits
  const since = call.request && now.cases.flatMap((each) => sentSince(each, call.request?.seen) ?? [])[0]
  if (since !== undefined) return sentOtherwise(since)
  const { reliedOn, acknowledged } = expectedEvidence(call, now)
  const sent = call.checked.evidence
  if (sent === undefined || !isSame(sent.acknowledged, acknowledged)) return notAcknowledged
  const cited = sent.reliedOn.map(({ value, label }) => ({ value, label }))
  if (call.request === undefined) return isSame(cited, reliedOn) ? undefined : otherDocuments
  // The first person named the documents as they were. Their states may have changed since, not the documents.
  const isOffered = isSame(idsOf(cited), idsOf(reliedOn)) && areSameDocuments(cited, now.snaps)
  return isOffered ? undefined : otherDocuments
}

const changesIn = ({ checked }: OperationCall, { cases, snaps }: Now): readonly string[] =>
  changedDocuments(checked.evidence?.reliedOn ?? [], cases, snaps)

function failureOf(call: OperationCall, now: Now | undefined, refusal: Refusal): GatewayError {
  const { code, publicCode, waiting, why } = refusal
  if (call.request === undefined) return new GatewayError(code, { publicCode, message: refusal.message, why })
  const changes = now === undefined ? [] : changesIn(call, now)
  const what = changes.length === 0 ? waiting : `${waiting} (${changes.join('; ')})`
  return new GatewayError(code, { publicCode, message: `${problemOf(refusal, what)} Nothing was sent.`, why })
}

/** True for a decision that names documents or has matches acknowledged. */
const isDecision = ({ prepared: { operation } }: OperationCall): boolean =>
  operation.resource === 'accountInvestigations' && takesEvidence(operation.action)

/** Says of a decision that waits for a second person what has changed in its documents, and why it would be refused. */
export async function reviewDecision(readings: Readings, call: OperationCall): Promise<Reviewed> {
  if (!isDecision(call) || call.subject === undefined) return { changes: [], problem: '' }
  const now = await readNow(readings, call, call.subject.id)
  const refusal = refusalOf(call, now)
  return {
    changes: changesIn(call, now),
    problem: refusal === undefined ? '' : problemOf(refusal, refusal.waiting),
  }
}

/**
 * Allows a decision about a case only when the account still has the case, the evidence names every match of the case
 * (obligation R4) and each document with its shown label (obligation R3), and, for an appeal, no earlier one is
 * unanswered. A decision that a second person approves keeps the labels that the first one saw.
 *
 * @returns the name of the applicant, where the case has it: the account's is that of the first one
 * @throws GatewayError NOT_ACKNOWLEDGED, WRONG_OWNER or CONFLICT, which is recorded, or a failure of the read; nothing
 * has been sent
 */
export async function assertDecidable(
  context: GatewayContext,
  readings: Readings,
  call: OperationCall,
): Promise<Values | undefined> {
  if (!isDecision(call)) return undefined
  const account = call.subject?.id
  const now = account === undefined ? undefined : await readNow(readings, call, account)
  const refusal = now === undefined ? unknownCase : refusalOf(call, now)
  const { name = '' } = now ?? {}
  if (refusal === undefined) return name === '' ? undefined : { name }
  await recordRefusal(context.store, { ...call, operation: call.prepared.operation }, { why: refusal.why })
  throw failureOf(call, now, refusal)
}
