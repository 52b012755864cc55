import { accountAt } from '../data/account.ts'
import type { SqlRow } from '../accounts/row.ts'
import type { statements } from '../accounts/statements.ts'
import type { DataSource } from '../accounts/load.ts'

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

/** Accounts whose set-up failed, newest first. */
export function errorAccounts({ all, first }: ReturnType<typeof statements>, source: DataSource) {
  function wireRow(row: SqlRow) {
    const { primary } = accountAt(source.seed, source.accounts, Number(row['position']))
    return {
      ...identityOf(row),
      first_name: primary.given,
      last_name: primary.family,
      account_no: row['account_no'],
      created_at: row['request_time'],
    }
  }
  return {
    count: (): number => 1 + Number(first(`SELECT count(*) AS n ${failed}`)?.['n'] ?? 0),
    rows(skip: number, count: number): readonly object[] {
      const lead = skip === 0 ? [ivoLark] : []
      const sql = `SELECT position, id, user_id, email, account_no, request_time ${failed} ORDER BY position LIMIT ? OFFSET ?`
      return [...lead, ...all(sql, [count - lead.length, Math.max(0, skip - 1)]).map(wireRow)]
    },
  }
}
