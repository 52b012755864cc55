import type { SqlRow } from '../../../server/embedded/statements.ts'
import type { Investigation } from '../data/investigation.ts'

/** What staff asked of a case, and what the clearing firm makes of it when it is due. Moments since 1970 in ms. */
export interface CaseMove {
  readonly sketchId: string
  readonly action: string
  readonly comment: string
  readonly movedBy: string
  readonly movedAt: number
  readonly due: number
  readonly outcome: string
  readonly error: string | null
}

/** A stored move. */
export function caseMove(row: SqlRow): CaseMove {
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
 * A case after the moves made in it, in their order: each shows in the history at once and in the status once it is
 * due. What the screening found stays as it was.
 */
export function moved(generated: Investigation, moves: readonly CaseMove[], now: number): Investigation {
  return moves
    .filter(({ sketchId }) => sketchId === generated.sketchId)
    .reduce((before, move) => step(before, move, now), generated)
}
