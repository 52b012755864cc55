import { knownStatuses } from '../data/statuses.ts'
import { bucketCondition, rowCondition, searchCondition } from './filter.ts'
import { rowColumns, wireRow } from './row.ts'
import { BUCKET_BITS } from './schema.ts'
import { statements } from '../../../server/embedded/statements.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { AccountFilter } from './filter.ts'

/** Rows of a page (spec account-review section 9). */
const PAGE_SIZE = 50
const REMEMBERED_COUNTS = 200

/** Reads pages of the account list. */
export interface AccountList {
  /** Page `page`, counted from 1, newest first. Beyond the end it is empty, with the right number of pages. */
  page(
    filter: AccountFilter,
    page: number,
  ): {
    readonly apex_accounts: readonly ReturnType<typeof wireRow>[]
    readonly total_pages: number
    readonly status: readonly string[]
  }
  /** Forgets remembered counts and statuses; to be called after every change of what rows are found by. */
  changed(): void
}

interface Found {
  readonly rows: readonly ReturnType<typeof wireRow>[]
  readonly total: number
}

/** The list over the given database. */
export function openAccountList(database: DatabaseSync): AccountList {
  const { all } = statements(database)
  const counts = new Map<string, number>()
  let statuses: readonly string[] | undefined
  const find = (filter: AccountFilter, skip: number): Found => {
    const { search, ...rest } = filter
    if (search !== undefined) return pageBySearch(all, counts, { ...rest, search }, skip)
    const unfiltered = filter.status === undefined && !filter.pendingDocuments && !filter.openTransfer
    return unfiltered ? pageOfAll(all, skip) : pageByBuckets(all, filter, skip)
  }
  return {
    page(filter, page) {
      const skip = (page - 1) * PAGE_SIZE
      statuses ??= statusesIn(all)
      const { rows, total } = find(filter, skip)
      return { apex_accounts: rows, total_pages: Math.ceil(total / PAGE_SIZE), status: statuses }
    },
    changed: () => {
      counts.clear()
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

/** Positions have no gaps but those of unregistered users, so an unfiltered page is a range of them. */
function pageOfAll(all: All, skip: number): Found {
  const gaps = all('SELECT position FROM unregistered_accounts ORDER BY position').map((row) => Number(row['position']))
  const last = Number(all('SELECT max(position) AS n FROM accounts')[0]?.['n'] ?? 0)
  const after = gaps.reduce((position, gap) => (gap <= position ? position + 1 : position), skip)
  const sql = `SELECT ${rowColumns} FROM accounts WHERE position > ? ORDER BY position LIMIT ?`
  const total = last - gaps.filter((gap) => gap < last).length
  return { rows: all(sql, [after, PAGE_SIZE]).map(wireRow), total }
}

/** Skips whole buckets by their counts, then walks an index inside the one where the page begins. */
function pageByBuckets(all: All, filter: AccountFilter, skip: number): Found {
  const counted = bucketCondition(filter)
  const buckets = all(
    `SELECT bucket, sum(n) AS n FROM account_buckets WHERE ${counted.sql} GROUP BY bucket ORDER BY bucket`,
    counted.values,
  ).map((row) => ({ start: Number(row['bucket']) << BUCKET_BITS, n: Number(row['n']) }))
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

/** The smallest index that serves the filter: the planner's guess changes with the statistics, this does not. */
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
