/**
 * The steps of the approval, in order (account review, section 4; D-130). With several cases, all take a step before
 * any takes the next one, so nothing is uploaded before every applicant qualifies (D-131).
 */
export const approvalSteps = ['check', 'validate', 'upload', 'save', 'approve', 'appeal'] as const

/** The name of one step of the automatic address approval. */
export type ApprovalStepName = (typeof approvalSteps)[number]

/** The state of one step of one case. `open`: not tried yet. `failed`: may be retried. */
export interface ApprovalProgress {
  readonly sketchId: string
  readonly name: ApprovalStepName
  readonly state: 'done' | 'failed' | 'open'
  readonly message?: string
  /** The time of the last change, ISO 8601 in UTC. */
  readonly at?: string
}

/** The progress of an account's approval. Until it is `done`, each call takes one more step. */
export interface ApprovalRun {
  readonly steps: readonly ApprovalProgress[]
  readonly done: boolean
}
