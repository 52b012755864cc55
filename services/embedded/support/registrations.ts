import { statements } from '../../../server/embedded/statements.ts'
import { inTransaction } from '../../../server/embedded/database.ts'
import { conflict, done, refused, userNotFound } from './supportParts.ts'
import { usersByEmail } from './users.ts'
import type { Outcome } from '../accounts/changes.ts'
import type { SupportParts } from './supportParts.ts'

const pendingRequests = `SELECT 1 FROM (
  SELECT account_id FROM close_requests WHERE applied = 0 UNION ALL SELECT account_id FROM case_moves WHERE applied = 0
) WHERE account_id IN (SELECT id FROM accounts WHERE user_id = ?) LIMIT 1`

/** Unregistering users and bringing them back. */
export function registrations({ database, changed }: SupportParts) {
  const { first, run } = statements(database)
  const users = usersByEmail(database)

  function move(userId: number, from: string, to: string): void {
    inTransaction(database, () => {
      run(`INSERT INTO ${to} SELECT * FROM ${from} WHERE user_id = ?`, [userId])
      run(`DELETE FROM ${from} WHERE user_id = ?`, [userId])
    })
    changed()
  }

  /** Takes all accounts of a user out of the list and ends their sign-in; the address is free from then on. */
  function unregister(email: string): Outcome {
    const user = users.find(email)
    if (user) {
      if (first(pendingRequests, [user.userId])) return conflict('The clearing firm has yet to answer for this user')
      move(user.userId, 'accounts', 'unregistered_accounts')
      return done('User unregistered')
    }
    return users.unregistered(email).length > 0 ? conflict('User is already unregistered') : userNotFound
  }

  /** Brings back an unregistered user, each account to its place in the list as it was. */
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
