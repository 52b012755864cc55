import { flag, list, moment, object, oneOf, text, type WireOf } from '../../language/wire.ts'

/**
 * The steps of the approval, in order (account review, section 4; D-130). With several cases, all take a step before
 * any takes the next one, so nothing is uploaded before every applicant qualifies (D-131).
 */
export const approvalSteps = ['check', 'validate', 'upload', 'save', 'approve', 'appeal'] as const

export type ApprovalStepName = (typeof approvalSteps)[number]

/** The state of one step of one case. `open`: not tried yet. `failed`: may be retried. */
const progress = object(
  { sketchId: text, name: oneOf(approvalSteps), state: oneOf(['done', 'failed', 'open']) },
  {
    message: text,
    /** The time of the last change. */
    at: moment,
  },
)
export type ApprovalProgress = WireOf<typeof progress>

/** The progress of an account's approval. Until it is `done`, each call takes one more step. */
export const approvalRun = object(
  { steps: list(progress), done: flag },
  {
    /** A step is under way at this moment, for someone who only looks. */
    isUnderWay: flag,
  },
)
export type ApprovalRun = WireOf<typeof approvalRun>
