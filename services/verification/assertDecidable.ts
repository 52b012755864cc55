import { isDeepStrictEqual } from 'node:util'
import { acknowledgeablesIn, citedIn, takesEvidence, type Evidence } from '../../language/evidence.ts'
import { decisionLists } from '../../schemas/verification/decisionLists.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import { APPEAL_WAITS, isAppealed, readSnaps } from '../../schemas/verification/rules.ts'
import { casesIn } from '../../schemas/verification/verification.ts'
import { fieldsOf } from '../../server/gateway/audit/auditEntries.ts'
import { GatewayError } from '../../server/gateway/core/errors.ts'
import type { GatewayContext } from '../../server/gateway/core/gatewayContext.ts'
import type { OperationCall } from '../../server/gateway/calls/operationCall.ts'
import type { Readings } from '../../server/gateway/calls/readings.ts'
import { inputsIn } from '../../server/gateway/operations/operationRequest.ts'
import { recordRefusal } from '../../server/gateway/audit/auditTrail.ts'

const APPEAL = 'accountInvestigations.appeal'

interface Refusal {
  /** The reason in the audit trail. */
  readonly why: string
  readonly failure: () => GatewayError
}

const notAcknowledged: Refusal = {
  why: 'not acknowledged',
  failure: () =>
    new GatewayError('RULE_BROKEN', {
      publicCode: 'NOT_ACKNOWLEDGED',
      message: 'Every match on a list has to be acknowledged by name first. Nothing was sent.',
    }),
}

const otherDocuments: Refusal = {
  why: 'other documents',
  failure: () =>
    new GatewayError('CONFLICT', {
      message:
        'A document that was chosen is not one of this case, or has changed. Nothing was sent. Load the account again.',
    }),
}

const unknownCase: Refusal = {
  why: 'unknown case',
  failure: () =>
    new GatewayError('WRONG_OWNER', {
      message: 'The account has no such case any more. Nothing was sent. Load the account again.',
    }),
}

const appealWaits: Refusal = {
  why: 'appeal waits',
  failure: () => new GatewayError('CONFLICT', { message: `${APPEAL_WAITS}. Nothing was sent.` }),
}

/** The account's current case of this id, and all of its documents. */
async function readNow(readings: Readings, call: OperationCall, account: string) {
  const [status, detail] = await Promise.all([
    readings.masked('accounts.verification', account),
    readings.masked('accounts.getOne', account),
  ])
  const caseId = fieldsOf(call.prepared.operation, call.checked).get('sketchId') ?? ''
  const cases = caseId === '' ? [] : casesIn(status).filter(({ sketchId }) => sketchId === caseId)
  return { cases, snaps: readSnaps(detail) }
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

const isAppealWaiting = (call: OperationCall, cases: readonly Investigation[]): boolean =>
  call.prepared.operation.id === APPEAL && cases.some(isAppealed)

/** The refusal of the call; `undefined` when it is allowed. */
function refusalOf(call: OperationCall, now: Now): Refusal | undefined {
  if (now.cases.length === 0) return unknownCase
  if (isAppealWaiting(call, now.cases)) return appealWaits
  const { reliedOn, acknowledged } = expectedEvidence(call, now)
  const sent = call.checked.evidence
  if (sent === undefined || !isSame(sent.acknowledged, acknowledged)) return notAcknowledged
  const cited = sent.reliedOn.map(({ value, label }) => ({ value, label }))
  return isSame(cited, reliedOn) ? undefined : otherDocuments
}

/**
 * Allows a decision about a case only when the account still has the case, the evidence names every match of the case
 * (obligation R4) and each document with its shown label (obligation R3), and, for an appeal, no earlier one is
 * unanswered.
 *
 * @throws GatewayError NOT_ACKNOWLEDGED, WRONG_OWNER or CONFLICT, which is recorded, or a failure of the read; nothing
 * has been sent
 */
export async function assertDecidable(context: GatewayContext, readings: Readings, call: OperationCall): Promise<void> {
  const { operation } = call.prepared
  if (operation.resource !== 'accountInvestigations' || !takesEvidence(operation.action)) return
  const account = call.subject?.id
  const refusal = account === undefined ? unknownCase : refusalOf(call, await readNow(readings, call, account))
  if (refusal === undefined) return
  await recordRefusal(context.store, { ...call, operation }, { why: refusal.why })
  throw refusal.failure()
}
