import { statements } from '../../../server/embedded/statements.ts'
import { inTransaction } from '../../../server/embedded/database.ts'
import { conflict, done, userNotFound } from './supportParts.ts'
import { createEndPending } from './createEndPending.ts'
import { openAccounts, usersByEmail } from './users.ts'
import type { Outcome } from '../accounts/changes.ts'
import type { SupportParts } from './supportParts.ts'

/** Of an application at its first step only the address is known, so the list names the person by it. */
const clearRow = `UPDATE accounts SET name = email, account_no = NULL, request_time = NULL, bank_account = NULL,
  status = 'NEW', pending_documents = 0, open_transfer = 0, is_active = 0, apex_restricted = 0 WHERE id = ?`
const atFirstStep = `SELECT 1 FROM accounts WHERE id = ? AND status = 'NEW'
  AND id IN (SELECT account_id FROM cleared_accounts) AND user_id NOT IN (SELECT user_id FROM support_information)`

/** Takes applications back to their first step (D-168, D-170). */
export function applications({ database, detail, changed }: SupportParts) {
  const { first, run } = statements(database)
  const users = usersByEmail(database)
  const isOpen = openAccounts({ database, detail })
  const endPending = createEndPending(database)

  function clearOne(accountId: number): void {
    endPending(accountId)
    run('DELETE FROM populated WHERE account_id = ?', [accountId])
    run('INSERT OR IGNORE INTO cleared_accounts VALUES (?)', [accountId])
    run(clearRow, [accountId])
  }

  /** Takes the application of a user back to e-mail and password; accounts that ever were open are not touched. */
  return function clear(email: string): Outcome {
    const user = users.find(email)
    if (!user) return userNotFound
    if (user.accountIds.some(isOpen)) return conflict('The account is open: close it instead of clearing it')
    if (first("SELECT 1 FROM accounts WHERE user_id = ? AND status = 'CLOSED'", [user.userId])) {
      return conflict('The account was open before and is closed: it cannot be cleared')
    }
    if (user.accountIds.every((id) => first(atFirstStep, [id]))) {
      return conflict('The application is already at its first step')
    }
    inTransaction(database, () => {
      run('DELETE FROM support_information WHERE user_id = ?', [user.userId])
      for (const id of user.accountIds) clearOne(id)
    })
    changed()
    return done('Application cleared back to email and password')
  }
}
