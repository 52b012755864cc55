import type { Status, ToneTableName } from '../../../schemas/shared/enumerations.ts'

/** Statuses of a table of tones as SQL has them: `status IN (${sqlStatus<'account'>('ERROR', 'REJECTED')})`. */
export const sqlStatus = <T extends ToneTableName>(...statuses: readonly Status<T>[]): string =>
  statuses.map((status) => `'${String(status)}'`).join(', ')

/** A status of a few rows that no list of statuses names. The console shows it as raw text. */
export const UNKNOWN_STATUS = 'ENHANCED_DUE_DILIGENCE'

/** What an account's status can be. */
export type AccountStatus = Status<'account'> | typeof UNKNOWN_STATUS | '' | null

export const unknownStatusPositions: ReadonlySet<number> = new Set([44, 88, 133, 214, 290])

/** Statuses of an account request with their share of all rows in percent; null and '' are the rows the console hides. */
const statusShares: readonly (readonly [status: AccountStatus, percent: number])[] = [
  ['COMPLETE', 70.2],
  ['SUSPENDED', 4.5],
  ['ACTION_REQUIRED', 4],
  ['SUBMIT_FAILED', 1.6],
  ['PENDING', 3],
  ['INVESTIGATION_SUBMITTED', 3],
  ['READY_FOR_BACK_OFFICE', 1.6],
  ['BACK_OFFICE', 1.5],
  ['ACCOUNT_SETUP', 1.6],
  ['REJECTED', 2.4],
  ['CANCELED', 2],
  ['ERROR', 0.8],
  ['NEW', 1],
  ['RESTRICTED', 0.6],
  ['CLOSED', 1.4],
  ['', 0.4],
  [null, 0.4],
]

export const knownStatuses: readonly string[] = statusShares.flatMap(([status]) => (status ? [status] : []))

export function statusAt(draw: number): AccountStatus {
  let rest = draw * 100
  for (const [status, percent] of statusShares) {
    rest -= percent
    if (rest < 0) return status
  }
  return 'COMPLETE'
}

export const transferStates: readonly string[] = (
  'UNDEFINED INITIATE_REQUEST REQUEST PARTIAL_REQUEST REQUEST_ADJUST REQUEST_ADJUST_PAST REQUEST_PAST ' +
  'REQUEST_REJECT REQUEST_500 REVIEW REVIEW_ADJUST_DELIVERER REVIEW_ERROR REVIEW_ACCELERATE ' +
  'REVIEW_ADJUST_RECEIVER_ACCELERATE SETTLE_PREP SETTLE_CLOSE TRANSFER_COMPLETE CLOSE_PURGE ' +
  'MEMO_PURGE_PARTIAL_TRANSFER_REQUEST_RECEIVER REJECT SYSTEM_PURGE ERROR'
).split(' ')

/** The steps of a transfer of everything, in order. */
export const fullTransferSteps = ['REQUEST', 'REVIEW', 'SETTLE_PREP', 'SETTLE_CLOSE', 'TRANSFER_COMPLETE'] as const

/** The steps of a transfer of named assets, in order. */
export const partialTransferSteps = ['PARTIAL_REQUEST', 'REVIEW', 'SETTLE_CLOSE', 'TRANSFER_COMPLETE'] as const
