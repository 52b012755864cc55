import type { Investigation } from '../../schemas/verification/investigation.ts'
import { isUnderWay } from '../../schemas/verification/rules.ts'
import type { Verification } from '../../schemas/verification/verification.ts'

/** A decision that was sent and has not been answered yet. */
export interface Waiting {
  readonly caseId: string
  /** The case as it stood when the decision was sent. */
  readonly status: string
  readonly decisions: number
  /** How often the case has been read since without an answer, and when last (ms since 1970). */
  readonly polls: number
  readonly readAt: number
}

/** After so many readings without an answer it is said that the firm takes its time (D-121). */
export const MOST_POLLS = 3
const SOON_MS = 2000
const SOON_POLLS = 10
const LATER_MS = 10_000

const decisionsIn = ({ history }: Investigation): readonly string[] =>
  history.map(({ stateChange }) => stateChange).filter((state) => state !== '' && !isUnderWay(state))

const caseOf = ({ applicants }: Verification, caseId: string): Investigation | undefined =>
  applicants.map(({ current }) => current).find(({ sketchId }) => sketchId === caseId)

/** What to wait for, from the moment a decision has been sent. */
export function waitingFor(verification: Verification, caseId: string, readAt: number): Waiting | undefined {
  const decided = caseOf(verification, caseId)
  return decided === undefined
    ? undefined
    : { caseId, status: decided.status, decisions: decisionsIn(decided).length, polls: 0, readAt }
}

/**
 * Whether the firm has answered: the case is there no longer, or has a result again that is another one, or the same
 * one once more.
 */
export function isAnswered({ caseId, status, decisions }: Waiting, verification: Verification): boolean {
  const now = caseOf(verification, caseId)
  if (now === undefined) return true
  if (isUnderWay(now.status)) return false
  const said = decisionsIn(now)
  // What was asked for may be in the history before it has come true.
  return now.status !== status || (said.length > decisions && said.at(-1) === now.status)
}

/** How long to the next reading, in ms: soon at first, then now and then for as long as somebody looks. */
export const pollEvery = (waiting: Waiting | undefined): number | false =>
  waiting === undefined ? false : waiting.polls < SOON_POLLS ? SOON_MS : LATER_MS
