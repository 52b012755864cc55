import { sponsors } from '../data/sponsors.ts'
import { pageText } from '../services/requestSchemas.ts'
import type { FastifyInstance } from 'fastify'
import type { SqlRow, statements } from '../../../server/embedded/database.ts'
import type { accountDetails } from '../accounts/details.ts'
import type { alertsNow } from './alerts.ts'

const failed = `FROM accounts WHERE status IN ('ERROR', 'SUBMIT_FAILED', 'REJECTED')`

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

interface PageCall {
  readonly Querystring: { readonly page?: string }
}

const schema = { querystring: { type: 'object', properties: { page: pageText } } } as const
const skipOf = (page: string | undefined): number => (Number(page ?? 1) - 1) * PAGE_SIZE

/** Alerts (spec back-office section 7, 'Alerts and sponsors'; D-161). */
export function alertRoutes(app: FastifyInstance, alerts: ReturnType<typeof alertsNow>): void {
  app.get<PageCall>('/user/apex/admin/alerts', { schema }, async ({ query: { page } }) => {
    const [skip, rows] = [skipOf(page), await alerts()]
    const result = rows.slice(skip, skip + PAGE_SIZE)
    return { data: { result, total_pages: Math.ceil(rows.length / PAGE_SIZE) }, page: Number(page ?? 1) }
  })
}

/** Accounts whose set-up failed (D-159). The page count is text, as the real service sends it. */
export function errorAccountRoutes(app: FastifyInstance, list: ReturnType<typeof errorAccounts>): void {
  app.get<PageCall>('/user/apex/admin/error_accounts', { schema }, async ({ query: { page } }) => ({
    result: list.rows(skipOf(page), PAGE_SIZE),
    total_pages: String(Math.ceil(list.count() / PAGE_SIZE)),
  }))
}

/** Sponsored placements; the answer has no number of pages (spec back-office section 7; D-162). */
export function sponsorRoutes(app: FastifyInstance, seed: number): void {
  const rows = sponsors(seed)
  app.get<PageCall>('/sponsor/get_details', { schema }, async ({ query: { page } }) => {
    const skip = skipOf(page)
    return { data: { result: rows.slice(skip, skip + PAGE_SIZE) } }
  })
}
