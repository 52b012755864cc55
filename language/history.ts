import { evidence } from './evidence.ts'
import { settlement } from './settlement.ts'
import { count, countOrNull, list, moment, object, oneOf, only, orNull, text, values, type WireOf } from './wire.ts'

/** The outcomes of an action. `unknown`: it may have been made. */
const historyOutcomes = ['done', 'refused', 'failed', 'unknown'] as const

/** One action done or tried on a record, by a person or on a person's behalf (obligations R1, R3). */
const historyEvent = object(
  {
    seq: count,
    /** By the gateway's clock. */
    at: moment,
    /** The e-mail of the member of staff; empty when no one was signed in. */
    actor: text,
    actorType: oneOf(['human', 'automation']),
    /** `accountDocuments.reject`, and its label. */
    operation: text,
    label: text,
    /** The fields that identify the target: `book_id=3`. Personal ones are masked. */
    target: text,
    /** As it was typed. */
    reason: text,
    /** What the person relied on; null when the action takes no evidence. */
    evidence: orNull(evidence),
    outcome: oneOf(historyOutcomes),
    /** A service's name for the result: a stored document, an answer of the address validator. */
    reference: text,
  },
  {
    /** What the target was called, where the record before the change has a plain name. */
    name: text,
    /** The fields of the record that a change has changed, as they were and as they are. Personal values are masked. */
    changes: object({ before: values, after: values }),
    /** Of the reader's own action: the key that it was sent with. */
    idempotencyKey: text,
    /** What went wrong, in words; missing where nothing did. */
    failure: text,
    /** A file was looked at and not saved. */
    isView: only(true),
    /**
     * Of what was decided about a request: who had made it, by e-mail, and what the actor said when approving it; may be
     * empty.
     */
    approval: object({ requester: text, comment: text }),
    /** How a person settled the outcome, where it was unknown. */
    settled: settlement,
  },
)
export type HistoryEvent = WireOf<typeof historyEvent>

/** A page of a record's history, newest first. `next` is the value of `before` for the following page. */
export const historyPage = object({ events: list(historyEvent), next: countOrNull })
export type HistoryPage = WireOf<typeof historyPage>
