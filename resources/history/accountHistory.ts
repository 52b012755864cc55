import type { HistoryEvent } from '../../language/history.ts'
import { isPresent } from '../../language/predicate.ts'
import { isValues, valueAt } from '../../language/pointer.ts'
import { toneOf } from '../../language/registry.ts'
import { type Status, tones, type ToneTableName } from '../../schemas/shared/enumerations.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import { readSnaps, type Snap } from '../../schemas/verification/rules.ts'
import { casesIn, readVerification } from '../../schemas/verification/verification.ts'
import type { HistoryFacts, HistorySource, SourceLine } from '../../src/console/extensions.ts'
import { shortId } from '../../src/show/history/historyLines.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import {
  actionsOn,
  CLOSE_ACCOUNT,
  rejectReason,
  requestState,
  requestStates,
  underWay,
} from '../requests/requestState.ts'
import { hasEffect, names } from '../../src/show/history/recordSteps.tsx'
import { isAboutDocument, pairedDecisions, UPLOAD } from '../verification/caseTrail.ts'
import { applicantNames } from '../verification/useApplicantNames.ts'
import { VERIFICATION } from '../verification/useVerification.ts'

type Item = Readonly<Record<string, unknown>>

const itemsAt = (detail: unknown, place: `/${string}`): readonly Item[] => {
  const found = valueAt(detail, place)
  return Array.isArray(found) ? found.filter(isValues) : []
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const stateIn = (table: ToneTableName, state: string) => ({ text: state, tone: toneOf(tones[table], state) })

/**
 * All cases, each with its applicant. A current one without a name has the one of the account's detail; whose an earlier one
 * is, is not known then.
 */
function namedCases({ answer, detail }: HistoryFacts): readonly Investigation[] {
  const names = applicantNames({ record: { id: detail.id, name: valueAt(detail, '/account/0/name') }, detail })
  const current = readVerification(answer).applicants.map(({ current: { sketchId } }) => sketchId)
  return casesIn(answer).map((one) =>
    one.applicant === '' ? { ...one, applicant: names[current.indexOf(one.sketchId)] ?? '' } : one,
  )
}

/** The states of a case in the clearing firm's history, and the decisions made here that led to them. */
function caseLines(one: Investigation, events: readonly HistoryEvent[]): readonly SourceLine[] {
  const { sketchId, applicant, status, history, error } = one
  const shared = {
    kind: 'Verification',
    what: applicant === '' ? `Case ${shortId(sketchId)}` : `Case ${shortId(sketchId)} of ${applicant}`,
    about: { part: 'accountInvestigations', id: sketchId },
  }
  const { pairs } = pairedDecisions(one, events)
  const lines = history.map((entry, index): SourceLine => {
    const { user, timestamp, stateChange, comment } = entry
    const own = pairs.find((pair) => pair.entry === entry)
    const isCurrent = index === history.length - 1 && stateChange === status
    return {
      ...shared,
      key: `${sketchId}-${index}`,
      at: timestamp,
      who: user,
      state: stateIn('investigation', stateChange),
      why: comment || (isCurrent ? error : ''),
      ...(own === undefined ? {} : { confirms: own.event.seq }),
    }
  })
  if (status === '' || history.some(({ stateChange }) => stateChange === status)) return lines
  const state = stateIn('investigation', status)
  return [...lines, { ...shared, key: `${sketchId}-now`, at: '', who: '', state, why: error }]
}

/** The records of one kind in the account's detail, as lines: their states, and what was done here about them. */
interface Told {
  readonly shared: Pick<SourceLine, 'kind' | 'what' | 'about'>
  readonly key: string
  readonly status: string
  readonly tones: ToneTableName
  /** Why it has this state, if the record says so. */
  readonly why: string
  /** When it came to this state, if the record says so, and by whom. */
  readonly at: string
  readonly by?: string
  /** True for a state in which what was done here goes on. */
  readonly isUnderWay?: boolean
  /** The actions here that led to a state, each with that state. */
  readonly done: readonly { readonly event: HistoryEvent; readonly state: string }[]
}

/**
 * One line for each action here, and one for the present state if no action here explains it. What goes on has none of its own:
 * the newest action says it. An action with an unknown outcome was made when the record has the state that it leads to.
 */
function toldLines(told: Told): readonly SourceLine[] {
  const { shared, key, status, tones: table, why, at, by = '', isUnderWay = false, done } = told
  const isState = (state: string) => state.toUpperCase() === status.toUpperCase()
  const made = done.filter(({ event, state }) => event.outcome === 'done' || isState(state))
  const goesOn = isUnderWay && at === '' && made.length > 0 && !made.some(({ state }) => isState(state))
  const lines = made.map(({ event, state }, index): SourceLine => {
    const was = { text: state, tone: 'neutral' } as const
    const goingOn = { ...stateIn(table, status), text: `${state}, now ${status}` }
    const own = { at: event.at, who: event.actor, why: event.reason, confirms: event.seq }
    return {
      ...shared,
      ...own,
      key: `${key}-${event.seq}`,
      state: isState(state) ? stateIn(table, state) : goesOn && index === 0 ? goingOn : was,
    }
  })
  if (status === '' || goesOn || made.some(({ state }) => isState(state))) return lines
  return [...lines, { ...shared, key: `${key}-now`, at, who: by, state: stateIn(table, status), why }]
}

/** The actions on one record that had an effect, or may have had one. @param states the state that each leads to */
const doneTo = (
  events: readonly HistoryEvent[],
  states: Readonly<Record<string, string>>,
  isAbout: (event: HistoryEvent) => boolean,
): Told['done'] =>
  events.flatMap((event) => {
    const state = Object.hasOwn(states, event.operation) ? states[event.operation] : undefined
    return state === undefined || !hasEffect(event) || !isAbout(event) ? [] : [{ event, state }]
  })

const documentStates = {
  'accountDocuments.approve': 'approved',
  'accountDocuments.reject': 'rejected',
  [UPLOAD]: 'uploaded',
} satisfies Record<string, Status<'document'>>

/** The document's name in sentences: 'SSN card (snap-1)'. */
const documentName = ({ snap_id, proof, doc_type }: Snap): string =>
  `${formatValue('words', proof || doc_type)} (${snap_id})`

const documentLines = (snap: Snap, events: readonly HistoryEvent[]): readonly SourceLine[] =>
  toldLines({
    shared: { kind: 'Documents', what: documentName(snap), about: { part: 'accountDocuments', id: snap.snap_id } },
    key: snap.snap_id,
    status: snap.status,
    tones: 'document',
    why: '',
    at: '',
    done: doneTo(events, documentStates, isAboutDocument(snap.snap_id)),
  })

function requestLines(
  request: Item,
  requests: readonly Item[],
  events: readonly HistoryEvent[],
): readonly SourceLine[] {
  const id = text(request['id'])
  const what = `${formatValue('words', request['request_type'])} request ${id}`
  const shared = { kind: 'Requests', what, about: { part: 'accountRequests', id } }
  const answer = request['response_data']
  const isClosing = request['request_type'] === CLOSE_ACCOUNT
  const own = toldLines({
    shared,
    key: `request-${id}`,
    status: text(request['status']),
    tones: 'request',
    why: text(valueAt(answer, '/comment')),
    at: text(valueAt(answer, '/decidedAt')),
    isUnderWay: underWay.includes(text(request['status'])),
    by: isPresent(valueAt(answer, '/decidedAt')) && isClosing ? 'Clearing firm' : '',
    done: doneTo(actionsOn(request, requests, events), requestStates, () => true),
  })
  if (valueAt(answer, '/currentState') === undefined) return own
  const { name, tone } = requestState({ ...request, id })
  const at = text(valueAt(answer, '/stateChangedAt'))
  const why = rejectReason(text(valueAt(answer, '/notes')))
  return [...own, { ...shared, key: `transfer-${id}`, at, who: 'Clearing firm', state: { text: name, tone }, why }]
}

const bankLines = (ach: Item, events: readonly HistoryEvent[]): readonly SourceLine[] => {
  const id = text(ach['id'])
  const what = `Bank relationship ${[text(ach['nickname']), `(${id})`].filter((part) => part !== '').join(' ')}`
  return toldLines({
    shared: { kind: 'Bank', what, about: { part: 'achRelationships', id } },
    key: `ach-${id}`,
    status: text(ach['status']),
    tones: 'ach',
    why: formatValue('achReason', ach['reason']).replace(/^-$/, ''),
    at: text(ach['creation_time']),
    done: doneTo(events, { 'achRelationships.cancel': 'CANCELED' satisfies Status<'ach'> }, (event) =>
      names(event, 'id', id),
    ),
  })
}

const inDetail = ({ detail, events }: HistoryFacts): readonly SourceLine[] => [
  ...readSnaps(detail).flatMap((snap) => documentLines(snap, events)),
  ...itemsAt(detail, '/request').flatMap((request, _index, all) => requestLines(request, all, events)),
  ...itemsAt(detail, '/ach').flatMap((ach) => bankLines(ach, events)),
]

/** What the account itself and the clearing firm have on record about an account. */
export const accountHistory: readonly HistorySource[] = [
  { linesOf: inDetail },
  {
    label: 'Clearing firm',
    read: VERIFICATION,
    linesOf: (facts) => namedCases(facts).flatMap((one) => caseLines(one, facts.events)),
  },
]
