import { type SqlRow, statements } from '../../../server/embedded/database.ts'
import { investigationsFor } from '../data/investigations.ts'
import type { AccountNow } from '../accounts/details.ts'
import type { DeskParts } from '../clearing/firm.ts'
import type { Investigation } from '../data/investigation.ts'
import type { Snap } from '../data/wire.ts'
import type { Uploads } from './uploads.ts'

/** A request of staff about a case and the answer of the clearing firm, in effect from `due` (ms since 1970). */
interface CaseMove {
  readonly sketchId: string
  readonly action: string
  readonly comment: string
  readonly movedBy: string
  readonly movedAt: number
  readonly due: number
  readonly outcome: string
  readonly error: string | null
}

function caseMove(row: SqlRow): CaseMove {
  return {
    sketchId: String(row['sketch_id']),
    action: String(row['action']),
    comment: String(row['comment']),
    movedBy: String(row['moved_by']),
    movedAt: Number(row['moved_at']),
    due: Number(row['due']),
    outcome: String(row['outcome']),
    error: typeof row['error'] === 'string' ? row['error'] : null,
  }
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

/** An account with its current cases and documents. */
export interface AccountCases extends Pick<AccountNow, 'account' | 'status'> {
  readonly cases: readonly Investigation[]
  readonly snaps: readonly Snap[]
}

/** Dependencies of the verification desks. */
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
    const rows = all('SELECT * FROM case_moves WHERE account_id = ? ORDER BY id', [accountId])
    const { account, status, generatedSnaps } = found
    const basis = rows[0] ? rows[0]['basis'] : status
    const generated = investigationsFor(seed, account, typeof basis === 'string' ? basis : null, generatedSnaps)
    const moves = rows.map(caseMove)
    const cases = generated.map((each) => moved(each, moves, clock()))
    return { account, status, cases, snaps: found.detail.snaps }
  }
}
