import { type SqlRow, statements } from '../../../server/embedded/database.ts'
import { knownStatuses } from '../data/statuses.ts'
import { BUCKET_BITS } from './tables.ts'
import type { DatabaseSync } from 'node:sqlite'

export interface AccountFilter {
  readonly status?: string
  /** Trimmed, without NUL, at least one character. */
  readonly search?: string
  readonly pendingDocuments: boolean
  /** Only rows with an undecided transfer request. */
  readonly openTransfer: boolean
}

/** A condition of an SQL statement with the values of its parameters. */
export interface Condition {
  readonly sql: string
  readonly values: readonly string[]
}

function condition(filter: AccountFilter, status: string, documents: string, transfer: string): Condition {
  const parts = [
    ...(filter.status === undefined ? [] : [status]),
    ...(filter.pendingDocuments ? [documents] : []),
    ...(filter.openTransfer ? [transfer] : []),
  ]
  return { sql: parts.join(' AND ') || 'true', values: filter.status === undefined ? [] : [filter.status] }
}

/** The condition over the table `accounts`, without the search. */
function rowCondition(filter: AccountFilter): Condition {
  return condition(filter, 'accounts.status = ?', 'accounts.pending_documents > 0', 'accounts.open_transfer = 1')
}

/** The same condition over the table `account_buckets`. */
function bucketCondition(filter: AccountFilter): Condition {
  return condition(filter, 'status = ?', 'documents = 1', 'transfer = 1')
}

/** Letters outside ASCII have no case for LIKE, so their spellings are tried one by one. */
function spellings(search: string): readonly string[] {
  const title = search.charAt(0).toUpperCase() + search.slice(1).toLowerCase()
  return /^[\x20-\x7e]*$/.test(search)
    ? [search]
    : [...new Set([search, search.toLowerCase(), search.toUpperCase(), title])]
}

/**
 * The SQL of the search in name, e-mail and account number: the trigram index for three characters and more,
 * LIKE for shorter text, which the index cannot find.
 */
