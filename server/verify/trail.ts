import type { KeyObject } from 'node:crypto'
import { type Row, type Source, type Value } from './databases.ts'
import { type Before, type Content, hashOf, numberOf, readRow, recordIn, subjectOf, textIn } from './records.ts'

/** What is wrong, and from which record on. */
export interface Flaw {
  readonly seq: number
  readonly why: string
}

const PAGE = 2000

/** Compares what finds entries with the records themselves. Results are known once the whole trail is read. */
function createEntryCheck() {
  const expected = new Map<number, { readonly result: Value | undefined; is: string }>()
  const results = ['refused', 'failed', 'unknown']
  /** An entry whose outcome was unknown has the result that a person found out. */
  const settle = (operation: string, { entry, finding }: Content): void => {
    const settled = operation.endsWith('.outcomeSettled') ? expected.get(Number(entry)) : undefined
    if (settled?.is === 'unknown' && (finding === 'ok' || finding === 'failed')) settled.is = finding
  }
  return {
    read(seq: number, row: Row, body: Content): string | undefined {
      if (body['phase'] === 'outcome') {
        const intent = expected.get(Number(body['intentSeq']))
        if (intent !== undefined) intent.is = textIn(body['result'])
        return undefined
      }
      const { userId = null, email = null } = recordIn(body['actor'])
      const ts = Number(body['ts'])
      const { result: said, ...details } = recordIn(body['details'])
      const result = textIn(said)
      if (body['phase'] === 'event') settle(textIn(body['operation']), details)
      const is = body['phase'] === 'intent' ? 'open' : results.includes(result) ? result : 'ok'
      expected.set(seq, { result: row['e_result'], is })
      const isSame =
        numberOf(row['e_ts']) === ts &&
        numberOf(row['e_day']) === Math.floor(ts / 86_400_000) &&
        (row['e_user_id'] === null ? null : numberOf(row['e_user_id'])) === userId &&
        row['e_email'] === (typeof email === 'string' ? email.toLowerCase() : null) &&
        row['e_operation'] === body['operation'] &&
        row['e_subject'] === subjectOf(body)
      return isSame ? undefined : `record ${seq} is not found by what it says: its row in audit_entry differs`
    },
    wrongResult: (): Flaw | undefined => {
      const [seq] = [...expected].find(([, { result, is }]) => result !== is) ?? []
      return seq === undefined ? undefined : { seq, why: `the outcome of record ${seq} differs in audit_entry` }
    },
  }
}

export interface Trail {
  readonly count: number
  readonly hashes: ReadonlyMap<number, string>
  /** When the first record was written, UTC milliseconds. */
  readonly since?: number | undefined
  readonly flaw: Flaw | undefined
  /** An outcome that `audit_entry` has otherwise: it says nothing where outcomes themselves are missing. */
  readonly wrongResult?: Flaw | undefined
}

const entryColumns = ['ts', 'day', 'user_id', 'email', 'operation', 'subject', 'result']

/** Reads the whole trail in order, until it breaks. */
export async function readTrail(source: Source, keys: readonly KeyObject[]): Promise<Trail> {
  const outside = await source.query(
    'select count(*) as count from audit where seq < 1 or seq > 9007199254740991 or seq is null',
  )
  const strangers = numberOf(outside[0]?.['count'])
  const hashes = new Map<number, string>()
  if (strangers !== 0) {
    const why = `${strangers} records lie outside the sequence`
    return { count: 0, hashes, flaw: { seq: 0, why } }
  }
  // A database that no gateway of this version has opened has no such table.
  const hasEntries = (await source.query(source.tables)).some(({ name }) => name === 'audit_entry')
  const columns = entryColumns.map((column) => `entry.${column} as e_${column}`).join(', ')
  const from = hasEntries
    ? `select audit.*, ${columns} from audit left join audit_entry as entry on entry.seq = audit.seq`
    : 'select audit.* from audit'
  const entries = createEntryCheck()
  let seq = 0
  let before: Before = { prev: '0'.repeat(64), key: keys.length - 1 }
  let entryFlaw: Flaw | undefined
  let since: number | undefined
  for (;;) {
    const rows = await source.query(`${from} where audit.seq > ${seq} order by audit.seq limit ${PAGE}`)
    for (const row of rows) {
      const read = readRow(keys, row, seq + 1, before)
      if (typeof read === 'string')
        return { count: seq, hashes, flaw: earliest([entryFlaw, { seq: seq + 1, why: read }]) }
      seq += 1
      since ??= Number(read.content['ts'])
      before = { prev: textIn(row['hash']), key: read.key }
      hashes.set(seq, before.prev)
      const why = hasEntries ? entries.read(seq, row, read.content) : undefined
      if (why !== undefined) entryFlaw ??= { seq, why }
    }
    if (rows.length < PAGE) break
  }
  // Who has an earlier key could otherwise write all of the trail again.
  if (seq > 0 && before.key > 0) entryFlaw ??= { seq, why: `record ${seq} is the last, and of an earlier key` }
  return { count: seq, hashes, since, flaw: entryFlaw, wrongResult: hasEntries ? entries.wrongResult() : undefined }
}

/** Whether any record was written with one of the keys, whatever became of those before it. */
export async function hasRecordOf({ query }: Source, keys: readonly KeyObject[]): Promise<boolean> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows = await query(
      `select seq, prev, hash, body from audit where seq > ${after} and seq <= ${Number.MAX_SAFE_INTEGER} order by seq limit ${PAGE}`,
    )
    const isOwn = ({ seq, prev, hash, body }: Row): boolean =>
      keys.some((key) => hashOf(key, textIn(prev), numberOf(seq) ?? 0, textIn(body)) === hash)
    if (rows.some(isOwn)) return true
    after = numberOf(rows.at(-1)?.['seq'])
  }
  return false
}

export const earliest = (flaws: readonly (Flaw | undefined)[]): Flaw | undefined =>
  flaws.filter((flaw) => flaw !== undefined).toSorted((a, b) => a.seq - b.seq)[0]
