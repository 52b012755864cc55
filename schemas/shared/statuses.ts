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
} as const satisfies Readonly<Record<string, Readonly<Record<string, Tone>>>>

/** Statuses drawn without the dot marker: any other status shows one (account review, section 4). */
const withoutDot: Readonly<Record<ToneTable, readonly string[]>> = { account: ['COMPLETE', 'SUSPENDED'] }

/** Name of a table of tones. */
export type ToneTable = keyof typeof tones

/** The tone of a status, neutral if the table does not know it. */
export function toneOf(table: ToneTable, status: string): Tone {
  const known: Readonly<Record<string, Tone>> = tones[table]
  return Object.hasOwn(known, status) ? (known[status] ?? 'neutral') : 'neutral'
}

/** Whether a status carries the dot marker. */
export const hasDot = (table: ToneTable, status: string): boolean => !withoutDot[table].includes(status)
