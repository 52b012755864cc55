import { sqlStatus, type AccountStatus } from '../data/statuses.ts'
import { inTransaction, statements } from '../../../server/embedded/database.ts'
import type { AccountNow, DeskParts } from '../accounts/details.ts'
import type { CipCategory, Investigation } from '../data/investigation.ts'
import { investigationsFor } from '../data/investigations.ts'
import type { Snap } from '../data/wire.ts'
import type { Uploads } from './uploads.ts'

/** A request of staff about a case and the answer of the clearing firm, in effect from `due` (ms since 1970). */
interface CaseMove {
  readonly sketchId: string
  readonly action: string
  readonly comment: string
  readonly movedBy: string
  /** The status of the account before. */
  readonly basis: AccountStatus
  readonly movedAt: number
  readonly due: number
  readonly outcome: string
  readonly error: string | null
}

function entry(user: string, time: number, stateChange: string, comment: string | null) {
  return { user, timestamp: new Date(time).toISOString(), stateChange, comment, archived: false }
}

function step(before: Investigation, move: CaseMove, now: number): Investigation {
  const asked = entry(move.movedBy, move.movedAt, move.action, move.comment)
  const history = [...(before.history ?? []), asked]
  if (now < move.due) return { ...before, history }
  const isAccepted = move.outcome === 'ACCEPTED'
  return {
    ...before,
    status: move.outcome,
    error: move.error,
    history: [...history, entry('system', move.due, move.outcome, move.error)],
    cipCategories: isAccepted
      ? before.cipCategories.map((category) => ({ ...category, categoryState: 'ACCEPTED' }))
      : before.cipCategories,
  }
}

/**
 * A case after its moves, in order. A move shows in the history at once and in the status once it is due; the findings
 * of the screening do not change.
 */
function moved(generated: Investigation, moves: readonly CaseMove[], now: number): Investigation {
  return moves
    .filter(({ sketchId }) => sketchId === generated.sketchId)
    .reduce((before, move) => step(before, move, now), generated)
}

export interface AccountCases extends Pick<AccountNow, 'account' | 'status'> {
  readonly cases: readonly Investigation[]
  readonly snaps: readonly Snap[]
}

export interface VerificationParts extends DeskParts {
  readonly cases: ReturnType<typeof accountCases>
  readonly uploads: Uploads
}

/** True unless a later run of the checks replaced the case. */
export const isCurrent = ({ archived }: Investigation): boolean => archived !== true

/**
 * Reads the cases of an account; undefined when there is no such account. They are derived from the status before the
 * first move, so that a move which changes the status does not change the past.
 */
export function accountCases({ database, detail, seed, clock }: DeskParts) {
  const { all } = statements(database)
  return (accountId: number): AccountCases | undefined => {
    const found = detail(accountId)
    if (!found) return undefined
    const moves = all<CaseMove>(
      `SELECT sketch_id AS sketchId, action, comment, moved_by AS movedBy, basis, moved_at AS movedAt, due, outcome, error
        FROM case_moves WHERE account_id = ? ORDER BY id`,
      [accountId],
    )
    const { account, status, generatedSnaps } = found
    const basis = moves[0] ? moves[0].basis : status
    const generated = investigationsFor(seed, account, basis, generatedSnaps)
    const cases = generated.map((each) => moved(each, moves, clock()))
    return { account, status, cases, snaps: found.detail.snaps }
  }
}

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

/** The number of categories that ask for a document and have none approved: an upload still waits for a decision. */
export function pendingDocuments(cases: readonly Investigation[], snaps: readonly Snap[]): number {
  return cases
    .filter(({ archived, status }) => archived !== true && status !== 'ACCEPTED')
    .flatMap((theCase) => uncovered(theCase, snaps, ['approved']))
    .filter(({ requestedDocuments }) => requestedDocuments.length > 0).length
}

const complete = `
  UPDATE accounts SET status = ${sqlStatus<'account'>('COMPLETE')}, is_active = 1, pending_documents = 0
  WHERE id = ? AND status NOT IN (${sqlStatus<'account'>('CLOSED', 'CANCELED', 'RESTRICTED')})`
const suspend = `UPDATE accounts SET status = ${sqlStatus<'account'>('SUSPENDED')} WHERE id = ? AND status = ${sqlStatus<'account'>('ACTION_REQUIRED')}`
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
