import { createHmac, type KeyObject } from 'node:crypto'
import type { Row, Value } from './databases.ts'

/** A whole number of a column; `undefined` for anything else. PostgreSQL's driver gives them as text. */
export function numberOf(value: Value | undefined): number | undefined {
  if (typeof value === 'bigint' || (typeof value === 'string' && /^-?\d+$/.test(value))) return Number(value)
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

export type Content = Readonly<Record<string, unknown>>

/** An object, or an empty one. */
export const recordIn = (value: unknown): Content =>
  typeof value === 'object' && value !== null ? (value as Content) : {}
/** A text, or an empty one. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The record that an entry is about, as its column has it. */
export function subjectOf(body: Content): string | null {
  if (body['phase'] === 'outcome') return null
  const { resource, id } = recordIn(body['subject'])
  if (typeof resource === 'string') return `${resource}/${textIn(id)}`
  const isIntent = body['phase'] === 'intent'
  const target = textIn(isIntent ? body['target'] : recordIn(body['details'])['target'])
  const named = /(?:^|&)id=([^&]+)/.exec(target)?.[1]
  const about = isIntent ? textIn(body['resource']) : textIn(body['operation']).split('.')[0]
  return named === undefined ? null : `${about}/${named}`
}

/** The content, where the row's columns are of their types and say the same. */
function contentOf(row: Row): Content | string {
  const { seq, phase, subject = null, body } = row
  if (typeof body !== 'string') return `the content of record ${String(seq)} is no text`
  const content = recordIn(JSON.parse(body))
  const closes = content['phase'] === 'outcome' ? content['intentSeq'] : undefined
  const isSame =
    content['phase'] === phase &&
    (row['intent'] === null ? undefined : numberOf(row['intent'])) === closes &&
    (!Object.hasOwn(row, 'subject') || subject === subjectOf(content))
  return isSame ? content : `the columns of record ${String(seq)} do not match its content`
}

/** The hash that links a record to the one before it. */
export function hashOf(key: KeyObject, prev: string, seq: number, body: string): string {
  const place = Buffer.alloc(8)
  place.writeBigUInt64BE(BigInt(seq))
  return createHmac('sha256', key).update(Buffer.from(prev, 'hex')).update(place).update(body, 'utf8').digest('hex')
}

export interface Good {
  readonly content: Content
  /** Which of the keys it was written with: 0 is the newest. */
  readonly key: number
}

export interface Before {
  readonly prev: string
  /** The key of the record before: none older is used after it. */
  readonly key: number
}

/** What is wrong with a row where `seq` is expected; what it says otherwise. */
export function readRow(keys: readonly KeyObject[], row: Row, seq: number, { prev, key }: Before): Good | string {
  if (numberOf(row['seq']) !== seq) return `record ${seq} is missing`
  if (row['prev'] !== prev) return `record ${seq} does not follow the record before it`
  const { body } = row
  const used =
    typeof body === 'string'
      ? keys.findLastIndex((one, at) => at <= key && hashOf(one, prev, seq, body) === row['hash'])
      : key
  if (used < 0) return `record ${seq} does not match its hash`
  const content = contentOf(row)
  return typeof content === 'string' ? content : { content, key: used }
}
