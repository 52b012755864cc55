import { APPROVAL_WAITING } from './outcomeNotice.ts'
import type { OpenQuestion } from './useQuestion.ts'

/** True for a question that only closes: its action is no longer possible, or someone else has requested it. */
export const hasNoWay = ({ change, failure }: OpenQuestion): boolean =>
  failure?.code === APPROVAL_WAITING || (change !== undefined && change.state !== 'possible')

/** What a question asks for now: it is read first each time that this is another. */
export function stageOf(question: OpenQuestion, isClaimed: boolean): string | undefined {
  if (hasNoWay(question)) return 'over'
  if (question.isLookedAt === true) return 'lookedAt'
  return isClaimed ? 'claimed' : question.change && 'changed'
}
