/** Every state that a transfer between firms can be in, as the clearing firm names it. */
export const transferStates = [
  'UNDEFINED',
  'INITIATE_REQUEST',
  'REQUEST',
  'PARTIAL_REQUEST',
  'REQUEST_ADJUST',
  'REQUEST_ADJUST_PAST',
  'REQUEST_PAST',
  'REQUEST_REJECT',
  'REQUEST_500',
  'REVIEW',
  'REVIEW_ADJUST_DELIVERER',
  'REVIEW_ERROR',
  'REVIEW_ACCELERATE',
  'REVIEW_ADJUST_RECEIVER_ACCELERATE',
  'SETTLE_PREP',
  'SETTLE_CLOSE',
  'TRANSFER_COMPLETE',
  'CLOSE_PURGE',
  'MEMO_PURGE_PARTIAL_TRANSFER_REQUEST_RECEIVER',
  'REJECT',
  'SYSTEM_PURGE',
  'ERROR',
] as const

/** The steps of a transfer of everything, in order. */
export const fullTransferSteps = ['REQUEST', 'REVIEW', 'SETTLE_PREP', 'SETTLE_CLOSE', 'TRANSFER_COMPLETE'] as const

/** The steps of a transfer of named assets, in order. */
export const partialTransferSteps = ['PARTIAL_REQUEST', 'REVIEW', 'SETTLE_CLOSE', 'TRANSFER_COMPLETE'] as const
