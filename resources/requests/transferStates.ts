import type { BusinessDays } from './businessDays.ts'

/** How long a state may last before something is due: hours by the clock, or business days. */
export type Deadline = { readonly hours: number } | BusinessDays

export interface TransferState {
  readonly meaning: string
  readonly tone: 'info' | 'inFlight' | 'review' | 'warning' | 'success' | 'bad'
  readonly clock?: Deadline
}

const amendable = { hours: 24 } as const
const answerDue = { days: 1, calendar: 'market' } as const

/**
 * The states of a transfer at the clearing firm (account review, section 4; D-71, D-73). REQUEST: the delivering firm
 * has one business day to answer.
 */
const states: Readonly<Record<string, TransferState>> = {
  UNDEFINED: { meaning: 'Accepted by the interface; it has no NSCC control number yet.', tone: 'info' },
  INITIATE_REQUEST: { meaning: 'A new incoming transfer was created.', tone: 'info' },
  REQUEST: { meaning: 'Submitted to NSCC; the delivering firm has to answer.', tone: 'inFlight', clock: answerDue },
  PARTIAL_REQUEST: {
    meaning: 'A partial transfer was submitted to NSCC; the delivering firm has to answer.',
    tone: 'inFlight',
    clock: answerDue,
  },
  REQUEST_ADJUST: { meaning: 'The other firm submitted an earlier rejected transfer again.', tone: 'inFlight' },
  REQUEST_PAST: {
    meaning: 'The delivering firm did not answer in time. Resubmit it if nothing is done.',
    tone: 'warning',
  },
  REQUEST_ADJUST_PAST: {
    meaning: 'The delivering firm did not answer the adjusted request in time. Resubmit it if nothing is done.',
    tone: 'warning',
  },
  REQUEST_REJECT: {
    meaning: 'Soft reject: the instructions can be amended within 24 hours.',
    tone: 'warning',
    clock: amendable,
  },
  REVIEW: { meaning: 'Both firms review the list of assets.', tone: 'review' },
  REVIEW_ADJUST_DELIVERER: {
    meaning: 'The delivering firm changed the list of assets; both firms review it.',
    tone: 'review',
  },
  REVIEW_ERROR: {
    meaning: "The delivering firm's list of assets has an error: 24 hours to mend it, or the request is past.",
    tone: 'warning',
    clock: amendable,
  },
  REVIEW_ACCELERATE: { meaning: 'The receiving firm accelerated it: settlement is one day sooner.', tone: 'review' },
  REVIEW_ADJUST_RECEIVER_ACCELERATE: {
    meaning: 'The receiving firm adjusted and accelerated it: settlement is reduced by one day.',
    tone: 'review',
  },
  SETTLE_PREP: { meaning: 'The day before settlement: nothing can be changed any more.', tone: 'info' },
  SETTLE_CLOSE: { meaning: 'Settled; the assets were delivered.', tone: 'success' },
  TRANSFER_COMPLETE: { meaning: 'Settled and visible to the client.', tone: 'success' },
  CLOSE_PURGE: { meaning: 'The delivering firm did not respond to the full transfer: resubmit it.', tone: 'bad' },
  MEMO_PURGE_PARTIAL_TRANSFER_REQUEST_RECEIVER: {
    meaning: 'The delivering firm did not respond to the partial transfer: resubmit it.',
    tone: 'bad',
  },
  REJECT: { meaning: 'Processing has stopped: the ACATS desk must contact the other firm.', tone: 'bad' },
  SYSTEM_PURGE: { meaning: 'NSCC removes the transfer: resubmit it.', tone: 'bad' },
  ERROR: { meaning: 'There is a problem at NSCC: contact the ACATS desk.', tone: 'bad' },
  REQUEST_500: { meaning: "The clearing firm's server has a problem: contact the clearing firm.", tone: 'bad' },
}

/** The meaning of a state; `undefined` for one missing from this table, which is shown raw (X2). */
export const transferState = (state: string): TransferState | undefined =>
  Object.hasOwn(states, state) ? states[state] : undefined

/** States in which both firms review the assets: accept and reject are shown but do nothing here (D-72). */
export const isUnderReview = (state: string): boolean => state === 'REVIEW' || state.startsWith('REVIEW_')
