import type { Evidence } from './evidence.ts'

/** How something that was done or tried has ended; `unknown` while nobody can say. */
export const historyOutcomes = ['done', 'refused', 'failed', 'unknown'] as const

/** One thing that was done to a record or tried, by a person or on a person's behalf (obligations R1, R3). */
export interface HistoryEvent {
  readonly seq: number
  /** ISO 8601 in UTC, by the gateway's clock. */
  readonly at: string
  /** The e-mail of the member of staff; empty where nobody was signed in. */
  readonly actor: string
  readonly actorType: 'human' | 'automation'
  /** `accountDocuments.reject`, and what people call it. */
  readonly operation: string
  readonly label: string
  /** The fields that name what was acted upon: `book_id=3`. Personal ones are masked. */
  readonly target: string
  /** As it was typed. */
  readonly reason: string
  /** What the person relied on; null where the action takes no evidence. */
  readonly evidence: Evidence | null
  readonly outcome: (typeof historyOutcomes)[number]
  /** What a service calls what came of it: a stored document, an answer of the address validator. */
  readonly reference: string
}

/** A page of a record's history, newest first; `next` is what to ask `before` for the page after it. */
export interface HistoryPage {
  readonly events: readonly HistoryEvent[]
  readonly next: number | null
}
