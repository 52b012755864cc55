import { statements } from '../../../server/embedded/statements.ts'
import { inTransaction } from '../../../server/embedded/database.ts'
import { conflict, done, userNotFound } from './supportParts.ts'
import { createEndPending } from './createEndPending.ts'
import { openAccounts, usersByEmail } from './users.ts'
import type { Outcome } from '../accounts/changes.ts'
import type { SupportParts } from './supportParts.ts'

const deleteRow = 'UPDATE accounts SET name = ?, email = ?, bank_account = NULL, utm = NULL WHERE id = ?'
const markUser = `INSERT INTO support_users (user_id, is_deleted) VALUES (?, 1)
  ON CONFLICT DO UPDATE SET is_deleted = 1, has_mentor = 0`

/** Deletes what describes a person. Cases, documents, decisions, requests and payments have to be kept. */
export function deletions({ database, detail, changed, clock }: SupportParts) {
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

  /** The other owner of a joint account asked for nothing, so the list goes on naming them. */
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
