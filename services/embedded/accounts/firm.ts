import { fullTransferSteps, partialTransferSteps } from '../data/statuses.ts'
import { weekdayAfter } from '../data/times.ts'
import type { CustomerRequest } from '../data/wire.ts'
import type { Status } from '../../../schemas/shared/enumerations.ts'

/** How long the clearing firm takes, in milliseconds. */
export interface Delays {
  /** From sending a close request until it is INPROGRESS. */
  readonly closeInProgress: number
  /** From sending a close request until it is APPROVED and the account CLOSED. */
  readonly closeApproved: number
  /** Between two states of an approved transfer. */
  readonly transferStep: number
  /** From an appeal of a case until the answer. */
  readonly appealDecision: number
  /** From accepting or rejecting a case until it takes effect. */
  readonly caseDecision: number
}

/** Slow enough that every state can be seen on a screen. */
export const defaultDelays: Delays = {
  closeInProgress: 6_000,
  closeApproved: 18_000,
  transferStep: 20_000,
  appealDecision: 6_000,
  caseDecision: 3_000,
}

/** The clock of the clearing firm, in milliseconds since 1970, and its delays. */
export interface FirmTime {
  readonly clock: () => number
  readonly delays: Delays
}

export const decisions = ['APPROVED', 'REJECTED'] as const satisfies Status<'request'>[]

/** A decision about a request; `decidedAt` in milliseconds since 1970. */
export interface Decision {
  readonly action: (typeof decisions)[number]
  readonly comment: string
  readonly decidedAt: number
}

const SETTLEMENT_DAYS = 3
const iso = (time: number): string => new Date(time).toISOString()

/** The payload may be JSON text; an unreadable one counts as empty. */
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

/** A request after its decision. An approved transfer advances with time. */
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

/** A close request that staff sent at `sentAt`, in its current state. */
export function closeRequestAt(id: number, sentAt: number, { clock, delays }: FirmTime): CustomerRequest {
  const age = clock() - sentAt
  const status: Status<'request'> =
    age >= delays.closeApproved ? 'APPROVED' : age >= delays.closeInProgress ? 'INPROGRESS' : 'SENT'
  return {
    id,
    status,
    request_type: 'CLOSE_ACCOUNT',
    request_payload: {},
    response_data: status === 'APPROVED' ? { action: status, decidedAt: iso(sentAt + delays.closeApproved) } : null,
  }
}
