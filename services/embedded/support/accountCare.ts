import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, statements } from '../../../server/embedded/database.ts'
import type { DeskParts } from '../accounts/details.ts'
import { isUndecided } from '../data/wire.ts'
import { accountNotFound, conflict, done, type Outcome, refused, userNotFound } from '../shared/requests.ts'
import { openAccounts, usersByEmail } from './users.ts'
import type { Status } from '../../../schemas/shared/enumerations.ts'
import { sqlStatus } from '../data/statuses.ts'

const pendingRequests = `SELECT 1 FROM (
  SELECT account_id FROM close_requests WHERE applied = 0 UNION ALL SELECT account_id FROM case_moves WHERE applied = 0
) WHERE account_id IN (SELECT id FROM accounts WHERE user_id = ?) LIMIT 1`

/** Unregistering and reinstating users. */
export function registrations({ database, changed }: DeskParts) {
  const { first, run } = statements(database)
  const users = usersByEmail(database)

  function move(userId: number, from: string, to: string): void {
    inTransaction(database, () => {
      run(`INSERT INTO ${to} SELECT * FROM ${from} WHERE user_id = ?`, [userId])
      run(`DELETE FROM ${from} WHERE user_id = ?`, [userId])
    })
    changed()
  }

  /** Removes all accounts of a user from the list and ends the sign-in; the address becomes free. */
  function unregister(email: string): Outcome {
    const user = users.find(email)
    if (user) {
      if (first(pendingRequests, [user.userId])) return conflict('The clearing firm has yet to answer for this user')
      move(user.userId, 'accounts', 'unregistered_accounts')
      return done('User unregistered')
    }
    return users.unregistered(email).length > 0 ? conflict('User is already unregistered') : userNotFound
  }

  /** Restores an unregistered user, each account unchanged at its place in the list. */
  function reinstate(email: string, userId: string): Outcome {
    const found = users.unregistered(email)
    if (found.length === 0) return users.find(email) ? conflict('User is not unregistered') : userNotFound
    const known = found.find((each) => String(each) === userId.trim())
    if (known === undefined) return refused('The user ID does not belong to this email')
    if (users.isTaken(email)) return conflict('Another user has registered with this email since')
    move(known, 'unregistered_accounts', 'accounts')
    return done('Account reinstated')
  }

  return { unregister, reinstate }
}

const reopenRow = 'UPDATE accounts SET status = ?, is_active = ?, open_transfer = ? WHERE id = ?'

/** Reopening closed accounts and unlinking banks. */
export function accountCare({ database, detail, changed, clock }: DeskParts) {
  const { first, run } = statements(database)
  const users = usersByEmail(database)

  /** Reopens a closed account with its earlier status, COMPLETE when that is unknown (D-172). */
  function reopen(accountNo: string): Outcome {
    const row = first('SELECT id, user_id, status FROM accounts WHERE account_no = ?', [accountNo.trim()])
    if (!row) return accountNotFound
    if (row['status'] !== ('CLOSED' satisfies Status<'account'>)) return conflict('The account is not closed')
    if (first('SELECT 1 FROM support_users WHERE user_id = ? AND is_deleted = 1', [row['user_id'] ?? 0])) {
      return conflict('The data of this user was deleted: the account stays closed')
    }
    const id = Number(row['id'])
    const before = first('SELECT status, is_active FROM closed_accounts WHERE account_id = ?', [id])
    const status = before?.['status'] ?? ('COMPLETE' satisfies Status<'account'>)
    const requests = detail(id)?.detail.request ?? []
    const isOpen = requests.some((each) => each.request_type === 'TRANSFER_ACCOUNT' && isUndecided(each))
    const last = Math.max(0, ...requests.map((each) => (each.request_type === 'CLOSE_ACCOUNT' ? each.id : 0)))
    inTransaction(database, () => {
      run(reopenRow, [status, Number(before?.['is_active'] ?? 1), Number(isOpen), id])
      run('INSERT OR REPLACE INTO reopened_accounts VALUES (?, ?)', [id, last])
    })
    changed()
    return done(`Account reopened as ${String(status)}`)
  }

  /** True when the account has a bank for deposits or withdrawals. */
  function isLinked(accountId: number): boolean {
    const now = detail(accountId)?.detail
    return (now?.bank.length ?? 0) > 0 || (now?.ach ?? []).some(({ status }) => status !== 'CANCELED')
  }

  function unlinkBank(email: string): Outcome {
    const user = users.find(email)
    if (!user) return userNotFound
    const linked = user.accountIds.filter(isLinked)
    if (linked.length === 0) return conflict('No bank account is linked')
    inTransaction(database, () => {
      for (const id of linked) {
        for (const entry of detail(id)?.detail.ach ?? []) {
          if (entry.status === 'CANCELED') continue
          run('INSERT INTO ach_cancellations VALUES (?, ?, ?, ?)', [entry.id, id, 'Bank account unlinked', clock()])
        }
        run('INSERT OR IGNORE INTO unlinked_banks VALUES (?)', [id])
        run('UPDATE accounts SET bank_account = NULL WHERE id = ?', [id])
      }
    })
    changed()
    return done('Bank account unlinked')
  }

  return { reopen, unlinkBank }
}

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
  status = ${sqlStatus<'account'>('NEW')}, pending_documents = 0, open_transfer = 0, is_active = 0, apex_restricted = 0 WHERE id = ?`
const atFirstStep = `SELECT 1 FROM accounts WHERE id = ? AND status = ${sqlStatus<'account'>('NEW')}
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
    if (
      first(`SELECT 1 FROM accounts WHERE user_id = ? AND status = ${sqlStatus<'account'>('CLOSED')}`, [user.userId])
    ) {
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
