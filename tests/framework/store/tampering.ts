import { createSecretKey } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import fc from 'fast-check'
import { GENESIS, linkHash } from '../../../server/store/auditChain.ts'
import { openStore } from '../../../server/store/openStore.ts'
import { canonicalJson } from '../../../server/store/seal.ts'
import { checkTrail } from '../../../server/verify/checkTrail.ts'
import { readFileOf } from '../../../server/verify/checkpoints.ts'
import { openSqlite } from '../../../server/verify/databases.ts'
import { buildIntent } from './samples.ts'

const key = Buffer.alloc(32, 9)
const RECORDS = 60
/** Records between two checkpoints. */
const STEP = 10

/** A folder with a trail of sixty records and its checkpoints, to be copied and tampered with. */
export async function createTemplate(): Promise<{ readonly folder: string; readonly remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-template-'))
  const figures = { everyMs: 1_000_000, everyRecords: 1_000_000 }
  const checkpoints = { file: join(folder, 'audit-checkpoints.jsonl'), sink: null, ...figures }
  const store = await openStore({ dataDir: folder, sessionKey: new Uint8Array(32), auditKey: key, checkpoints })
  const { audit } = store
  const about = { actor: null, requestId: 'r', ip: '::1', sessionHash: null }
  for (let index = 0; index < RECORDS / STEP; index += 1) {
    for (let pair = 0; pair < 4; pair += 1) {
      const intent = await audit.intent(buildIntent({ target: `id=${index}`, input: { pair } }))
      if (pair > 0) await audit.outcome(intent, { result: 'ok', status: 200, latencyMs: pair, message: null })
      else await audit.event({ operation: 'auth.sign-in', ...about, details: { result: 'refused', index } })
    }
    for (let more = 0; more < 2; more += 1) await audit.event({ operation: 'x.read', ...about, details: { more } })
    await store.checkpoints?.write()
  }
  await store.close()
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

interface Choice {
  readonly kind: keyof typeof tamperings
  readonly a: number
  readonly b: number
}

/** The records between which the first bad one lies. */
interface Expected {
  readonly from: number
  readonly to: number
}

const at = (seq: number): Expected => ({ from: seq, to: seq })

const texts = ['prev', 'hash', 'phase', 'body'] as const
const entryColumns = ['ts', 'day', 'user_id', 'email', 'operation', 'subject', 'result'] as const

const textOf = (database: DatabaseSync, column: string, seq: number): string =>
  String(database.prepare(`select ${column} as text from audit where seq = ?`).get(seq)?.['text'])

/** Writes records of the same key in place of those from `seq` on, as a gateway over an older copy does. */
function rewrite(database: DatabaseSync, seq: number): void {
  let prev = seq === 1 ? GENESIS : textOf(database, 'hash', seq - 1)
  const update = database.prepare(
    'update audit set prev = ?, hash = ?, body = ?, phase = ?, intent = null, subject = null where seq = ?',
  )
  const find = database.prepare("insert into audit_entry values (?, ?, 0, null, null, 'other', null, 'ok')")
  database.exec(`delete from audit_entry where seq >= ${seq}`)
  for (let place = seq; place <= RECORDS; place += 1) {
    const body = canonicalJson({ phase: 'event', ts: place, operation: 'other', actor: null, details: {} })
    const hash = linkHash(key, prev, place, body)
    update.run(prev, hash, body, 'event', place)
    find.run(place, place)
    prev = hash
  }
  database.exec(`update audit_entry set result = 'open' where result = 'ok' and operation = 'treasury.approve'
    and not exists (select 1 from audit where intent = audit_entry.seq)`)
}

/** Ways to tamper with a trail, each with the record that must be named. `a` and `b` are any two different records. */
const tamperings = {
  'a changed character': (database: DatabaseSync, a: number, b: number) => {
    const column = texts[b % texts.length] ?? 'body'
    const text = textOf(database, column, a)
    const place = (b * 7919) % text.length
    const other = text[place] === 'x' ? 'y' : 'x'
    database
      .prepare(`update audit set ${column} = ? where seq = ?`)
      .run(text.slice(0, place) + other + text.slice(place + 1), a)
    return at(a)
  },
  'another type': (database, a, b) => {
    const column = texts[b % texts.length] ?? 'body'
    database.exec(`update audit set ${column} = cast(${column} as blob) where seq = ${a}`)
    return at(a)
  },
  'another reference': (database, a) => {
    database.exec(`update audit set intent = ${1000 + a} where seq = ${a}`)
    return at(a)
  },
  'another subject': (database, a, b) => {
    database.exec(`update audit set subject = 'other/${b}' where seq = ${a}`)
    return at(a)
  },
  'a record taken out': (database, a) => {
    database.exec(`delete from audit where seq = ${a}`)
    return at(a)
  },
  'several records taken out': (database, a, b) => {
    database.exec(`delete from audit where seq between ${Math.min(a, b)} and ${Math.max(a, b)}`)
    return at(Math.min(a, b))
  },
  'the end cut off': (database, a) => {
    database.exec(`delete from audit where seq >= ${a}`)
    return at(a)
  },
  'a record of another number': (database, a, b) => {
    database.exec(`update audit set seq = ${1000 + b} where seq = ${a}`)
    return at(a)
  },
  'two records that changed places': (database, a, b) => {
    database.exec(`update audit set seq = -1 where seq = ${a}; update audit set seq = ${a} where seq = ${b};
      update audit set seq = ${b} where seq = -1`)
    return at(Math.min(a, b))
  },
  'a forged record at the end': (database, _a, b) => {
    database.exec(`insert into audit select ${RECORDS + 1}, (select hash from audit where seq = ${RECORDS}), hash, 'event', null,
      '{"phase":"event","n":${b}}', null from audit where seq = ${b}`)
    return at(RECORDS + 1)
  },
  'an older copy that was worked on': (database, a) => {
    rewrite(database, a)
    // Between two checkpoints the first record that differs is not known.
    return { from: Math.floor((a - 1) / STEP) * STEP + 1, to: a }
  },
  'a record that is not found': (database, a, b) => {
    const column = entryColumns[b % entryColumns.length] ?? 'ts'
    const value: SQLInputValue = ['ts', 'day', 'user_id'].includes(column) ? 77 : 'other'
    const found = database.prepare('select seq from audit_entry where seq >= ? order by seq limit 1').get(a)
    const seq = Number(found?.['seq'])
    database.prepare(`update audit_entry set ${column} = ? where seq = ?`).run(value, seq)
    return at(seq)
  },
  'a record that is not found at all': (database, a) => {
    const found = database.prepare('select seq from audit_entry where seq >= ? order by seq limit 1').get(a)
    const seq = Number(found?.['seq'])
    database.prepare('delete from audit_entry where seq = ?').run(seq)
    return at(seq)
  },
} satisfies Readonly<Record<string, (database: DatabaseSync, a: number, b: number) => Expected>>

const kinds = Object.keys(tamperings) as (keyof typeof tamperings)[]

/** A kind of tampering and two different records. */
const choices: fc.Arbitrary<Choice> = fc
  .record({
    kind: fc.constantFrom(...kinds),
    a: fc.integer({ min: 1, max: RECORDS }),
    shift: fc.integer({ min: 1, max: RECORDS - 1 }),
  })
  .map(({ kind, a, shift }) => ({ kind, a, b: ((a - 1 + shift) % RECORDS) + 1 }))

/** Tampers with a copy of the trail, and fails unless the first bad record is named. */
async function find(folder: string, { kind, a, b }: Choice): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'countersign-tampered-'))
  try {
    copyFileSync(join(folder, 'countersign.sqlite'), join(copy, 'countersign.sqlite'))
    const database = new DatabaseSync(join(copy, 'countersign.sqlite'))
    database.exec('pragma synchronous = off; drop trigger audit_no_update; drop trigger audit_no_delete; begin')
    const { from, to } = tamperings[kind](database, a, b)
    database.exec('commit')
    database.close()
    const source = openSqlite(copy)
    const files = { local: [readFileOf(join(folder, 'audit-checkpoints.jsonl'))], second: [] }
    const { flaw } = await checkTrail(source, [createSecretKey(key)], files)
    await source.close()
    if (flaw === undefined) throw new Error(`${kind} (${a}, ${b}) was not found`)
    if (flaw.seq < from || flaw.seq > to)
      throw new Error(`${kind} (${a}, ${b}) was found at ${flaw.seq} instead of ${from} to ${to}: ${flaw.why}`)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Tampers with copies of the trail, and fails at the first tampering that is not found at its first bad record. */
export const findTamperings = (folder: string, runs: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(choices, (choice) => find(folder, choice)),
    { numRuns: runs },
  )
