import type { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type SqlRow, statements } from '../../../server/embedded/database.ts'
import { accountAt } from './accountAt.ts'
import type { accountDetails } from './details.ts'
import { type AccountFilter, type AccountList, rowColumns } from './list.ts'
import type { DataSource } from '../data/account.ts'
import { depositsTotal } from '../data/detail.ts'
import { accountNotFound, idText, pageText, readRoute } from '../shared/requests.ts'

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
async function* exportAccounts(database: DatabaseSync, source: DataSource, funds: boolean): AsyncGenerator<string> {
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

interface ListQuery {
  readonly pages?: string
  readonly status?: string
  readonly search_key?: string
  readonly pending_documents?: string
  readonly transfer_request?: string
}

const flag = { enum: ['', 'true', 'false', 'True', 'False'] } as const
const filters = {
  pages: pageText,
  status: { type: 'string', maxLength: 100 },
  search_key: { type: 'string', maxLength: 200 },
  pending_documents: flag,
  transfer_request: flag,
} as const

const isTrue = (value: string | undefined): boolean => value?.toLowerCase() === 'true'

function filterOf(query: ListQuery): AccountFilter {
  const search = query.search_key?.replaceAll('\0', '').trim()
  return {
    ...(query.status ? { status: query.status } : {}),
    ...(search ? { search } : {}),
    pendingDocuments: isTrue(query.pending_documents),
    openTransfer: isTrue(query.transfer_request),
  }
}

interface AccountRouteParts {
  readonly list: AccountList
  readonly detail: ReturnType<typeof accountDetails>
  readonly database: DatabaseSync
  readonly source: DataSource
}

export function accountRoutes(app: FastifyInstance, { list, detail, database, source }: AccountRouteParts): void {
  readRoute(app, { url: '/user/apex/get_apex_accounts', optional: filters }, (query) =>
    list.page(filterOf(query), Number(query.pages ?? 1)),
  )
  readRoute(
    app,
    { url: '/user/apex/get_apex_details_for_account', required: { apex_account_id: idText } },
    (given) => detail(Number(given.apex_account_id))?.detail ?? accountNotFound,
  )
  readRoute(app, { url: '/export-account-list', optional: { funds: flag } }, ({ funds }, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="Account List.csv"')
      .send(Readable.from(exportAccounts(database, source, isTrue(funds)))),
  )
}
