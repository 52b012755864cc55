import { statements } from '../../../server/embedded/statements.ts'
import { inTransaction } from '../../../server/embedded/database.ts'
import { isUndecided } from '../data/wire.ts'
import { accountNotFound, conflict, done, userNotFound } from './supportParts.ts'
import { usersByEmail } from './users.ts'
import type { Outcome } from '../accounts/changes.ts'
import type { SupportParts } from './supportParts.ts'

const reopenRow = 'UPDATE accounts SET status = ?, is_active = ?, open_transfer = ? WHERE id = ?'

/** Reopening closed accounts and unlinking banks. */
export function accountCare({ database, detail, changed, clock }: SupportParts) {
  const { first, run } = statements(database)
  const users = usersByEmail(database)

  /** Opens a closed account again: it goes back to what it was before, COMPLETE where that is not known (D-172). */
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

  /** Whether the account has a bank that money can come from or go to. */
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
