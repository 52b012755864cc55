import type { ApprovalState } from '../../language/approval.ts'

export interface ApprovalPerson {
  readonly userId: number
  readonly email: string
  readonly role: string
}

/** What was requested; stored encrypted. */
export interface ApprovalRequest {
  readonly requester: ApprovalPerson
  /** The request as the browser sent it: it is checked again before it is sent. */
  readonly raw: { readonly target: string; readonly body: unknown }
  readonly owner: string | undefined
  /** The digest of what the first person typed to confirm. */
  readonly confirmation: string | undefined
  /**
   * The record as the first person saw it, with masked values as masked, and of a form with what it would replace; null
   * for a form about none, absent where that was not known.
   */
  readonly seen: Readonly<Record<string, unknown>> | null | undefined
  /** What is requested, in a sentence. */
  readonly title: string
  /** What a form goes by, in lower case; absent for an action, and where others may not have it. */
  readonly about?: string | undefined
  /** Why it is requested, without personal data; absent where the action has a reason of its own. */
  readonly reason?: string | undefined
  /** The first person has confirmed to have checked the outcome of the same earlier request. */
  readonly isChecked: boolean
}

/** Who decided, and what they or the service said; stored encrypted. */
export interface ApprovalDecision {
  readonly person: ApprovalPerson
  readonly comment: string
  readonly message?: string | undefined
}

/** A request to keep. */
export interface NewApproval {
  readonly id: string
  /** `{resource}.{action}` */
  readonly operation: string
  /** The lock of the change: of equal targets one waits. */
  readonly target: string
  /** The record in the form of the audit trail: `books/4108`. */
  readonly subject: string | null
  readonly subjectHash: string
  readonly requestKey: string
  readonly requestHash: string
  readonly request: ApprovalRequest
}

/** One approval. Times are UTC milliseconds. */
export interface Approval extends Omit<NewApproval, 'subjectHash' | 'requestKey'> {
  readonly subjectHash: string
  readonly state: ApprovalState
  readonly requestedAt: number
  readonly expiresAt: number
  readonly decidedAt: number | null
  readonly decision: ApprovalDecision | undefined
  /** The first person needs to read no more of how it ended. */
  readonly isDismissed: boolean
}
