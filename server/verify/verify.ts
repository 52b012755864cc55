import { createSecretKey, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkTrail, newestIn, type Verdict } from './checkTrail.ts'
import { readFileOf, reasonOf } from './checkpoints.ts'
import { readExport } from './exported.ts'
import { messageOf, openPostgres, openSqlite } from './databases.ts'

/**
 * `npm run audit:verify`: checks the whole audit trail next to a running gateway, without changes, and names the first bad
 * record. It reads the format as docs/audit-format.md states it, and shares no code with what writes the trail.
 *
 * Reads DATA_DIR or DATABASE_URL; the key from AUDIT_KEY, AUDIT_KEY_FILE or `audit.key` in DATA_DIR, earlier ones from
 * AUDIT_KEY_PREVIOUS; checkpoints from
 * `audit-checkpoints.jsonl` in DATA_DIR, from AUDIT_SINK where that is a file, and from files named as arguments. An
 * argument that ends with `.ndjson` is an export, of which each record is checked.
 *
 * The exit code is 0 for a whole trail and whole exports, 1 where one of them is not what it was, and 2 where that could not
 * be proved: something that was named could not be read, there is no checkpoint or none of the last records, or the key
 * is that of another trail.
 */

const { env } = process

const secret = (name: string): string | undefined => {
  const file = env[`${name}_FILE`]
  if (env[name] || file === undefined) return env[name] || undefined
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    throw new Error(`${name}_FILE names '${file}', which cannot be read (${reasonOf(error)})`, { cause: error })
  }
}

const dataDir = resolve(env['DATA_DIR'] ?? './data')

function keyOf(text: string): KeyObject {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length !== 32) throw new Error('the audit key must be 32 bytes, in hexadecimal or base64')
  return createSecretKey(key)
}

/** The keys of the trail, the newest first. */
function readKeys(): readonly KeyObject[] {
  const file = join(dataDir, 'audit.key')
  const present = secret('AUDIT_KEY') ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)
  if (present === undefined)
    throw new Error(
      `there is no audit key in ${dataDir}: set DATA_DIR to the gateway's folder, or AUDIT_KEY to its key`,
    )
  return [present, ...(secret('AUDIT_KEY_PREVIOUS')?.split(/[\s,]+/) ?? [])].map(keyOf)
}

const BROKEN = 1
const UNPROVED = 2

/** A broken trail outweighs what could not be read. */
const fail = (code: typeof BROKEN | typeof UNPROVED): void => {
  if (process.exitCode !== BROKEN) process.exitCode = code
}

const isExport = (file: string): boolean => file.endsWith('.ndjson')

function reportExports(keys: readonly KeyObject[]): void {
  for (const file of process.argv.slice(2).filter(isExport)) {
    try {
      const { records, readings, flaw } = readExport(file, keys)
      if (flaw !== undefined) fail(BROKEN)
      console.log(`${file}: ${flaw ?? `whole, ${records} records and ${readings} readings are as they were exported`}`)
    } catch (error) {
      fail(UNPROVED)
      console.error(`${file} could not be checked: ${messageOf(error)}`)
    }
  }
}

/** The file of AUDIT_SINK; `undefined` where there is none or it can only be written to. */
function sinkFile(): string | undefined {
  const sink = secret('AUDIT_SINK')
  if (sink === undefined || /^(?:syslog|syslog\+tcp|https):/.test(sink)) return undefined
  if (sink.startsWith('file:')) return fileURLToPath(sink)
  if (isAbsolute(sink)) return sink
  throw new Error('AUDIT_SINK is not a place for checkpoints: set it as the gateway has it')
}

/** Where the second place's checkpoints are, as far as a file was named. */
function secondPlaces(): readonly string[] {
  const sink = sinkFile()
  return [...(sink === undefined ? [] : [sink]), ...process.argv.slice(2).filter((file) => !isExport(file))]
}

function reportCheckpoints({ checkpoints, last, places, pending }: Verdict, isAlone: boolean): void {
  if (last === undefined) return
  const alone = isAlone ? '; only those in DATA_DIR were compared, as no file of a second place is named' : ''
  console.log(`${checkpoints} checkpoints agree, the last of record ${last.seq} at ${last.time}${alone}`)
  for (const place of isAlone ? [] : places)
    console.log(`  ${place.checkpoints.length} of them in ${place.path}, up to record ${newestIn([place])}`)
  if (pending !== undefined) console.log(pending)
}

function reportTrail(verdict: Verdict, isAlone: boolean): void {
  const { isKeyMissing, count, flaw, changed, unproved } = verdict
  if (flaw !== undefined) console.log(`the chain breaks at record ${flaw.seq}: ${flaw.why}`)
  else {
    console.log(`${count} records, chain intact`)
    reportCheckpoints(verdict, isAlone)
  }
  for (const why of changed) console.log(why)
  if (isKeyMissing && (flaw !== undefined || changed.length > 0))
    console.log(
      'the store names a key that is neither AUDIT_KEY nor in AUDIT_KEY_PREVIOUS: what was written with it does not fit either',
    )
  for (const why of unproved) console.error(`the trail could not be proved: ${why}`)
  if (flaw !== undefined || changed.length > 0) fail(BROKEN)
  else if (unproved.length > 0) fail(UNPROVED)
}

function report(verdict: Verdict, isAlone: boolean): void {
  const { isOtherKey, off } = verdict
  if (isOtherKey) {
    console.error(
      'nothing could be verified: the audit key is not the one that this trail was written with; set AUDIT_KEY as the gateway has it',
    )
    fail(UNPROVED)
  } else reportTrail(verdict, isAlone)
  if (off.length > 0) {
    console.log(`the database does not protect the trail: ${off.join(', ')} is off`)
    fail(BROKEN)
  }
}

async function main(): Promise<void> {
  const keys = readKeys()
  const local = join(dataDir, 'audit-checkpoints.jsonl')
  const files = {
    local: existsSync(local) ? [readFileOf(local)] : [],
    second: secondPlaces().map(readFileOf),
  }
  const databaseUrl = secret('DATABASE_URL')
  const source = databaseUrl === undefined ? openSqlite(dataDir) : await openPostgres(databaseUrl)
  try {
    const verdict = await checkTrail(source, keys, files)
    report(verdict, files.second.length === 0)
    if (!verdict.isOtherKey) reportExports(keys)
  } finally {
    await source.close()
  }
}

const USAGE = `npm run audit:verify [-- FILE...]

Checks the whole audit trail, next to a running gateway, and changes nothing.

FILE is a file with checkpoints, such as lines that a log server collected, or an export, whose name ends with .ndjson.
Set DATA_DIR or DATABASE_URL, AUDIT_KEY, AUDIT_KEY_PREVIOUS and AUDIT_SINK as the gateway has them.

Ends with 0 where the trail is whole, 1 where it is not what it was, and 2 where that could not be proved.
docs/operations.md, "The audit trail", says more.`

try {
  if (process.argv.includes('--help')) console.log(USAGE)
  else await main()
} catch (error) {
  console.error(messageOf(error))
  fail(UNPROVED)
}
