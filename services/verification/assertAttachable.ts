import { casesIn } from '../../schemas/verification/verification.ts'
import { readSnaps } from '../../schemas/verification/rules.ts'
import { ownSubjectOf } from '../../server/gateway/audit/auditEntries.ts'
import { recordRefusal } from '../../server/gateway/audit/auditTrail.ts'
import type { OperationCall } from '../../server/gateway/calls/operationCall.ts'
import type { Readings } from '../../server/gateway/calls/readings.ts'
import { failWith, GatewayError } from '../../server/gateway/core/errors.ts'
import type { GatewayContext } from '../../server/gateway/core/gatewayContext.ts'
import { inputsIn } from '../../server/gateway/operations/operationRequest.ts'

const SAVE = 'accounts.saveDocuments'
const UPLOAD = 'accounts.uploadDocument'

/** More entries than an account gets between an upload and its saving. */
const LATEST = 500

interface SavedCase {
  readonly sketchId: string
  readonly snapIDs: readonly { readonly id: string }[]
}

/** The documents that were uploaded for the account here, by the clearing firm's ids of them. */
async function uploadedFor({ store }: GatewayContext, account: string): Promise<readonly string[]> {
  const query = { subject: { resource: 'accounts', id: account }, before: undefined, limit: LATEST }
  const entries = await store.audit.history(query).catch(failWith('AUDIT_UNAVAILABLE'))
  return entries.flatMap(({ record, outcome }) =>
    record.operation === UPLOAD && outcome?.reference !== undefined ? [outcome.reference] : [],
  )
}

/** The cases and documents of the account. An upload belongs to it before the clearing firm shows it. */
async function ownIds(context: GatewayContext, readings: Readings, account: string) {
  const [status, detail, uploaded] = await Promise.all([
    readings.masked('accounts.verification', account),
    readings.masked('accounts.getOne', account),
    uploadedFor(context, account),
  ])
  const snaps = readSnaps(detail).map(({ snap_id }) => snap_id)
  return { cases: casesIn(status).map(({ sketchId }) => sketchId), documents: [...snaps, ...uploaded] }
}

/**
 * Allows documents to be attached only to a case of the account, and only those that it has or that were uploaded for it.
 *
 * @throws GatewayError WRONG_OWNER, which is recorded, or a failure of the read; nothing has been sent
 */
export async function assertAttachable(
  context: GatewayContext,
  readings: Readings,
  call: OperationCall,
): Promise<undefined> {
  const { prepared, checked } = call
  const { operation } = prepared
  const account = operation.id === SAVE ? ownSubjectOf(operation, checked)?.id : undefined
  if (account === undefined) return undefined
  // Its form is that of the declared input, against which the request was checked.
  const saved = inputsIn(operation, checked)['data'] as readonly SavedCase[]
  const { cases, documents } = await ownIds(context, readings, account)
  const isOwn = ({ sketchId, snapIDs }: SavedCase): boolean =>
    cases.includes(sketchId) && snapIDs.every(({ id }) => documents.includes(id))
  if (saved.every(isOwn)) return undefined
  const why = 'other documents'
  await recordRefusal(context.store, { ...call, operation }, { why })
  throw new GatewayError('WRONG_OWNER', {
    why,
    message: 'A document or a case is not one of this account. Nothing was sent. Load the account again.',
  })
}
