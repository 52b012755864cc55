/** How an entry of the audit trail ended; `open` while its outcome is not recorded. */
export const auditResults = ['ok', 'refused', 'failed', 'unknown', 'open'] as const

/** One of the results. */
export type AuditResult = (typeof auditResults)[number]

/**
 * Instead of the whole trail: what people did, without what pages asked to count or to show the trail itself; readings (with
 * what the trail has of them, such as exports); or the trail and readings.
 */
export const auditShows = ['done', 'reads', 'all'] as const

/** Which entries of the trail: all conditions together. Times are UTC milliseconds. */
export interface AuditFilterBody {
  /** An e-mail address or a user id. */
  readonly person?: string | undefined
  readonly record?: { readonly resource: string; readonly id: string } | undefined
  /** `{resource}.{action}` */
  readonly operation?: string | undefined
  readonly result?: AuditResult | undefined
  /** Absent: the trail. */
  readonly show?: (typeof auditShows)[number] | undefined
  readonly from?: number | undefined
  /** Exclusive. */
  readonly to?: number | undefined
}

/** One entry in the list of the trail. */
export interface AuditLine {
  readonly seq: number
  /** Set for a reading, which is no record of the trail: shown, read ahead without being shown, or a search. */
  readonly reading?: 'shown' | 'ahead' | 'search'
  /** UTC milliseconds. */
  readonly at: number
  /** The e-mail address; empty where no one was signed in. */
  readonly person: string
  readonly isAutomation: boolean
  readonly operation: string
  readonly label: string
  /** What it was done to: `books/4108`, or the values that name it; may be empty. */
  readonly target: string
  readonly reason: string
  readonly result: AuditResult
}

/** Entries, newest first. */
export interface AuditPage {
  readonly lines: readonly AuditLine[]
  /** How many match, counted up to `most`. */
  readonly count: number
  readonly most: number
  /** For the next, older page; null after the last. */
  readonly next: number | null
  /** The same for readings; null without any. */
  readonly nextReading: ReadingPlace | null
  /** On the first page: who saw or took very much within a short time of the last days, newest first. */
  readonly alerts: readonly AuditAlert[]
}

/** The place of a reading in the order of the newest first. */
export interface ReadingPlace {
  readonly at: number
  readonly seq: number
}

/** A person who saw many different records within a short time, or asked for many files and values whole. */
export interface AuditAlert {
  readonly seq: number
  readonly at: number
  readonly person: string
  readonly of: 'records' | 'files'
  /** How many. */
  readonly records: number
  readonly minutes: number
}

/** One record of the trail with its place in the chain. */
export interface AuditRecordView {
  readonly seq: number
  readonly label: string
  /** Its content by the names of the trail, without digests of personal values. */
  readonly record: Readonly<Record<string, unknown>>
  /** The outcome of an intent, or the intent of an outcome. */
  readonly counterpart: Readonly<Record<string, unknown>> | null
  /** What was read of the record after this change; null where nothing was. */
  readonly after: Readonly<Record<string, unknown>> | null
  readonly prev: string
  readonly hash: string
  /** True when it and its neighbors fit their hashes and each other. */
  readonly isIntact: boolean
  /** The newest checkpoint, where it covers the record: it says that the trail had the record then. */
  readonly checkpoint: { readonly seq: number; readonly time: string } | null
  readonly previous: number | null
  readonly next: number | null
}
