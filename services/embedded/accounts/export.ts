import { setImmediate } from 'node:timers/promises'
import { type SqlRow, statements } from '../../../server/embedded/database.ts'
import { accountAt } from '../data/account.ts'
import { depositsTotal } from '../data/detail.ts'
import { rowColumns } from './list.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { DataSource } from './load.ts'

/** One cell by RFC 4180. Text that a spreadsheet would run as a formula gets a leading apostrophe. */
export function csvCell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One record with its line end. */
function csvLine(values: readonly string[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

const CHUNK = 1000
const columns = ['id', 'name', 'email', 'account_no', 'request_time', 'status', 'pending_documents'] as const
const header = ['ID', 'Name', 'Email ID', 'Account Number', 'Request Time (UTC)', 'Status', 'Pending Documents']
const flags = ['is_test', 'is_restricted', 'apex_restricted'] as const
const flagHeader = ['Test', 'User Restricted', 'SSN Restricted']
const fundsHeader = ['Bank Linked', 'Bank Account', 'Deposits Total (USD)']

function line(row: SqlRow, source: DataSource, funds: boolean): string {
  const text = columns.map((column) => String(row[column] ?? ''))
  const yesNo = flags.map((flag) => (row[flag] === 1 ? 'Yes' : 'No'))
  if (!funds) return csvLine([...text, ...yesNo])
  const total = depositsTotal(
    source.seed,
    accountAt(source.seed, source.accounts, Number(row['position'])),
    source.builtAt,
  )
  return csvLine([...text, ...yesNo, row['bank_account'] ? 'Yes' : 'No', String(row['bank_account'] ?? ''), total])
}

/**
 * All accounts as CSV text (D-48: no filter applies), one chunk of rows at a time. Memory stays bounded, and other
 * requests are answered between chunks.
 */
export async function* exportAccounts(
  database: DatabaseSync,
  source: DataSource,
  funds: boolean,
): AsyncGenerator<string> {
  const { all } = statements(database)
  yield csvLine([...header, ...flagHeader, ...(funds ? fundsHeader : [])])
  const sql = `SELECT ${rowColumns} FROM accounts WHERE position > ? AND position <= ? ORDER BY position`
  for (let start = 0; start < source.accounts; start += CHUNK) {
    yield all(sql, [start, start + CHUNK])
      .map((row) => line(row, source, funds))
      .join('')
    await setImmediate()
  }
}
