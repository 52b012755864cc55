import { inTransaction, statements } from '../../../server/embedded/database.ts'
import { conflict, done, userNotFound } from '../outcome.ts'
import { openAccounts, usersByEmail } from './users.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { DeskParts } from '../clearing/firm.ts'
import type { Outcome } from '../outcome.ts'

/** Cancels pending answers of the clearing firm, so that none changes the account later. */
function createEndPending(database: DatabaseSync) {
  const { run } = statements(database)
  return (accountId: number): void => {
    run('UPDATE case_moves SET applied = 1 WHERE account_id = ?', [accountId])
    run('UPDATE close_requests SET applied = 1 WHERE account_id = ?', [accountId])
  }
}

/** At its first step an application has only an e-mail address, which is its name in the list. */
const clearRow = `UPDATE accounts SET name = email, account_no = NULL, request_time = NULL, bank_account = NULL,
  status = 'NEW', pending_documents = 0, open_transfer = 0, is_active = 0, apex_restricted = 0 WHERE id = ?`
const atFirstStep = `SELECT 1 FROM accounts WHERE id = ? AND status = 'NEW'
  AND id IN (SELECT account_id FROM cleared_accounts) AND user_id NOT IN (SELECT user_id FROM support_information)`

/** Resets applications to their first step (D-168, D-170). */
export function applications({ database, detail, changed }: DeskParts) {
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

  /** Resets the application of a user to e-mail and password. Accounts that were ever open are refused. */
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

const deleteRow = 'UPDATE accounts SET name = ?, email = ?, bank_account = NULL, utm = NULL WHERE id = ?'
const markUser = `INSERT INTO support_users (user_id, is_deleted) VALUES (?, 1)
  ON CONFLICT DO UPDATE SET is_deleted = 1, has_mentor = 0`

/** Deletes personal data. Cases, documents, decisions, requests and payments must be kept. */
export function deletions({ database, detail, changed, clock }: DeskParts) {
  const { run } = statements(database)
  const users = usersByEmail(database)
  const isOpen = openAccounts({ database, detail })
  const endPending = createEndPending(database)

  function cancelBanks(accountId: number): void {
    for (const { id } of detail(accountId)?.detail.ach ?? []) {
      run('INSERT INTO ach_cancellations VALUES (?, ?, ?, ?)', [id, accountId, 'User data deleted', clock()])
    }
    run('INSERT OR IGNORE INTO unlinked_banks VALUES (?)', [accountId])
  }

  /** The list still names the other owner of a joint account. */
  function nameOf(accountId: number, userId: number): string {
    const found = detail(accountId)
    const other = found?.detail.joint_user === null ? null : found?.account.joint
    return `Deleted user ${userId}${other ? ` & ${other.given} ${other.family}` : ''}`
  }

  return function deleteInformation(email: string): Outcome {
    const user = users.find(email)
    if (!user) return userNotFound
    if (user.accountIds.some(isOpen)) return conflict('Close the account first')
    const { userId, accountIds } = user
    inTransaction(database, () => {
      run('DELETE FROM support_information WHERE user_id = ?', [userId])
      run('DELETE FROM partner_users WHERE user_id = ?', [userId])
      run(markUser, [userId])
      for (const id of accountIds) {
        endPending(id)
        cancelBanks(id)
        run(deleteRow, [nameOf(id, userId), `deleted-${userId}@deleted.invalid`, id])
      }
    })
    changed()
    return done('User data deleted')
  }
}
