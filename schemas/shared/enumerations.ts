import type { ToneTable } from '../../language/registry.ts'

/** Words in the services' constants that keep their capitals: `SSN_CARD` becomes 'SSN card'. */
export const abbreviations = ['ACH', 'CDD', 'CIP', 'ID', 'IRA', 'IRS', 'ITIN', 'RIA', 'SSA', 'SSN', 'W2'] as const

/** The types of asset in a trade line, in the services' words. The back office calls the type a vehicle (section 3). */
export const VEHICLES = ['EQUITY', 'ETF', 'MUTUAL_FUND', 'TREASURY', 'CRYPTO', 'CASH'] as const

/** Tones by enumeration (X2). Statuses without a dot follow account review, section 4. */
export const tones = {
  account: {
    COMPLETE: ['done', 'plain'],
    ACTION_REQUIRED: 'needsUs',
    SUBMIT_FAILED: 'needsUs',
    SUSPENDED: ['stopped', 'plain'],
    REJECTED: 'stopped',
    CANCELED: 'stopped',
    ERROR: 'stopped',
    RESTRICTED: 'stopped',
    CLOSED: 'stopped',
    NEW: 'inFlight',
    PENDING: 'inFlight',
    INVESTIGATION_SUBMITTED: 'inFlight',
    READY_FOR_BACK_OFFICE: 'inFlight',
    BACK_OFFICE: 'inFlight',
    ACCOUNT_SETUP: 'inFlight',
  },
  request: {
    REQUESTED: 'needsUs',
    PENDING: 'inFlight',
    SENT: 'inFlight',
    INPROGRESS: 'inFlight',
    APPROVED: 'done',
    REJECTED: 'stopped',
  },
  ach: {
    QUEUED: 'inFlight',
    PENDING: 'inFlight',
    APPROVED: 'done',
    REJECTED: 'stopped',
    RETURNED: 'stopped',
    CANCELED: 'stopped',
    CANCELLED: 'stopped',
  },
  cashTransfer: {
    QUEUED: 'inFlight',
    APPROVAL_PENDING: 'inFlight',
    PENDING: 'inFlight',
    PENDING_PRINTING: 'inFlight',
    APPROVED: 'inFlight',
    SENT_TO_BANK: 'inFlight',
    FUNDS_POSTED: 'done',
    COMPLETE: 'done',
    REJECTED: 'stopped',
    RETURNED: 'stopped',
    CANCELED: 'stopped',
    CANCELLED: 'stopped',
    VOID: 'stopped',
    STOP_PAYMENT: 'stopped',
  },
  trade: {
    QUEUED: 'inFlight',
    SHARES_TO_BOOK: 'inFlight',
    SHARES_BOOKED: 'inFlight',
    COMPLETE: 'done',
    NO_SHARES: 'stopped',
    REJECTED: 'stopped',
    REJECTED_FOR_EXECUTION: 'stopped',
    CANCEL: 'stopped',
    CANCELED: 'stopped',
    CANCELLED: 'stopped',
  },
  investigation: {
    ACCEPTED: 'done',
    REJECTED: 'stopped',
    INDETERMINATE: 'needsUs',
    PENDING: 'inFlight',
    APPEALED: 'inFlight',
  },
  brokerageOrder: {
    success: 'done',
    pending: 'inFlight',
    failed: 'stopped',
    rejected: 'stopped',
    cancelled: 'stopped',
  },
  document: { uploaded: 'needsUs', approved: 'done', rejected: 'stopped' },
} as const satisfies Readonly<Record<string, ToneTable>>

export type ToneTableName = keyof typeof tones

/** A status in a tone table. Conditions of a field with these tones take no other one; elsewhere `satisfies` says it. */
export type Status<T extends ToneTableName> = keyof (typeof tones)[T]

/**
 * A status that was read, empty where there is none. Services may send others (X2), which are shown as they are; code
 * asks for those of the table alone, so that the compiler finds a misspelt one.
 */
export type ReadStatus<T extends ToneTableName> = Status<T> | ''

/** The statuses in a tone table, for choices. Other statuses may exist. */
export const statusesOf = (table: ToneTableName): readonly string[] => Object.keys(tones[table])
