import { createSecretKey, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkTrail, type Verdict } from './checkTrail.ts'
import { readExport } from './exported.ts'
import { messageOf, openPostgres, openSqlite } from './databases.ts'

/**
 * `npm run audit:verify`: checks the whole audit trail next to a running gateway, without changes, and names the first bad
 * record. It reads the format as docs/audit-format.md states it, and shares no code with what writes the trail.
 *
 * Reads DATA_DIR or DATABASE_URL; the key from AUDIT_KEY, AUDIT_KEY_FILE or `audit.key` in DATA_DIR, earlier ones from
 * AUDIT_KEY_PREVIOUS; checkpoints from
 * `audit-checkpoints.jsonl` in DATA_DIR, from AUDIT_SINK where that is a file, and from files named as arguments. An
 * argument that ends with `.ndjson` is an export, of which each record is checked. The exit code is 0 for a whole trail and
 * whole exports and 1 otherwise.
 */

const { env } = process

const secret = (name: string): string | undefined => {
  const file = env[`${name}_FILE`]
  return env[name] || (file === undefined ? undefined : readFileSync(file, 'utf8').trim()) || undefined
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

const isExport = (file: string): boolean => file.endsWith('.ndjson')

function reportExports(keys: readonly KeyObject[]): void {
  for (const file of process.argv.slice(2).filter(isExport)) {
    const { records, readings, flaw } = readExport(file, keys)
    if (flaw !== undefined) process.exitCode = 1
    console.log(`${file}: ${flaw ?? `whole, ${records} records and ${readings} readings are as they were exported`}`)
  }
}

function checkpointFiles(): readonly string[] {
  const local = join(dataDir, 'audit-checkpoints.jsonl')
  const sink = secret('AUDIT_SINK')
  const path =
    sink?.startsWith('file:') === true ? fileURLToPath(sink) : sink?.startsWith('/') === true ? sink : undefined
  const named = process.argv.slice(2).filter((file) => !isExport(file))
  return [...[local, path].filter((file) => file !== undefined && existsSync(file)), ...named].map(String)
}

function report({ count, flaw, off, checkpoints, last }: Verdict): void {
  if (flaw !== undefined) console.log(`the chain breaks at record ${flaw.seq}: ${flaw.why}`)
  else {
    console.log(`${count} records, chain intact`)
    if (last === undefined) console.error('no checkpoints were found: a cut end or an older copy is not noticed')
    else console.log(`${checkpoints} checkpoints agree, the last of record ${last.seq} at ${last.time}`)
  }
  if (off.length > 0) console.log(`the database does not protect the trail: ${off.join(', ')} is off`)
  if (flaw !== undefined || off.length > 0) process.exitCode = 1
}

async function main(): Promise<void> {
  const keys = readKeys()
  const databaseUrl = secret('DATABASE_URL')
  const source = databaseUrl === undefined ? openSqlite(dataDir) : await openPostgres(databaseUrl)
  try {
    report(await checkTrail(source, keys, checkpointFiles()))
    reportExports(keys)
  } finally {
    await source.close()
  }
}

try {
  await main()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
