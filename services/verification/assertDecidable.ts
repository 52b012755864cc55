import type { Source } from '../../language/binding.ts'
import { fillPath } from '../../language/template.ts'
import { acknowledgementsOf, APPEAL_WAITS, isAppealed } from '../../schemas/verification/rules.ts'
import { casesIn } from '../../schemas/verification/verification.ts'
import { targetOf } from '../../server/gateway/trail/auditEntries.ts'
import { GatewayError } from '../../server/gateway/errors.ts'
import type { GatewayContext } from '../../server/gateway/gatewayContext.ts'
import type { Operations } from '../../server/gateway/gatewayConsole.ts'
import { AnsweredError, callForJson, type OperationCall } from '../../server/gateway/operations/operationCall.ts'
import { readRequest, type CheckedRequest } from '../../server/gateway/operations/operationRequest.ts'
import type { PreparedOperation } from '../../server/gateway/operations/preparedOperations.ts'
import { recordEvent } from '../../server/gateway/trail/auditTrail.ts'

const isField = (source: Source, field: string): boolean => 'field' in source && source.field === field

/** The text or number that a request gives for the source that is meant; empty where there is none. */
function textFor({ prepared: { operation }, checked }: OperationCall, isMeant: (source: Source) => boolean): string {
  const [name = ''] = Object.entries(operation.body ?? {}).find(([, source]) => isMeant(source)) ?? []
  const value = checked.body?.[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const isReason = (source: Source): boolean => 'input' in source && source.input === 'reason'

const APPEAL = 'accountInvestigations.appeal'

interface Refusal {
  /** What the audit trail says of it. */
  readonly why: string
  readonly failure: () => GatewayError
}

const notAcknowledged: Refusal = {
  why: 'not acknowledged',
  failure: () => new GatewayError('NOT_ACKNOWLEDGED'),
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

/** The call that reads the cases again, as the browser would make it for this account. */
function readingOf(read: PreparedOperation, id: string): CheckedRequest {
  const { operation } = read
  const query = Object.entries(operation.query).flatMap(([name, source]) => (isField(source, 'id') ? [[name, id]] : []))
  const search = new URLSearchParams(query).toString()
  const path = `/api/${operation.service}${fillPath(operation.path, { id })}`
  return readRequest(read, { target: search === '' ? path : `${path}?${search}`, body: undefined })
}

/** Why the call is refused; `undefined` where the case is there, all of its matches are named and no appeal waits. */
async function refusalOf(
  context: GatewayContext,
  call: OperationCall,
  read: PreparedOperation,
): Promise<Refusal | undefined> {
  const { partOf } = call.prepared.operation.definition
  const [carried = ''] = Object.entries(partOf?.carry ?? {}).find(([, field]) => field === 'id') ?? []
  const checked = readingOf(
    read,
    textFor(call, (source) => isField(source, carried)),
  )
  const { body } = await callForJson(context, { ...call, prepared: read, checked }).catch((error: unknown) => {
    throw error instanceof AnsweredError ? error.failure : error
  })
  const caseId = textFor(call, (source) => isField(source, partOf?.key ?? 'id'))
  const found = caseId === '' ? [] : casesIn(body).filter(({ sketchId }) => sketchId === caseId)
  if (found.length === 0) return unknownCase
  if (call.prepared.operation.id === APPEAL && found.some(isAppealed)) return appealWaits
  const [, said = ''] = /\bAcknowledged: (.*)$/s.exec(textFor(call, isReason)) ?? []
  return found.flatMap(acknowledgementsOf).every((text) => said.includes(text)) ? undefined : notAcknowledged
}

/**
 * Lets an action with `acknowledge` pass only when its case is among those that were just read and its reason names
 * every match that the case has (obligation R4): the dialog writes them there, and a direct call gets past neither. A
 * case is not appealed while an appeal of it waits for its answer.
 *
 * @throws GatewayError NOT_ACKNOWLEDGED, WRONG_OWNER or CONFLICT, on record, or as the reading of the cases fails; nothing has been sent then
 */
export async function assertDecidable(
  context: GatewayContext,
  operations: Operations,
  call: OperationCall,
): Promise<void> {
  const { operation } = call.prepared
  const { partOf } = operation.definition
  if (operation.action?.acknowledge === undefined) return
  const read = partOf?.read === undefined ? undefined : operations.get(`${partOf.resource}.${partOf.read}`)
  const refusal = read === undefined ? unknownCase : await refusalOf(context, call, read)
  if (refusal === undefined) return
  const target = targetOf(operation, call.checked, context.store.audit)
  const details = { result: 'refused', why: refusal.why, target }
  await recordEvent(context.store, operation.id, call.staff, details, call.subject)
  throw refusal.failure()
}
