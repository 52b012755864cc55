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

/** Quick enough to be watched, slow enough to be seen. */
export const defaultDelays: Delays = {
  closeInProgress: 6_000,
  closeApproved: 18_000,
  transferStep: 20_000,
  appealDecision: 6_000,
  caseDecision: 3_000,
}

/** The firm's sense of time: the moment now, in milliseconds since 1970, and how long its work takes. */
export interface FirmTime {
  readonly clock: () => number
  readonly delays: Delays
}
