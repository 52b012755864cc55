import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseKey } from '../config/dataDir.ts'
import { verifyChain } from './auditChain.ts'
import { connectPostgres } from './connectPostgres.ts'
import { readSqlite } from './connectSqlite.ts'
import { StoreError } from './tables.ts'

/**
 * `npm run audit:verify`: checks the audit chain next to a running gateway, without changes. Reads DATA_DIR or
 * DATABASE_URL, and the key from AUDIT_KEY, AUDIT_KEY_FILE or `audit.key` in DATA_DIR. Prints one line; the exit
 * code is 0 for an intact chain and 1 otherwise.
 */
async function main(): Promise<void> {
  const dataDir = process.env['DATA_DIR'] ?? './data'
  const key = readKey(dataDir)
  const databaseUrl = process.env['DATABASE_URL'] ?? fromFile(process.env['DATABASE_URL_FILE'])
  const connection = databaseUrl ? await connectPostgres(databaseUrl, 'serve') : readSqlite(dataDir)
  try {
    const check = await verifyChain(connection.db, key)
    if (check.ok) {
      console.log(`${check.count} records, chain intact`)
      return
    }
    console.log(`the chain breaks at record ${check.firstBad}: ${check.why}`)
    process.exitCode = 1
  } finally {
    await connection.close()
  }
}

function fromFile(path: string | undefined): string | undefined {
  return path === undefined ? undefined : readFileSync(path, 'utf8').trim()
}

function readKey(dataDir: string): Uint8Array {
  const file = process.env['AUDIT_KEY_FILE'] ?? join(dataDir, 'audit.key')
  const key = parseKey(process.env['AUDIT_KEY'] ?? fromFile(file) ?? '')
  if (key === undefined) throw new StoreError('the audit key must be 32 bytes, in hexadecimal or base64')
  return key
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
