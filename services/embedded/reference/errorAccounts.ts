import type { accountDetails } from '../accounts/details.ts'
import type { SqlRow } from '../../../server/embedded/statements.ts'
import type { statements } from '../../../server/embedded/statements.ts'

const failed = `FROM accounts WHERE status IN ('ERROR', 'SUBMIT_FAILED', 'REJECTED')`

/** Someone who never got as far as an account in the list. */
const ivoLark = {
  user_id: 77,
  first_name: 'Ivo',
  last_name: 'Lark',
  account_no: '9ZZ20011',
  created_at: '2026-02-28T09:00:00Z',
} as const

/** Where a row has the e-mail address: the real service does not agree with itself (D-160). */
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

/** Accounts whose set-up failed, newest first, under the names that their details show now. */
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
