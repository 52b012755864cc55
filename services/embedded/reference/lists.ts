import type { FastifyInstance } from 'fastify'
import type { SqlRow, statements } from '../../../server/embedded/database.ts'
import type { accountDetails } from '../accounts/details.ts'
import { pageText, readRoute } from '../shared/requests.ts'
import { sqlStatus } from '../data/statuses.ts'

/** A notice for staff (D-161); members that do not apply are absent. */
interface Alert {
  readonly id: number
  readonly title?: string
  readonly message: string
  readonly ticker?: string
  readonly type?: string
  readonly status?: string
  readonly created_at: string | null
}

/** Number of newest alerts of each kind. */
const KEPT = 18

const fixed: readonly Alert[] = [
  { id: 9, title: 'Deposit returned', message: 'R01 on 9ZZ10058', created_at: '2026-03-03T12:00:00Z' },
  {
    id: 8,
    title: 'Transfer of 9ZZ10058 was rejected',
    message: 'SSN_TAX_ID_MISMATCH: the other firm has another tax number',
    type: 'TRANSFER',
    status: 'REQUEST_REJECT',
    created_at: '2026-03-02T22:41:30Z',
  },
  {
    id: 7,
    title: 'Ticker waits for approval',
    message: '<b>SHIB</b> was added to the cryptocurrency master and is not approved',
    ticker: 'SHIB',
    type: 'TICKER',
    created_at: '2026-03-02T14:00:00Z',
  },
  { id: 6, message: 'Bank details of 9ZZ10058 changed (C02)', type: 'ACH', created_at: '2026-02-27T16:20:00Z' },
  { id: 5, title: 'Upload of manual trade lines is open', message: '', type: 'UPLOAD', created_at: null },
]

const tradeAlert = (row: SqlRow): Alert => ({
  id: 1_000_000 + Number(row['id']),
  title: row['order_status'] === 'NO_SHARES' ? 'No shares to sell' : 'Trade rejected',
  message: `Trade ${String(row['id'])} of ${String(row['account_no'])}`,
  ticker: String(row['ticker']),
  type: 'TRADE',
  status: String(row['order_status']),
  created_at: String(row['created_at']),
})

const documentAlert = (row: SqlRow): Alert => ({
  id: 2_000_000 + Number(row['id']),
  title: 'Documents pending',
  message: `${String(row['pending_documents'])} for ${String(row['account_no'])}`,
  type: 'DOCUMENTS',
  status: String(row['status']),
  created_at: String(row['request_time']),
})

const restrictionAlert = (row: SqlRow): Alert => ({
  id: 3_000_000 + Number(row['id']),
  title: 'Account restricted',
  message: `${String(row['account_no'])} was restricted by the clearing firm`,
  type: 'RESTRICTION',
  created_at: String(row['request_time']),
})

const known = 'account_no IS NOT NULL AND request_time IS NOT NULL'
const accountColumns = 'id, account_no, request_time, status, pending_documents'
const queries = {
  trades: `SELECT id, account_no, ticker, order_status, created_at FROM trades NOT INDEXED
    WHERE order_status IN (${sqlStatus<'trade'>('REJECTED', 'REJECTED_FOR_EXECUTION', 'NO_SHARES')}) ORDER BY id DESC LIMIT ${KEPT}`,
  documents: `SELECT ${accountColumns} FROM accounts INDEXED BY accounts_documents
    WHERE pending_documents > 0 AND ${known} ORDER BY position LIMIT ${KEPT}`,
  restrictions: `SELECT ${accountColumns} FROM accounts
    WHERE status IN (${sqlStatus<'account'>('RESTRICTED', 'COMPLETE')}) AND apex_restricted = 1 AND ${known} ORDER BY position LIMIT ${KEPT}`,
} as const

/** The current alerts of trades and accounts, newest first. `ready` resolves when the trade lines are loaded. */
export function alertsNow({ all }: ReturnType<typeof statements>, ready: () => Promise<void>) {
  return async (): Promise<readonly Alert[]> => {
    await ready()
    const found = [
      ...fixed,
      ...all(queries.trades).map(tradeAlert),
      ...all(queries.documents).map(documentAlert),
      ...all(queries.restrictions).map(restrictionAlert),
    ]
    return found.toSorted((a, b) => (b.created_at ?? '').localeCompare(a.created_at ?? '') || a.id - b.id)
  }
}

const failed = `FROM accounts WHERE status IN (${sqlStatus<'account'>('ERROR', 'SUBMIT_FAILED', 'REJECTED')})`

/** A person without an account in the list. */
const ivoLark = {
  user_id: 77,
  first_name: 'Ivo',
  last_name: 'Lark',
  account_no: '9ZZ20011',
  created_at: '2026-02-28T09:00:00Z',
} as const

/** The members with the e-mail address, which differ from row to row in the real service (D-160). */
function identityOf(row: SqlRow): Readonly<Record<string, unknown>> {
  const { user_id: userId, email } = row
  const ways = [
    { user_id: userId, email },
    { user_id: userId, user__email: email },
    { user_id: email },
    { user_id: userId },
    { user_id: userId, email: null, user__email: email },
  ]
  return ways[Number(row['id']) % ways.length] ?? { user_id: userId }
}

/** Accounts whose set-up failed, newest first, with the current names of their details. */
export function errorAccounts(
  { all, first }: ReturnType<typeof statements>,
  detail: ReturnType<typeof accountDetails>,
) {
  function wireRow(row: SqlRow) {
    const shown = detail(Number(row['id']))?.detail.account[0]
    return {
      ...identityOf(row),
      first_name: shown?.['first_name'] ?? null,
      last_name: shown?.['last_name'] ?? null,
      account_no: row['account_no'],
      created_at: row['request_time'],
    }
  }
  return {
    count: (): number => 1 + Number(first(`SELECT count(*) AS n ${failed}`)?.['n'] ?? 0),
    rows(skip: number, count: number): readonly object[] {
      const lead = skip === 0 ? [ivoLark] : []
      const sql = `SELECT id, user_id, email, account_no, request_time ${failed} ORDER BY position LIMIT ? OFFSET ?`
      return [...lead, ...all(sql, [count - lead.length, Math.max(0, skip - 1)]).map(wireRow)]
    },
  }
}

/** Rows of a page of the reference lists (spec back-office section 9). */
const PAGE_SIZE = 20

const optional = { page: pageText }
const skipOf = (page: string | undefined): number => (Number(page ?? 1) - 1) * PAGE_SIZE

/** Alerts (spec back-office section 7, 'Alerts and sponsors'; D-161). */
export function alertRoutes(app: FastifyInstance, alerts: ReturnType<typeof alertsNow>): void {
  readRoute(app, { url: '/user/apex/admin/alerts', optional }, async ({ page }) => {
    const [skip, rows] = [skipOf(page), await alerts()]
    const result = rows.slice(skip, skip + PAGE_SIZE)
    return { data: { result, total_pages: Math.ceil(rows.length / PAGE_SIZE) }, page: Number(page ?? 1) }
  })
}

/** Accounts whose set-up failed (D-159). The page count is text, as the real service sends it. */
export function errorAccountRoutes(app: FastifyInstance, list: ReturnType<typeof errorAccounts>): void {
  readRoute(app, { url: '/user/apex/admin/error_accounts', optional }, ({ page }) => ({
    result: list.rows(skipOf(page), PAGE_SIZE),
    total_pages: String(Math.ceil(list.count() / PAGE_SIZE)),
  }))
}
