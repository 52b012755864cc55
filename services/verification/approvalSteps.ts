import { valueAt } from '../../language/pointer.ts'
import { UPLOAD_TAG } from '../../schemas/shared/uploads.ts'
import { approvalTexts, evidenceText } from '../../schemas/verification/addressApproval.ts'
import type { ApprovalStepName } from '../../schemas/verification/approvalRun.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import type { Snap } from '../../schemas/verification/rules.ts'
import { type AddressAnswer, alpha2Of, evidenceImage, validateAddress } from './validateAddress.ts'
import { addressDigest, change, keptText, Stop, type StepResult, type StepContext } from './stepContext.ts'
import { GatewayError } from '../../server/gateway/core/errors.ts'
import type { OperationCall } from '../../server/gateway/calls/operationCall.ts'
import { recordEvent } from '../../server/gateway/audit/auditTrail.ts'

export interface Step {
  /** Takes the step. @throws Stop where a person has to decide, GatewayError for a failure */
  take(stepContext: StepContext): Promise<StepResult>
  /**
   * Looks for the result of a step with an unknown outcome in the services' data; `undefined` when there is none.
   *
   * @throws Stop when the step can no longer be taken
   */
  find(stepContext: StepContext): StepResult | undefined
  readonly changes: boolean
}

const nothingToFind = (): undefined => undefined

/** The number of appeals in a case's history. */
export const appealsIn = ({ history }: Investigation): number =>
  history.filter(({ stateChange }) => stateChange === 'APPEALED').length

/** What the validator has said, in words. */
function answerText({ status, rdi }: AddressAnswer): string {
  if (status === 'VALID' && rdi === 'R') return 'VALID, residential'
  return [status, ...(rdi === '' ? [] : [`type ${rdi}`])].join(', ')
}

async function askAbout({ context, staff, theCase, facts }: StepContext): Promise<AddressAnswer> {
  const { homeAddress, sketchId } = theCase
  const country = alpha2Of(homeAddress.country)
  if (country === undefined) throw new Stop('The country of the home address is not known. It needs a manual review.')
  const target = `id=${facts.id}&sketchId=${sketchId}`
  const about = { target, case: sketchId, address: addressDigest(context.store, homeAddress) }
  await recordEvent(context.store, 'accounts.askAddress', staff, { result: 'ok', ...about })
  const answer = await validateAddress(context, staff, homeAddress, country)
  const { status, rdi, ref } = answer
  await recordEvent(context.store, 'accounts.validateAddress', staff, {
    result: 'answered',
    ...about,
    status,
    rdi,
    ref,
    reason: answerText(answer),
  })
  return answer
}

/** The stored answer about this address, while it is fresh (U8). */
export function freshAnswer({ context, book, theCase }: Pick<StepContext, 'context' | 'book' | 'theCase'>) {
  const kept = book.of(theCase.sketchId, 'validate')?.data
  const at = Date.parse(keptText({ book, theCase }, 'validate', '/answer/at'))
  const isSame =
    keptText({ book, theCase }, 'validate', '/address') === addressDigest(context.store, theCase.homeAddress)
  const isFresh = isSame && context.now() - at < context.figures.validationMs
  return isFresh ? (valueAt(kept, '/answer') as AddressAnswer) : undefined
}

/** Final answers of the validator. After any other answer it is asked again. */
const conclusive = ['VALID', 'SUSPECT', 'INVALID', 'RESTRICTED']

const validate: Step = {
  changes: false,
  find: nothingToFind,
  async take(stepContext) {
    const { context, theCase } = stepContext
    const answer = freshAnswer(stepContext) ?? (await askAbout(stepContext))
    const data = { answer, address: addressDigest(context.store, theCase.homeAddress) }
    const { status, rdi } = answer
    if (status === 'VALID' && rdi === 'R') return { message: answerText(answer), data }
    throw new Refused(`The address validator answered ${answerText(answer)}. It needs a manual review.`, {
      data: conclusive.includes(status) ? data : null,
    })
  },
}

export class Refused extends Stop {
  readonly data: unknown
  constructor(message: string, { data }: { readonly data: unknown }) {
    super(message)
    this.data = data
  }
}

