import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import { type SqlRow, statements } from '../../../server/embedded/database.ts'
import type { DeskParts } from '../accounts/details.ts'
import { staffByEmail } from '../shared/callers.ts'
import type { Status } from '../../../schemas/shared/enumerations.ts'

/** A customer who can sign in. */
export interface User {
  readonly userId: number
  readonly accountIds: readonly number[]
}

const holdsMoney: ReadonlySet<string> = new Set<Status<'cashTransfer'>>(['COMPLETE', 'PENDING'])
const openStatuses: ReadonlySet<string> = new Set<Status<'account'>>(['COMPLETE', 'RESTRICTED'])

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
    if (!row || row['status'] === ('CLOSED' satisfies Status<'account'>)) return false
    if (row['is_active'] === 1 || openStatuses.has(String(row['status']))) return true
    return (detail(accountId)?.detail.deposits ?? []).some(({ status }) => holdsMoney.has(status))
  }
}

/**
 * Some real services answer 200 with a failure in the body (X7). Every support call does so for this user and changes
 * nothing, which shows that screens never take such an answer for a success.
 */
export const failingUser = { email: 'hollis.textpayload@example.test', accountNo: '9ZZ10120' } as const

/** The answer for `failingUser`. */
export const failureInside = { status: 500, message: 'The user directory did not answer' } as const

const members = ['email', 'user_email', 'old_user_email', 'account_no', 'es_number'] as const

function isFailingUser(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false
  const given: Readonly<Record<string, unknown>> = { ...part }
  return members.some((member) => {
    const text = typeof given[member] === 'string' ? given[member].trim() : ''
    return text.toLowerCase() === failingUser.email || text === failingUser.accountNo
  })
}

/** Makes the calls of `app` fail for `failingUser`. */
export function failForOneUser(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ body, query, params }, reply) => {
    if ([body, query, params].some(isFailingUser)) return reply.code(200).send(failureInside)
    return undefined
  })
}
