import { inTransaction, statements } from '../../../server/embedded/database.ts'
import { isUndecided } from '../data/wire.ts'
import { accountNotFound, conflict, done, refused, userNotFound } from '../outcome.ts'
import { usersByEmail } from './users.ts'
import type { DeskParts } from '../clearing/firm.ts'
import type { Outcome } from '../outcome.ts'

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
    if (row['status'] !== 'CLOSED') return conflict('The account is not closed')
    if (first('SELECT 1 FROM support_users WHERE user_id = ? AND is_deleted = 1', [row['user_id'] ?? 0])) {
      return conflict('The data of this user was deleted: the account stays closed')
    }
    const id = Number(row['id'])
    const before = first('SELECT status, is_active FROM closed_accounts WHERE account_id = ?', [id])
    const status = before?.['status'] ?? 'COMPLETE'
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

  /** Ends every bank connection of a user. */
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
