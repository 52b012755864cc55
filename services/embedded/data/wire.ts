/** One bank relationship of an account at the clearing firm (spec account-review section 3, 'ach list items'). */
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

/** Money that came in. `amount` is a decimal string in dollars. */
export interface Deposit {
  readonly amount: string
  readonly status: string
  readonly created_at: string
  readonly reason: string | null
}

/** What a customer asked for. The payload is JSON, on some old records as text (D-75). */
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

/** The parts of an account's detail that a named account replaces; what is absent is derived from the seed. */
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

/** The moment that lies `hours` before the first build of the data, in ISO 8601: for cases that a clock runs in. */
export type Ago = (hours: number) => string

/** Whether nobody has decided the request yet: D-67 counts null and `{}` as no answer. */
export function isUndecided({ status, response_data: answer }: CustomerRequest): boolean {
  if (status === 'APPROVED' || status === 'REJECTED') return false
  return answer === null || Object.keys(answer).length === 0
}
