/** A bank relationship of an account at the clearing firm (spec account-review section 3, 'ach list items'). */
export interface AchEntry {
  readonly id: number
  readonly nickname: string
  readonly bank_account_no: string
  readonly approval_method: string
  readonly ach_id: string
  readonly status: string
  readonly creation_time: string
  readonly reason: string | null
}

/** A deposit. `amount` is a decimal string in dollars. */
export interface Deposit {
  readonly amount: string
  readonly status: string
  readonly created_at: string
  readonly reason: string | null
}

/** A request of a customer. The payload is an object, or JSON text in some old records (D-75). */
export interface CustomerRequest {
  readonly id: number
  readonly status: string
  readonly request_type: string
  readonly request_payload: Readonly<Record<string, unknown>> | string
  readonly response_data: Readonly<Record<string, unknown>> | null
}

/** An uploaded document. */
export interface Snap {
  readonly snap_id: string
  readonly sketch_id: string
  readonly doc_type: string
  readonly proof: string
  readonly status: string
}

/** The parts of an account's detail that a named account replaces; absent parts are derived from the seed. */
export interface DetailOverride {
  /** Members of `account[0]`; `null` leaves the list empty. */
  readonly account?: Readonly<Record<string, unknown>> | null
  /** Members of `joint_user`, for an account that has one. */
  readonly joint?: Readonly<Record<string, unknown>>
  readonly profile?: readonly Readonly<Record<string, unknown>>[]
  readonly bank?: readonly Readonly<Record<string, unknown>>[]
  readonly snaps?: readonly Snap[]
  readonly ach?: readonly AchEntry[]
  readonly deposits?: readonly Deposit[]
  readonly request?: readonly CustomerRequest[]
}

/** The moment `hours` before the first build of the data, in ISO 8601. */
export type Ago = (hours: number) => string

/** True for a request without a decision: null and `{}` count as no answer (D-67). */
export function isUndecided({ status, response_data: answer }: CustomerRequest): boolean {
  if (status === 'APPROVED' || status === 'REJECTED') return false
  return answer === null || Object.keys(answer).length === 0
}

/** Cents as the clearing firm writes dollars: a string with two decimals and no separators. */
export const money = (cents: number): string => (cents / 100).toFixed(2)

/** A moment (milliseconds since 1970) in ISO 8601 in UTC, with whole seconds. */
export const utcSeconds = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`

/** The id of an identity case: one UUID per applicant, the same at every derivation. */
export function sketchIdOf(accountId: number, applicant: 0 | 1): string {
  const number = accountId === 4107 ? 1 : accountId
  return `5f0c1d6e-${String(applicant + 1).padStart(4, '0')}-4a2b-9c3d-${String(number).padStart(12, '0')}`
}

/** A close request with the given status; the final statuses carry the clearing firm's answer. */
export function closeRequest(id: number, status: string, decidedAt = '2026-03-01T15:00:00.000Z'): CustomerRequest {
  const isFinal = status === 'APPROVED' || status === 'REJECTED'
  return {
    id,
    status,
    request_type: 'CLOSE_ACCOUNT',
    request_payload: {},
    response_data: isFinal ? { action: status, comment: 'Answered by the clearing firm', decidedAt } : null,
  }
}
