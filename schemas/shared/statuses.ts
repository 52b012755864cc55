/** What a status means to the person reading it: colour follows meaning, never the other way round. */
export type Tone = 'done' | 'needsUs' | 'inFlight' | 'stopped' | 'neutral'

/** Tones by table and status. Every server enumeration is open: an unknown status is neutral, with its raw text (X2). */
const tones = {
  account: {
    COMPLETE: 'done',
    ACTION_REQUIRED: 'needsUs',
    SUBMIT_FAILED: 'needsUs',
    SUSPENDED: 'stopped',
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
} as const satisfies Readonly<Record<string, Readonly<Record<string, Tone>>>>

/** Statuses drawn without the dot marker: any other status shows one (account review, section 4). */
const withoutDot: Readonly<Partial<Record<ToneTable, readonly string[]>>> = { account: ['COMPLETE', 'SUSPENDED'] }

/** Name of a table of tones. */
export type ToneTable = keyof typeof tones

/** The tone of a status, whatever its case (D-68); neutral if the table does not know it. */
export function toneOf(table: ToneTable, status: string): Tone {
  const known: Readonly<Record<string, Tone>> = tones[table]
  const spelling = [status, status.toUpperCase(), status.toLowerCase()].find((text) => Object.hasOwn(known, text))
  return (spelling === undefined ? undefined : known[spelling]) ?? 'neutral'
}

/** The statuses that a table knows, for choices; others may exist. */
export const statusesOf = (table: ToneTable): readonly string[] => Object.keys(tones[table])

/** Whether a status carries the dot marker. */
export const hasDot = (table: ToneTable, status: string): boolean => withoutDot[table]?.includes(status) !== true
