import { statements } from '../../../server/embedded/statements.ts'
import { isCurrent } from './accountCases.ts'
import { isAskedFor, uncovered } from './coverage.ts'
import type { Outcome } from '../accounts/changes.ts'
import type { Investigation } from '../data/investigation.ts'
import type { AccountCases } from './accountCases.ts'
import type { VerificationParts } from './deskParts.ts'

/** What staff can make of an undecided case. */
export const caseDecisions = ['ACCEPTED', 'REJECTED'] as const

/** Which case staff want to move, their words, and the e-mail of the person. */
interface CaseSubmission {
  readonly accountId: number
  readonly sketchId: string
  readonly comment: string
  readonly by: string
  /** A document that the decision rests on. */
  readonly snapId?: string
}

/** An appeal with the documents it puts forward. */
export interface Appeal extends CaseSubmission {
  readonly snapIds: readonly string[]
}

/** Accepting or rejecting an undecided case (D-112). */
export interface CaseDecision extends CaseSubmission {
  readonly action: (typeof caseDecisions)[number]
}

interface Found extends AccountCases {
  readonly theCase: Investigation
}

const ended: ReadonlySet<string | null> = new Set(['CLOSED', 'CANCELED'])
const refused = (message: string): Outcome => ({ kind: 'refused', message })
const conflict = (message: string): Outcome => ({ kind: 'conflict', message })

/** The desk that takes appeals and decisions; the clearing firm answers them after a while. */
export function caseDesk({ database, cases, uploads, clock, delays }: VerificationParts) {
  const { first, run } = statements(database)

  /** The case that is to be moved, or why it cannot be. */
  function find({ accountId, sketchId }: CaseSubmission): Found | Outcome {
    const found = cases(accountId)
    if (!found) return { kind: 'unknown', message: 'Account not found' }
    const theCase = found.cases.find((each) => each.sketchId === sketchId && isCurrent(each))
    if (!theCase) return { kind: 'unknown', message: 'Case not found' }
    if (ended.has(found.status)) return conflict(`The account is ${found.status}`)
    const open = 'SELECT action FROM case_moves WHERE account_id = ? AND sketch_id = ? AND due > ? LIMIT 1'
    const move = first(open, [accountId, sketchId, clock()])
    if (move) return conflict(`The case is already ${String(move['action'])} and waits for the clearing firm`)
    return { ...found, theCase }
  }

  /** Whether the firm holds the document for this case, and has not seen it rejected. */
  function holds({ snaps, account, theCase }: Found, id: string): boolean {
    const snap = snaps.find(({ snap_id: snapId }) => snapId === id)
    if (snap) return snap.sketch_id === theCase.sketchId && ['uploaded', 'approved'].includes(snap.status)
    return uploads.find(id)?.accountId === account.id
  }

  function move(submission: CaseSubmission, basis: string | null, action: string, pace: number, answer: Answer): void {
    const now = clock()
    const sql = `
      INSERT INTO case_moves (account_id, sketch_id, action, comment, moved_by, basis, moved_at, due, outcome, error)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
    const { accountId, sketchId, comment, by } = submission
    run(sql, [accountId, sketchId, action, comment, by, basis, now, now + pace, answer.outcome, answer.error])
  }

  /** Asks the clearing firm to look again at a case that it did not accept (D-113, D-117). */
  function appeal(submission: Appeal): Outcome {
    const found = find(submission)
    if ('kind' in found) return found
    const { theCase, snaps } = found
    if (theCase.status === 'ACCEPTED') return conflict('The case is already ACCEPTED')
    const named = [...submission.snapIds, ...(submission.snapId === undefined ? [] : [submission.snapId])]
    const missing = named.find((id) => !holds(found, id))
    if (missing !== undefined) return refused(`Document ${missing} is not one of this case`)
    const proof = snaps.find(
      (snap) =>
        submission.snapIds.includes(snap.snap_id) && snap.status === 'approved' && isAskedFor(theCase, snap.proof),
    )
    if (!proof) return refused('An appeal needs an approved document that a rejected category asks for')
    move(submission, found.status, 'APPEALED', delays.appealDecision, answerTo(found))
    return { kind: 'done', message: 'The case is APPEALED' }
  }

  /** Accepts or rejects an undecided case of an account that requires action. */
  function decide(submission: CaseDecision): Outcome {
    const found = find(submission)
    if ('kind' in found) return found
    if (found.status !== 'ACTION_REQUIRED') return conflict(`The account is ${found.status ?? 'not submitted'}`)
    const { status } = found.theCase
    if (status !== 'INDETERMINATE') return conflict(`The case is already ${status}`)
    if (submission.action === 'ACCEPTED' && submission.snapId === undefined)
      return refused('Accepting needs a document')
    if (submission.snapId !== undefined && !holds(found, submission.snapId)) {
      return refused(`Document ${submission.snapId} is not one of this case`)
    }
    move(submission, found.status, submission.action, delays.caseDecision, { outcome: submission.action, error: null })
    return { kind: 'done', message: `The case is sent as ${submission.action}` }
  }

  return { appeal, decide }
}

interface Answer {
  readonly outcome: string
  readonly error: string | null
}

/** What the firm will say: yes when the approved documents speak to every rejected category. */
function answerTo({ theCase, snaps }: Found): Answer {
  const missing = uncovered(theCase, snaps, ['approved']).map(({ name }) => name)
  if (missing.length === 0) return { outcome: 'ACCEPTED', error: null }
  return { outcome: 'REJECTED', error: `The appeal was rejected: the documents do not cover ${missing.join(', ')}` }
}