function searchCondition(search: string): Condition {
  if (/^.{3}/su.test(search)) {
    return { sql: 'account_search MATCH ?', values: [`"${search.replaceAll('"', '""')}"`] }
  }
  const patterns = spellings(search).map((spelling) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`)
  const columns = ['name', 'email', 'account_no']
  const sql = patterns.flatMap(() => columns.map((column) => `accounts.${column} LIKE ? ESCAPE '\\'`)).join(' OR ')
  return { sql: `(${sql})`, values: patterns.flatMap((pattern) => columns.map(() => pattern)) }
}

/** The columns of a list row, in the order of the wire (spec account-review section 3, 'Account list row'). */
export const rowColumns = `accounts.id, accounts.name, accounts.email, accounts.user_id, accounts.is_test, accounts.account_no,
  accounts.request_time, accounts.bank_account, accounts.status, accounts.pending_documents, accounts.is_restricted,
  accounts.apex_restricted, accounts.is_active, accounts.utm, accounts.position`

function wireRow(row: SqlRow) {
  const utm = row['utm']
  return {
    id: row['id'],
    name: row['name'],
    user__email: row['email'],
    user__id: row['user_id'],
    user__is_test: row['is_test'] === 1,
    account_no: row['account_no'],
    request_time: row['request_time'],
    bank_account: row['bank_account'],
    status: row['status'],
    pending_documents: row['pending_documents'],
    is_restricted: row['is_restricted'] === 1,
    apex_account_restricted: row['apex_restricted'] === 1,
    is_active: row['is_active'] === 1,
    profile_utm: typeof utm === 'string' ? (JSON.parse(utm) as unknown) : null,
  }
}

/** Rows of a page (spec account-review section 9). */
const PAGE_SIZE = 50
const REMEMBERED_COUNTS = 200

export type AccountList = ReturnType<typeof openAccountList>

interface Found {
  readonly rows: readonly ReturnType<typeof wireRow>[]
  readonly total: number
}

export function openAccountList(database: DatabaseSync) {
  const { all } = statements(database)
  const counts = new Map<string, number>()
  const buckets = new Map<string, readonly Bucket[]>()
  let statuses: readonly string[] | undefined
  const find = (filter: AccountFilter, skip: number): Found => {
    const { search, ...rest } = filter
    if (search !== undefined) return pageBySearch(all, counts, { ...rest, search }, skip)
    const unfiltered = filter.status === undefined && !filter.pendingDocuments && !filter.openTransfer
    return unfiltered ? pageOfAll(all, skip) : pageByBuckets(all, buckets, filter, skip)
  }
  return {
    /** Page `page` from 1 on, newest first. Pages beyond the end are empty, with the right number of pages. */
    page(filter: AccountFilter, page: number) {
      const skip = (page - 1) * PAGE_SIZE
      statuses ??= statusesIn(all)
      const { rows, total } = find(filter, skip)
      return { apex_accounts: rows, total_pages: Math.ceil(total / PAGE_SIZE), status: statuses }
    },
    /** Clears cached counts and statuses. Call it after every change of a column that the list filters by. */
    changed: (): void => {
      counts.clear()
      buckets.clear()
      statuses = undefined
    },
  }
}

type All = ReturnType<typeof statements>['all']

function statusesIn(all: All): readonly string[] {
  const present = all("SELECT DISTINCT status FROM account_buckets WHERE status <> ''").map((row) =>
    String(row['status']),
  )
  return [...new Set([...knownStatuses, ...present])]
}

/** Only unregistered users leave gaps between positions, so an unfiltered page is a range of positions. */
function pageOfAll(all: All, skip: number): Found {
  const gaps = all('SELECT position FROM unregistered_accounts ORDER BY position').map((row) => Number(row['position']))
  const last = Number(all('SELECT max(position) AS n FROM accounts')[0]?.['n'] ?? 0)
  const after = gaps.reduce((position, gap) => (gap <= position ? position + 1 : position), skip)
  const sql = `SELECT ${rowColumns} FROM accounts WHERE position > ? ORDER BY position LIMIT ?`
  const total = last - gaps.filter((gap) => gap < last).length
  return { rows: all(sql, [after, PAGE_SIZE]).map(wireRow), total }
}

/** How many rows of a filter a range of positions has. */
interface Bucket {
  readonly start: number
  readonly n: number
}

function bucketsOf(all: All, filter: AccountFilter): readonly Bucket[] {
  const { sql, values } = bucketCondition(filter)
  return all(
    `SELECT bucket, sum(n) AS n FROM account_buckets WHERE ${sql} GROUP BY bucket ORDER BY bucket`,
    values,
  ).map((row) => ({ start: Number(row['bucket']) << BUCKET_BITS, n: Number(row['n']) }))
}

/** Skips whole buckets by their counts, then walks an index inside the one where the page begins. */
function pageByBuckets(all: All, known: Map<string, readonly Bucket[]>, filter: AccountFilter, skip: number): Found {
  const key = JSON.stringify(filter)
  const buckets = known.get(key) ?? bucketsOf(all, filter)
  if (buckets.length > 0) known.set(key, buckets)
  let total = 0
  let first: { readonly start: number; readonly before: number } | undefined
  for (const { start, n } of buckets) {
    if (first === undefined && skip < total + n) first = { start, before: total }
    total += n
  }
  if (first === undefined) return { rows: [], total }
  const { sql, values } = rowCondition(filter)
  const rows = all(
    `SELECT ${rowColumns} FROM accounts ${indexFor(filter)} WHERE ${sql} AND position >= ? ORDER BY position LIMIT ? OFFSET ?`,
    [...values, first.start, PAGE_SIZE, skip - first.before],
  )
  return { rows: rows.map(wireRow), total }
}

/** The smallest index for the filter. The planner's choice would change with the statistics. */
function indexFor(filter: AccountFilter): string {
  if (filter.openTransfer) return 'INDEXED BY accounts_transfer'
  return filter.pendingDocuments ? 'INDEXED BY accounts_documents' : 'INDEXED BY accounts_status'
}

function pageBySearch(
  all: All,
  counts: Map<string, number>,
  filter: AccountFilter & { search: string },
  skip: number,
): Found {
  const rest = rowCondition(filter)
  const search = searchCondition(filter.search)
  const indexed = search.sql.startsWith('account_search')
  const order = indexed ? 'account_search.rowid' : 'accounts.position'
  const joined = indexed ? 'account_search CROSS JOIN accounts ON accounts.position = account_search.rowid' : 'accounts'
  const counted = indexed && rest.sql === 'true' ? 'account_search' : joined
  const where = `${search.sql} AND ${rest.sql}`
  const values = [...search.values, ...rest.values]
  const key = JSON.stringify(filter)
  const total = counts.get(key) ?? Number(all(`SELECT count(*) AS n FROM ${counted} WHERE ${where}`, values)[0]?.['n'])
  if (counts.size >= REMEMBERED_COUNTS) counts.clear()
  counts.set(key, total)
  if (skip >= total) return { rows: [], total }
  const rows = all(`SELECT ${rowColumns} FROM ${joined} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`, [
    ...values,
    PAGE_SIZE,
    skip,
  ])
  return { rows: rows.map(wireRow), total }
}
