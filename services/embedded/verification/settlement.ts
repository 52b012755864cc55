import { statements } from '../../../server/embedded/statements.ts'
import { inTransaction } from '../../../server/embedded/database.ts'
import { isCurrent } from './accountCases.ts'
import { pendingDocuments } from './coverage.ts'
import type { AccountCases } from './accountCases.ts'
import type { VerificationParts } from './deskParts.ts'

const complete = `
  UPDATE accounts SET status = 'COMPLETE', is_active = 1, pending_documents = 0
  WHERE id = ? AND status NOT IN ('CLOSED', 'CANCELED', 'RESTRICTED')`
const suspend = `UPDATE accounts SET status = 'SUSPENDED' WHERE id = ? AND status = 'ACTION_REQUIRED'`
const count = 'UPDATE accounts SET pending_documents = ? WHERE id = ?'

/**
 * Brings accounts to where the answers to their cases put them: COMPLETE when every case is accepted, SUSPENDED when
 * none waits for a decision any more and one was rejected. Computed from the moments stored with the moves.
 */
export function caseSettlement({ database, cases, changed, clock }: VerificationParts) {
  const { all, first, run } = statements(database)

  function settle(accountId: number, { cases: known, snaps }: AccountCases): void {
    const states = known.filter(isCurrent).map(({ status }) => status)
    if (states.every((status) => status === 'ACCEPTED')) {
      run(complete, [accountId])
      return
    }
    if (states.every((status) => status === 'ACCEPTED' || status === 'REJECTED')) run(suspend, [accountId])
    run(count, [pendingDocuments(known, snaps), accountId])
  }

  /** Settles the accounts whose answer has come due. Cheap when there is none, so every call may ask. */
  return function catchUp(): void {
    if (!first('SELECT 1 FROM case_moves WHERE applied = 0 AND due <= ? LIMIT 1', [clock()])) return
    inTransaction(database, () => {
      const due = 'UPDATE case_moves SET applied = 1 WHERE applied = 0 AND due <= ? RETURNING account_id'
      for (const accountId of new Set(all(due, [clock()]).map((row) => Number(row['account_id'])))) {
        const found = cases(accountId)
        if (found) settle(accountId, found)
      }
    })
    changed()
  }
}
