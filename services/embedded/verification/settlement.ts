import { inTransaction, statements } from '../../../server/embedded/database.ts'
import { isCurrent } from './cases.ts'
import type { CipCategory, Investigation } from '../data/investigation.ts'
import type { Snap } from '../data/wire.ts'
import type { AccountCases, VerificationParts } from './cases.ts'

/** The proof type that covers every check. */
const COVERS_ALL = 'ALL_PASSING_CIP_RESULTS'

const rejectedIn = ({ cipCategories }: Investigation): readonly CipCategory[] =>
  cipCategories.filter(({ categoryState }) => categoryState === 'REJECTED')

const asksFor = ({ requestedDocuments }: CipCategory, proof: string): boolean =>
  requestedDocuments.some(({ name }) => name === proof)

/** True when a rejected category of the case asks for a document of this proof type. */
export function isAskedFor(theCase: Investigation, proof: string): boolean {
  return rejectedIn(theCase).some((category) => asksFor(category, proof))
}

/** The rejected categories of a case without a document in one of the statuses. */
export function uncovered(
  theCase: Investigation,
  snaps: readonly Snap[],
  statuses: readonly string[],
): readonly CipCategory[] {
  const own = snaps.filter((snap) => snap.sketch_id === theCase.sketchId && statuses.includes(snap.status))
  return rejectedIn(theCase).filter(
    (category) => !own.some(({ proof }) => proof === COVERS_ALL || asksFor(category, proof)),
  )
}

/** The number of categories that ask for a document and have none uploaded or approved. */
export function pendingDocuments(cases: readonly Investigation[], snaps: readonly Snap[]): number {
  return cases
    .filter(({ archived, status }) => archived !== true && status !== 'ACCEPTED')
    .flatMap((theCase) => uncovered(theCase, snaps, ['uploaded', 'approved']))
    .filter(({ requestedDocuments }) => requestedDocuments.length > 0).length
}

const complete = `
  UPDATE accounts SET status = 'COMPLETE', is_active = 1, pending_documents = 0
  WHERE id = ? AND status NOT IN ('CLOSED', 'CANCELED', 'RESTRICTED')`
const suspend = `UPDATE accounts SET status = 'SUSPENDED' WHERE id = ? AND status = 'ACTION_REQUIRED'`
const count = 'UPDATE accounts SET pending_documents = ? WHERE id = ?'

/**
 * Updates accounts when the answers to their cases are due: COMPLETE when every case is accepted, SUSPENDED when all
 * are decided and one was rejected.
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

  /** Settles the accounts with a due answer. Cheap without one, so every request may call it. */
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
