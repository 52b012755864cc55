import { statements } from '../../../server/embedded/statements.ts'
import type { DatabaseSync } from 'node:sqlite'

/** Ends what the clearing firm still has to answer for an account, so that no answer brings it back to life. */
export function createEndPending(database: DatabaseSync) {
  const { run } = statements(database)
  return (accountId: number): void => {
    run('UPDATE case_moves SET applied = 1 WHERE account_id = ?', [accountId])
    run('UPDATE close_requests SET applied = 1 WHERE account_id = ?', [accountId])
  }
}