async function formOf({ context, facts, theCase, book }: StepContext): Promise<NonNullable<OperationCall['form']>> {
  const answer = freshAnswer({ context, book, theCase })
  if (answer === undefined) throw new Stop('The answer of the address validator is too old.')
  const { productName } = context.config
  const image = evidenceImage({ productName, accountNo: facts.accountNo, sketchId: theCase.sketchId, answer })
  const form = new FormData()
  form.append('tag', UPLOAD_TAG)
  form.append('account', facts.accountNo)
  form.append('file', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'address-validation.png')
  const encoded = new Response(form)
  const bytes = new Uint8Array(await encoded.arrayBuffer())
  return () => ({ contentType: encoded.headers.get('content-type') ?? '', bytes })
}

const upload: Step = {
  changes: true,
  // The clearing firm shows an upload only when it belongs to a case; without a case it has no effect.
  find: nothingToFind,
  async take(stepContext) {
    const { accountNo } = stepContext.facts
    const body = { tag: UPLOAD_TAG, account: accountNo }
    const answer = await change(stepContext, 'accounts.uploadDocument', body, await formOf(stepContext))
    const recordId = valueAt(answer, '/result/record_id')
    const snapId = typeof recordId === 'number' ? String(recordId) : recordId
    if (typeof snapId !== 'string' || snapId === '')
      throw new GatewayError('UPSTREAM_FORMAT', { message: 'The service did not name the uploaded image.' })
    return { message: evidenceText(snapId), data: { snapId } }
  },
}

/** The evidence that was uploaded (D-130). */
function snapIdOf(stepContext: StepContext): string {
  const snapId = keptText(stepContext, 'upload', '/snapId')
  if (snapId === '') throw new Stop('Which document was uploaded as evidence is no longer known. Go on by hand.')
  return snapId
}

function evidenceIn(stepContext: StepContext): Snap | undefined {
  const snapId = snapIdOf(stepContext)
  const found = stepContext.facts.snaps.find(
    ({ snap_id, sketch_id }) => snap_id === snapId && sketch_id === stepContext.theCase.sketchId,
  )
  if (found?.status === 'rejected') throw new Stop(`Document ${snapId} has been rejected. It needs a manual review.`)
  return found
}

const save: Step = {
  changes: true,
  find: (stepContext) => (evidenceIn(stepContext) === undefined ? undefined : { message: null, data: null }),
  async take(stepContext) {
    const { facts, theCase } = stepContext
    const document = { id: snapIdOf(stepContext), type: UPLOAD_TAG, proof: approvalTexts.proof, status: 'uploaded' }
    const data = [{ sketchId: theCase.sketchId, snapIDs: [document] }]
    await change(stepContext, 'accounts.saveDocuments', { apex_account_id: facts.id, data })
    return { message: null, data: null }
  },
}

const approve: Step = {
  changes: true,
  find: (stepContext) => (evidenceIn(stepContext)?.status === 'approved' ? { message: null, data: null } : undefined),
  async take(stepContext) {
    const body = { snapId: snapIdOf(stepContext), comment: approvalTexts.comment, status: 'approved' }
    await change(stepContext, 'accountDocuments.approve', body)
    return { message: null, data: null }
  },
}

const appeal: Step = {
  changes: true,
  find({ book, theCase }) {
    const before = valueAt(book.of(theCase.sketchId, 'appeal')?.data, '/appeals')
    const hasArrived = typeof before === 'number' && appealsIn(theCase) > before
    return hasArrived ? { message: null, data: null } : undefined
  },
  async take(stepContext) {
    const { facts, theCase } = stepContext
    if (evidenceIn(stepContext)?.status !== 'approved')
      throw new Stop('The evidence is not an approved document of the case. It needs a manual review.')
    await change(stepContext, 'accountInvestigations.appeal', {
      apex_account_id: facts.id,
      sketchId: theCase.sketchId,
      text: approvalTexts.appeal,
      cip: { snapIDs: [snapIdOf(stepContext)] },
      action: 'APPEALED',
    })
    return { message: null, data: null }
  },
}

export const steps: Readonly<Record<Exclude<ApprovalStepName, 'check'>, Step>> = {
  validate,
  upload,
  save,
  approve,
  appeal,
}
