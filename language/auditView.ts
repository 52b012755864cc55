import { settlement } from './settlement.ts'
import { count, countOrNull, flag, list, object, oneOf, orNull, text, values, type WireOf } from './wire.ts'

/** How an entry of the audit trail ended; `open` while its outcome is not recorded. */
export const auditResults = ['ok', 'refused', 'failed', 'unknown', 'open'] as const

export type AuditResult = (typeof auditResults)[number]

/** What people call the results of entries. */
export const resultLabels: Readonly<Record<AuditResult, string>> = {
  ok: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'Unknown outcome',
  open: 'No outcome yet',
}

/**
 * Instead of the whole trail: what people did, without what pages asked to count or to show the trail itself; what the
 * gateway did by itself on someone's behalf; readings (with what the trail has of them, such as exports); or the trail and
 * readings.
 */
export const auditShows = ['done', 'automatic', 'reads', 'all'] as const

/** Which entries of the trail: all conditions together. Times are UTC milliseconds. */
export interface AuditFilterBody {
  /**
   * Who did it, or requested what someone else decided: an e-mail address, a user id, or words of a name or of what is before
   * the @ of an address.
   */
  readonly person?: string | undefined
  readonly record?: { readonly resource: string; readonly id: string } | undefined
  /** `{resource}.{action}`, or words that screens call it by. */
  readonly operation?: string | undefined
  readonly result?: AuditResult | undefined
  /** Absent: the trail. */
  readonly show?: (typeof auditShows)[number] | undefined
  readonly from?: number | undefined
  /** Exclusive. */
  readonly to?: number | undefined
  /** The id of the request, as a notice of a failure and the log have it. It finds what was done and what was read. */
  readonly request?: string | undefined
}

/** How an export is written. Absent: the records of the trail with their proofs, a line of JSON for each. */
export const auditFormats = ['csv'] as const

/** One entry in the list of the trail. */
const line = object(
  {
    seq: count,
    /** UTC milliseconds. */
    at: count,
    /** The e-mail address; empty where no one was signed in. */
    person: text,
    isAutomation: flag,
    operation: text,
    label: text,
    /** What it was done to: `books/4108`, or the values that name it; may be empty. */
    target: text,
    reason: text,
    result: oneOf(auditResults),
  },
  {
    /** Set for a reading, which is no record of the trail: shown, read ahead and not said to be shown, or a search. */
    reading: oneOf(['shown', 'ahead', 'search']),
    /** The e-mail address of who requested what this person approved or decided. */
    requestedBy: text,
    /** How a person settled it, where its outcome was unknown: the result is what they found out. */
    settled: settlement,
  },
)
export type AuditLine = WireOf<typeof line>

/** What one entry of a reading is (decision 37), for people who count them. */
export const readingsNote =
  'A record that one person opens again within ten minutes has one entry, of the first time. Rows of a list that no one searched are not recorded, and a file of a list is on record as one export, not for each record in it.'

/** What people call the kinds of readings. */
export const readingLabels: Readonly<Record<NonNullable<AuditLine['reading']>, string>> = {
  shown: 'Seen',
  ahead: 'Loaded ahead, not confirmed as shown',
  search: 'Searched',
}

/** A person who was sent many different records within a short time, or asked for many files and values whole. */
const alert = object({
  seq: count,
  at: count,
  person: text,
  of: oneOf(['records', 'files']),
  /** How many. */
  records: count,
  minutes: count,
})
export type AuditAlert = WireOf<typeof alert>

/** The place of a reading in the order of the newest first. */
const place = object({ at: count, seq: count })
export type ReadingPlace = WireOf<typeof place>

/** Entries, newest first. */
export const auditPage = object({
  lines: list(line),
  /** How many match. */
  count,
  /** Up to which entries are counted. */
  most: count,
  /** For the next, older page; null after the last. */
  next: countOrNull,
  /** The same for readings; null without any. */
  nextReading: orNull(place),
  /** On the first page: who saw or took very much within a short time of the last days, newest first. */
  alerts: list(alert),
})
export type AuditPage = WireOf<typeof auditPage>

export const auditRecord = object({
  seq: count,
  label: text,
  /** Its content by the names of the trail, without digests of personal values. */
  record: values,
  /** The outcome of an intent, or the intent of an outcome. */
  counterpart: orNull(values),
  /** What was read of the record after this change; null where nothing was. */
  after: orNull(values),
  /** How a person settled it, where its outcome was unknown; null where no one did. */
  settled: orNull(settlement),
  prev: text,
  hash: text,
  /** True when it and its neighbors fit their hashes and each other. */
  isIntact: flag,
  /** The newest checkpoint, where it covers the record: it says that the trail had the record then. */
  checkpoint: orNull(object({ seq: count, time: text })),
  previous: countOrNull,
  next: countOrNull,
})
export type AuditRecordView = WireOf<typeof auditRecord>
