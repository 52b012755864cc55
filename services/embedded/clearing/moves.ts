import { fullTransferSteps, partialTransferSteps } from '../data/transferStates.ts'
import { weekdayAfter } from '../data/newYork.ts'
import type { CustomerRequest } from '../data/wire.ts'
import type { FirmTime } from './delays.ts'

/** The answers that staff can give to a customer's request. */
export const decisions = ['APPROVED', 'REJECTED'] as const

/** What a staff member decided about a request; `decidedAt` in milliseconds since 1970. */
export interface Decision {
  readonly action: (typeof decisions)[number]
  readonly comment: string
  readonly decidedAt: number
}

const SETTLEMENT_DAYS = 3
const iso = (time: number): string => new Date(time).toISOString()

/** Reads a payload that may be JSON text; one that cannot be read counts as empty. */
function transferTypeOf({ request_payload: payload }: CustomerRequest): string {
  if (typeof payload !== 'string') return String(payload['transfer_type'])
  return /"transfer_type"\s*:\s*"([A-Z_]+)"/.exec(payload)?.[1] ?? ''
}

function transferAnswer(request: CustomerRequest, { decidedAt }: Decision, { clock, delays }: FirmTime) {
  const steps = transferTypeOf(request).startsWith('PARTIAL') ? partialTransferSteps : fullTransferSteps
  const taken = Math.floor(Math.max(0, clock() - decidedAt) / delays.transferStep)
  const index = Math.min(taken, steps.length - 1)
  return {
    tifId: `tif-${request.id}`,
    acatsControlNumber: `${iso(decidedAt).slice(0, 4)}${String(request.id).padStart(10, '0')}`,
    direction: 'JOINING',
    currentState: steps[index],
    previousState: steps[index - 1] ?? null,
    notes: null,
    expectedSettlementDate: weekdayAfter(iso(decidedAt).slice(0, 10), SETTLEMENT_DAYS),
    stateChangedAt: iso(decidedAt + index * delays.transferStep),
  }
}

/** A request after its decision; an approved transfer is where the clearing firm has brought it by now. */
export function decided(request: CustomerRequest, decision: Decision, time: FirmTime): CustomerRequest {
  const { action, comment, decidedAt } = decision
  const isTransfer = request.request_type === 'TRANSFER_ACCOUNT' && action === 'APPROVED'
  return {
    ...request,
    status: action,
    response_data: isTransfer
      ? transferAnswer(request, decision, time)
      : { action, comment, decidedAt: iso(decidedAt) },
  }
}

/** A close request that staff sent at `sentAt`, as far as the clearing firm has come with it. */
export function closeRequestAt(id: number, sentAt: number, { clock, delays }: FirmTime): CustomerRequest {
  const age = clock() - sentAt
  const status = age >= delays.closeApproved ? 'APPROVED' : age >= delays.closeInProgress ? 'INPROGRESS' : 'SENT'
  return {
    id,
    status,
    request_type: 'CLOSE_ACCOUNT',
    request_payload: {},
    response_data: status === 'APPROVED' ? { action: status, decidedAt: iso(sentAt + delays.closeApproved) } : null,
  }
}
