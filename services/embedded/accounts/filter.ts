/** What the list call asks for: the parts that choose rows. */
export interface AccountFilter {
  readonly status?: string
  /** Trimmed, without NUL, at least one character. */
  readonly search?: string
  /** Only rows with pending documents. */
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

/** The SQL of everything but the search, over the table `accounts`. */
export function rowCondition(filter: AccountFilter): Condition {
  return condition(filter, 'accounts.status = ?', 'accounts.pending_documents > 0', 'accounts.open_transfer = 1')
}

/** The same choice over the table `account_buckets`. */
export function bucketCondition(filter: AccountFilter): Condition {
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
export function searchCondition(search: string): Condition {
  if (/^.{3}/su.test(search)) {
    return { sql: 'account_search MATCH ?', values: [`"${search.replaceAll('"', '""')}"`] }
  }
  const patterns = spellings(search).map((spelling) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`)
  const columns = ['name', 'email', 'account_no']
  const sql = patterns.flatMap(() => columns.map((column) => `accounts.${column} LIKE ? ESCAPE '\\'`)).join(' OR ')
  return { sql: `(${sql})`, values: patterns.flatMap((pattern) => columns.map(() => pattern)) }
}
