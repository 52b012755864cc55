import { refusedResubmissions } from '../data/namedAccounts.ts'
import { inTransaction } from '../../../server/embedded/database.ts'
import { statements } from '../../../server/embedded/statements.ts'
import type { DatabaseSync } from 'node:sqlite'

/** How a change ended: `message` is a sentence for the person who asked for it. */
export interface Outcome {
  readonly kind: 'done' | 'refused' | 'unknown' | 'conflict'
  readonly message: string
}

const done = (message: string): Outcome => ({ kind: 'done', message })
const unknown = (message: string): Outcome => ({ kind: 'unknown', message })

/** The changes that staff can make to the flags and the status of accounts. */
export function accountChanges(database: DatabaseSync) {
  const { first, run } = statements(database)

  function setTest(userId: number, test: boolean): Outcome {
    const changed = run('UPDATE accounts SET is_test = ? WHERE user_id = ?', [Number(test), userId])
    if (changed === 0) return unknown('User not found')
    return done(test ? 'Account is marked as a test account' : 'Account is marked as a normal account')
  }

  /** Turns the restriction of a user around: the call carries no wanted state (D-57). */
  function toggleUserRestriction(userId: number): Outcome {
    return inTransaction(database, () => {
      const changed = run('UPDATE accounts SET is_restricted = 1 - is_restricted WHERE user_id = ?', [userId])
      if (changed === 0) return unknown('User not found')
      const row = first('SELECT is_restricted FROM accounts WHERE user_id = ? LIMIT 1', [userId])
      return done(row?.['is_restricted'] === 1 ? 'User is restricted' : 'User is no longer restricted')
    })
  }

  /** Sets the restriction of one account at the clearing firm (D-58). */
  function restrictAccount(accountNo: string, restricted: boolean): Outcome {
    const changed = run('UPDATE accounts SET apex_restricted = ? WHERE account_no = ?', [Number(restricted), accountNo])
    if (changed === 0) return unknown('Account not found')
    return done(restricted ? 'Account is restricted' : 'Account is no longer restricted')
  }

  /** Sends a failed account to the clearing firm again. */
  function resubmit(id: number): Outcome {
    const row = first('SELECT status FROM accounts WHERE id = ?', [id])
    if (!row) return unknown('Account not found')
    if (row['status'] !== 'SUBMIT_FAILED') {
      return { kind: 'refused', message: 'Resubmit failed: only a SUBMIT_FAILED account can be resubmitted' }
    }
    const refusal = refusedResubmissions.get(id)
    if (refusal !== undefined) return { kind: 'refused', message: refusal }
    run("UPDATE accounts SET status = 'INVESTIGATION_SUBMITTED' WHERE id = ?", [id])
    return done('Account resubmitted successfully')
  }

  /** Turns is_active around: the call carries no wanted state (D-87). A closed account stays as it is. */
  function toggleActive(id: number): Outcome {
    const row = first(
      "UPDATE accounts SET is_active = 1 - is_active WHERE id = ? AND status IS NOT 'CLOSED' RETURNING is_active",
      [id],
    )
    if (row) return done(row['is_active'] === 1 ? 'Account is active' : 'Account is not active')
    if (!first('SELECT 1 FROM accounts WHERE id = ?', [id])) return unknown('Account not found')
    return { kind: 'conflict', message: 'A closed account cannot be made active' }
  }

  return { setTest, toggleUserRestriction, restrictAccount, resubmit, toggleActive }
}
