import { createSecretKey } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { GENESIS, linkHash } from '../server/store/auditChain.ts'
import type { AuditBody } from '../server/store/auditRecord.ts'
import { type AuditFilter, entryOf } from '../server/store/auditSearch.ts'
import { openStore, type Store } from '../server/store/openStore.ts'
import { percentile, repeated, timed } from './times.ts'
import { measureSweep, measureViews, viewBatches, viewColumns } from './views.ts'
import { canonicalJson } from '../server/store/seal.ts'
import { checkTrail } from '../server/verify/checkTrail.ts'
import { openPostgres, openSqlite, type Source } from '../server/verify/databases.ts'
import { buildIntent } from '../tests/framework/store/samples.ts'
import { createTemplate, findTamperings } from '../tests/framework/store/tampering.ts'
import { testPostgres } from '../tests/support/postgres.ts'

const RECORDS = Number(process.env['BENCH_AUDIT_RECORDS'] ?? 1_000_000)
const BATCH = 5000
const STAFF = 50
const LOAD_MS = 10_000
const DAY_MS = 24 * 60 * 60_000
/** The trail covers a year that ends here. */
const END = Date.UTC(2026, 10, 20)
const BUDGET = { filterMs: 100, sqliteMs: 5, postgresMs: 30 }

const year = { records: RECORDS, end: END }
const key = Buffer.alloc(32, 9)
const results = ['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'refused', 'failed'] as const

/** One change of so many was requested by someone else, of whom some do nothing else. */
const REQUESTED = 20
/** One change of so many was made by the gateway itself. */
const AUTOMATIC = 30

const personOf = (userId: number) => ({ userId, email: `staff${userId}@countersign.test`, role: 'reviewer' })

/** A year of a hundred people: changes with their outcomes, and readings. Two changes are left open. */
function bodyAt(seq: number): AuditBody {
  const ts = END - Math.floor(((RECORDS - seq) / RECORDS) * 365 * DAY_MS)
  const nth = Math.floor(seq / 3)
  const userId = (nth * 7) % 100
  const actor = personOf(userId)
  const target = `id=${(nth * 31) % 5000}`
  if (seq % 3 === 1) {
    const operation = `treasury.${['approve', 'reject', 'rename', 'restrict'][nth % 4]}`
    const approval = {
      id: `a${nth}`,
      requestedBy: personOf(40 + ((nth / REQUESTED) % 100)),
      requestedAt: ts,
      comment: '',
    }
    const requested = nth % REQUESTED === 0 ? { approval } : {}
    const by = nth % AUTOMATIC === 1 ? { ...actor, actorType: 'automation' as const } : actor
    return { ...buildIntent({ operation, actor: by, target, ...requested }), phase: 'intent', ts }
  }
  if (seq % 3 === 2 && nth > 1) {
    const result = results[nth % results.length] ?? 'ok'
    return { phase: 'outcome', ts, intentSeq: seq - 1, result, status: 200, latencyMs: 40, message: null }
  }
  const session = { requestId: `r${seq}`, ip: '127.0.0.1', sessionHash: null }
  return { phase: 'event', ts, operation: 'accounts.view', actor, ...session, details: { target } }
}

type Values = (string | number | null)[]

const recordColumns = ['seq', 'prev', 'hash', 'phase', 'intent', 'subject', 'body']
const entryColumns = ['seq', 'ts', 'day', 'user_id', 'email', 'operation', 'subject', 'result']

/** Rows of the table `audit` and of `audit_entry`, in batches. */
function* batches(): Generator<{ readonly records: Values[]; readonly entries: Values[] }> {
  let prev = GENESIS
  for (let first = 1; first <= RECORDS; first += BATCH) {
    const records: Values[] = []
    const entries: Values[] = []
    for (let seq = first; seq < Math.min(first + BATCH, RECORDS + 1); seq += 1) {
      const body = bodyAt(seq)
      const text = canonicalJson(body)
      const hash = linkHash(key, prev, seq, text)
      const entry = entryOf(seq, body)
      const intent = body.phase === 'outcome' ? body.intentSeq : null
      records.push([seq, prev, hash, body.phase, intent, entry?.subject ?? null, text])
      const next = seq < RECORDS ? bodyAt(seq + 1) : undefined
      const result = next?.phase === 'outcome' ? next.result : entry?.result
      if (entry !== undefined)
        entries.push([...entryColumns.slice(0, -1).map((name) => ({ ...entry })[name as 'seq']), result ?? null])
      prev = hash
    }
    yield { records, entries }
  }
}

function fillSqlite(file: string): void {
  const database = new DatabaseSync(file)
  database.exec('pragma synchronous = off; begin')
  const places = (columns: readonly string[]): string =>
    `(${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
  const addRecord = database.prepare(`insert into audit ${places(recordColumns)}`)
  const addEntry = database.prepare(`insert into audit_entry ${places(entryColumns)}`)
  for (const { records, entries } of batches()) {
    for (const values of records) addRecord.run(...values)
    for (const values of entries) addEntry.run(...values)
  }
  const addView = database.prepare(`insert into viewing ${places(viewColumns)}`)
  for (const views of viewBatches(year, BATCH)) for (const values of views) addView.run(...values)
  database.exec('commit')
  database.close()
}

const numbers = ['seq', 'intent', 'ts', 'day', 'user_id', 'read_at', 'shown_at']

async function fillPostgres(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const add = (table: string, columns: readonly string[], rows: readonly Values[]) => {
    const types = columns.map((name) => (numbers.includes(name) ? 'bigint' : 'text'))
    const arrays = types.map((type, index) => `$${index + 1}::${type}[]`)
    const text = `insert into ${table} (${columns.join(', ')}) select * from unnest(${arrays.join(', ')})`
    return client.query(
      text,
      columns.map((_, index) => rows.map((row) => row[index])),
    )
  }
  for (const { records, entries } of batches()) {
    await add('audit', recordColumns, records)
    await add('audit_entry', entryColumns, entries)
  }
  for (const views of viewBatches(year, BATCH)) await add('viewing', viewColumns, views)
  // The server does this by itself whenever a hundredth of the trail is new.
  await client.query('vacuum analyze')
  await client.end()
}

const filters: Readonly<Record<string, AuditFilter>> = {
  'no filter': {},
  person: { person: { userId: 42 } },
  'person who only requests': { person: { userId: 120 } },
  'person, by e-mail': { person: { email: 'staff42@countersign.test' } },
  'person who is not there': { person: { userId: 4242 } },
  record: { subject: { resource: 'treasury', id: '310' } },
  operation: { operation: 'treasury.reject' },
  'operation of every other entry': { operation: 'accounts.view' },
  automatic: { isAutomatic: true },
  'automatic, of a person with an outcome': { isAutomatic: true, person: { userId: 77 }, result: 'refused' },
  'outcome ok': { result: 'ok' },
  'outcome refused': { result: 'refused' },
  'no outcome': { result: 'open' },
  'a day': { from: END - 100 * DAY_MS, to: END - 99 * DAY_MS },
  'a month': { from: END - 200 * DAY_MS, to: END - 170 * DAY_MS },
  'since last month': { from: END - 30 * DAY_MS },
  'until a year ago': { to: END - 364 * DAY_MS },
  'person and day': { person: { userId: 42 }, from: END - 100 * DAY_MS, to: END - 99 * DAY_MS },
  'person who only requests, operation and month': {
    person: { userId: 120 },
    operation: 'treasury.approve',
    from: END - 200 * DAY_MS,
    to: END - 170 * DAY_MS,
  },
  'person, operation and outcome': { person: { userId: 42 }, operation: 'treasury.reject', result: 'refused' },
}

/** The time of a page of 50 entries with its count, the 95th percentile. */
async function measureFilters({ audit }: Store): Promise<Readonly<Record<string, number>>> {
  const costs: Record<string, number> = {}
  for (const [name, filter] of Object.entries(filters))
    costs[name] = await repeated(async () => {
      await audit.search({ ...filter, limit: 50 })
      await audit.count(filter, 1000)
    })
  return costs
}

/**
 * What intent and outcome add to a change while fifty people make one each second, and each record is read again: the 95th
 * percentile.
 */
async function measureOverhead({ audit }: Store): Promise<{ readonly p95: number; readonly changes: number }> {
  const times: number[] = []
  const until = performance.now() + LOAD_MS
  const person = async (): Promise<void> => {
    await wait(Math.random() * 1000)
    while (performance.now() < until) {
      let seq = 0
      const before = await timed(async () => {
        seq = await audit.intent(buildIntent())
      })
      await wait(20)
      const after = await timed(() => audit.outcome(seq, { result: 'ok', status: 200, latencyMs: 20, message: null }))
      times.push(before + after)
      const details = { intent: seq, outcome: seq + 1, result: 'ok', after: { id: 3, ticker: 'ZZTK' } }
      const session = { actor: null, requestId: '', ip: '', sessionHash: null }
      await audit.event({ operation: 'treasury.recordAfter', ...session, details })
      await wait(Math.random() * 2000)
    }
  }
  await Promise.all(Array.from({ length: STAFF }, person))
  return { p95: percentile(times, 0.95), changes: times.length }
}

interface Engine {
  readonly name: string
  readonly open: () => Promise<Store>
  readonly fill: () => void | Promise<void>
  readonly source: () => Source | Promise<Source>
  readonly overheadMs: number
}

const say = (isWithin: boolean, text: string): boolean => {
  console.log(`${isWithin ? 'within' : 'OVER'}: ${text}`)
  return isWithin
}

async function measureEngine({ name, open, fill, source, overheadMs }: Engine) {
  await (await open()).close()
  const fillMs = await timed(async () => fill())
  console.log(`${name}: ${RECORDS} records written in ${(fillMs / 1000).toFixed(0)} s`)
  const store = await open()
  const costs = { ...(await measureFilters(store)), ...(await measureViews(store, year)) }
  const checks = Object.entries(costs).map(([filter, ms]) =>
    say(ms <= BUDGET.filterMs, `${name}, filter '${filter}' p95 ${ms.toFixed(1)} ms (budget ${BUDGET.filterMs})`),
  )
  const { longestMs, removed } = await measureSweep(store, year)
  checks.push(
    say(
      longestMs <= BUDGET.filterMs && removed > 0,
      `${name}, ${removed} old views removed; a search next to it took at most ${longestMs.toFixed(1)} ms`,
    ),
  )
  const openMs = await timed(() => store.audit.recover())
  checks.push(say(openMs <= BUDGET.filterMs, `${name}, open intents found and closed in ${openMs.toFixed(1)} ms`))
  const { p95, changes } = await measureOverhead(store)
  checks.push(
    say(
      p95 <= overheadMs,
      `${name}, audit overhead p95 ${p95.toFixed(1)} ms of ${changes} changes (budget ${overheadMs})`,
    ),
  )
  await store.close()
  const reading = await source()
  const verifyMs = await timed(() => checkTrail(reading, [createSecretKey(key)], { local: [], second: [] }))
  await reading.close()
  console.log(`${name}: the whole trail verified in ${(verifyMs / 1000).toFixed(1)} s`)
  return { costs, longestMs, openMs, p95, changes, verifyMs, isWithin: checks.every(Boolean) }
}

/** Measures the audit trail with a million records on both databases, and tampers a thousand times with a small one. */
export async function reportAudit(outDir: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-audit-'))
  const keys = { sessionKey: new Uint8Array(32), auditKey: key }
  const engines: Engine[] = [
    {
      name: 'SQLite',
      open: () => openStore({ dataDir: folder, ...keys }),
      fill: () => fillSqlite(join(folder, 'countersign.sqlite')),
      source: () => openSqlite(folder),
      overheadMs: BUDGET.sqliteMs,
    },
  ]
  const postgres = await testPostgres(true)
  if ('missing' in postgres) console.log(`PostgreSQL is not measured: ${postgres.missing}`)
  else {
    const databaseUrl = await postgres.createDatabase()
    engines.push({
      name: 'PostgreSQL',
      open: () => openStore({ dataDir: folder, databaseUrl, ...keys }),
      fill: () => fillPostgres(databaseUrl),
      source: () => openPostgres(databaseUrl),
      overheadMs: BUDGET.postgresMs,
    })
  }
  try {
    const measured = []
    for (const engine of engines) measured.push({ name: engine.name, ...(await measureEngine(engine)) })
    const template = await createTemplate()
    const tampered = await findTamperings(template.folder, 1000).then(
      () => say(true, '1000 of 1000 random tamperings found, each with its first bad record'),
      (error: unknown) => say(false, `random tamperings: ${String(error)}`),
    )
    template.remove()
    await mkdir(outDir, { recursive: true })
    await writeFile(join(outDir, 'audit.json'), JSON.stringify({ records: RECORDS, measured }, null, 2))
    return tampered && measured.every(({ isWithin }) => isWithin)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
