import type { Status } from '../../schemas/shared/enumerations.ts'
import { parseInstant } from '../../language/parseInstant.ts'
import { citationText, composeReason } from '../../language/reasonText.ts'
import type { HistoryEvent } from '../../language/history.ts'
import { hasEffect, names, recordSteps, type RecordStep } from '../../src/show/history/recordSteps.tsx'
import type { HistoryEntry, Investigation } from '../../schemas/verification/investigation.ts'

/** Who has a decision on record: this console, the clearing firm, or both. */
export type RecordedBy = 'console' | 'firm' | 'both'

/** One decision on a case, or one state that the clearing firm gave it. */
export interface CipDecision {
  /** The time as recorded. A time that can't be parsed stays unchanged. */
  readonly at: string
  /** In the clearing firm's words: ACCEPTED, REJECTED, APPEALED, and any other state of its history. */
  readonly state: string
  /** Who made it. Of a request that a second person approved: the second person. */
  readonly by: string
  /** Of an approved request: who made the request, and what `by` said when approving it; may be empty. */
  readonly approval: HistoryEvent['approval']
  readonly isAutomatic: boolean
  readonly reason: string
  /** The documents named with the reason, in words; empty when there are none. */
  readonly reliedOn: string
  readonly acknowledged: readonly string[]
  /** Sent from here without an answer, so the outcome is unknown. */
  readonly isUnconfirmed: boolean
  readonly recordedBy: RecordedBy
}

/** An answer of the address validator that an automatic address approval relied on. */
export interface CipEvidence {
  readonly at: string
  readonly by: string
  readonly reference: string
}

const states: Readonly<Record<string, string>> = {
  'accountInvestigations.approve': 'ACCEPTED',
  'accountInvestigations.reject': 'REJECTED',
  'accountInvestigations.appeal': 'APPEALED',
} satisfies Record<string, Status<'investigation'>>

export const UPLOAD = 'accounts.uploadDocument'

const verbs: Readonly<Record<string, string>> = {
  [UPLOAD]: 'Uploaded',
  'accountDocuments.approve': 'Approved',
  'accountDocuments.reject': 'Rejected',
}

/** Recognizes the events that are about a document. */
export const isAboutDocument =
  (snapId: string) =>
  (event: HistoryEvent): boolean =>
    event.operation === UPLOAD ? event.reference === snapId : names(event, 'snap_id', snapId)

/** The actions on a document in this console, oldest first. */
export const stepsOf = (snapId: string, events: readonly HistoryEvent[]): readonly RecordStep[] =>
  recordSteps(events, verbs, isAboutDocument(snapId))

/** The address validator's answers for a case, oldest first. */
export const evidenceOf = (sketchId: string, events: readonly HistoryEvent[]): readonly CipEvidence[] =>
  events
    .filter((event) => event.operation === 'accounts.validateAddress' && event.outcome === 'done')
    // Older trails have the question under the same operation, with nothing of an answer.
    .filter(({ reference, reason }) => reference !== '' || reason !== '')
    .filter((event) => names(event, 'sketchId', sketchId))
    .map(({ at, actor, reference }) => ({ at, by: actor, reference }))
    .toReversed()

const ownDecision = (event: HistoryEvent): CipDecision => ({
  at: event.at,
  state: states[event.operation] ?? '',
  by: event.actor,
  approval: event.approval,
  isAutomatic: event.actorType === 'automation',
  reason: event.reason,
  reliedOn: event.evidence?.reliedOn.map(citationText).join('; ') ?? '',
  acknowledged: event.evidence?.acknowledged ?? [],
  isUnconfirmed: event.outcome === 'unknown',
  recordedBy: 'console',
})

const firmDecision = ({ user, timestamp, stateChange, comment }: HistoryEntry): CipDecision => ({
  at: timestamp,
  state: stateChange,
  by: user,
  approval: undefined,
  isAutomatic: false,
  reason: comment,
  reliedOn: '',
  acknowledged: [],
  isUnconfirmed: false,
  recordedBy: 'firm',
})

/** The largest accepted difference between the two clocks. */
const SAME_MS = 10 * 60_000

/** The text without numbers, because either side may have removed some. */
const bare = (text: string): string => text.replaceAll(/[\s\d•-]/g, '')

/** The comment that the clearing firm received with a decision. */
const sentComment = ({ reason, evidence }: HistoryEvent): string =>
  evidence === null ? reason : composeReason(reason, evidence)

function isSame(event: HistoryEvent, { timestamp, stateChange, comment }: HistoryEntry): boolean {
  const { at, operation } = event
  const [own, firm] = [parseInstant(at), parseInstant(timestamp)]
  if (own === undefined || firm === undefined || stateChange !== states[operation]) return false
  const isNear = Math.abs(own.getTime() - firm.getTime()) <= SAME_MS
  return isNear && (comment === '' || bare(comment) === bare(sentComment(event)))
}

/**
 * Pairs each of the console's own decisions on a case, oldest first, with its entry in the firm's history, if there is
 * one. `left` has the firm's other entries.
 */
export function pairedDecisions({ sketchId, history }: Investigation, events: readonly HistoryEvent[]) {
  const left = [...history]
  const own = events
    .filter((event) => Object.hasOwn(states, event.operation) && hasEffect(event))
    .filter((event) => names(event, 'sketchId', sketchId))
    .toReversed()
  const pairs = own.map((event) => {
    const index = left.findIndex((entry) => isSame(event, entry))
    return { event, entry: index < 0 ? undefined : left.splice(index, 1)[0] }
  })
  return { pairs, left }
}

const momentOf = ({ at }: CipDecision): number => parseInstant(at)?.getTime() ?? Number.MAX_SAFE_INTEGER

/**
 * The decisions on a case, oldest first: the console's own and the clearing firm's, each listed once. A decision in the
 * firm's history was made, even if its answer was lost.
 */
export function decisionsOf(investigation: Investigation, events: readonly HistoryEvent[]): readonly CipDecision[] {
  const { pairs, left } = pairedDecisions(investigation, events)
  const told = pairs.map(({ event, entry }) =>
    entry === undefined
      ? ownDecision(event)
      : { ...ownDecision(event), isUnconfirmed: false, recordedBy: 'both' as const },
  )
  return [...told, ...left.map(firmDecision)].toSorted((one, other) => momentOf(one) - momentOf(other))
}
