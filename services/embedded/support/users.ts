import { type SqlRow, statements } from '../../../server/embedded/database.ts'
import { staffByEmail } from '../staff.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { DeskParts } from '../clearing/firm.ts'

/** A customer who can sign in. */
export interface User {
  readonly userId: number
  readonly accountIds: readonly number[]
}

const holdsMoney: ReadonlySet<string> = new Set(['COMPLETE', 'PENDING'])
const openStatuses: ReadonlySet<string> = new Set(['COMPLETE', 'RESTRICTED'])

/** Customers by e-mail address in any case. */
export function usersByEmail(database: DatabaseSync) {
  const { all, first } = statements(database)
  const find = (sql: string, email: string): readonly SqlRow[] => all(sql, [email.trim()])
  return {
    /** The customer; undefined when no registered customer has the address. */
    find(email: string): User | undefined {
      const rows = find('SELECT id, user_id FROM accounts WHERE email = ? COLLATE NOCASE ORDER BY position', email)
      const userId = rows[0]?.['user_id']
      if (userId === undefined) return undefined
      if (first('SELECT 1 FROM support_users WHERE user_id = ? AND is_deleted = 1', [userId])) return undefined
      return { userId: Number(userId), accountIds: rows.map((row) => Number(row['id'])) }
    },
    /** The user ids of customers who were unregistered under the address. */
    unregistered(email: string): readonly number[] {
      const sql = 'SELECT DISTINCT user_id FROM unregistered_accounts WHERE email = ? COLLATE NOCASE'
      return find(sql, email).map((row) => Number(row['user_id']))
    },
    /** True when a customer or a staff member signs in with the address. */
    isTaken(email: string): boolean {
      if (staffByEmail(email.trim())) return true
      return find('SELECT 1 FROM accounts WHERE email = ? COLLATE NOCASE LIMIT 1', email).length > 0
    },
  }
}

/** Creates the check whether an account is open at the clearing firm or holds money. */
export function openAccounts({ database, detail }: Pick<DeskParts, 'database' | 'detail'>) {
  const { first } = statements(database)
  return (accountId: number): boolean => {
    const row = first('SELECT status, is_active FROM accounts WHERE id = ?', [accountId])
    if (!row || row['status'] === 'CLOSED') return false
    if (row['is_active'] === 1 || openStatuses.has(String(row['status']))) return true
    return (detail(accountId)?.detail.deposits ?? []).some(({ status }) => holdsMoney.has(status))
  }
}
