import { composeReason } from '../../../language/reasonText.ts'
import type { HistoryEvent } from '../../../language/history.ts'
import { parseInstant } from '../../../language/parseInstant.ts'
import type { NestedResource } from '../../../language/resource.ts'
import { differencesOf, differenceText } from '../../actions/recordChange.ts'
import type { HistorySubject, PageModel, SourceLine } from '../../console/extensions.ts'

/** One line of a record's history. */
export interface HistoryLine extends Omit<SourceLine, 'confirms'> {
  readonly isAutomatic: boolean
  /** How an action of this console ended. A line of another source has none. */
  readonly outcome: HistoryEvent['outcome'] | undefined
  /** What went wrong; empty where nothing did. */
  readonly failure: string
  /** What it has changed, field by field: 'Status: CLOSED → COMPLETE'. */
  readonly changes: readonly string[]
  /** Its number in the audit trail, for its proof. */
  readonly seq: number | undefined
  /** A file was looked at and not saved. */
  readonly isView: boolean
  /** Of what one person requested and the person of the line decided about. */
  readonly approval: HistoryEvent['approval']
  /** How a person settled its outcome, where that was unknown. */
  readonly settled: HistoryEvent['settled']
  readonly isRejection: boolean
  /** Who else has it on record, or who alone has; empty for this console and the record's own service. */
  readonly source: string
}

interface SourceLines {
  readonly label: string
  readonly lines: readonly SourceLine[]
}

/** The value of a field in an event's target, `book_id=3&copy=1`. */
export const targetValue = ({ target }: HistoryEvent, field: string): string | undefined =>
  target
    .split('&')
    .find((part) => part.startsWith(`${field}=`))
    ?.slice(field.length + 1)

/** The nested record that an event names. */
function subjectOf(event: HistoryEvent, part: NestedResource | undefined): HistorySubject | undefined {
  const id = part === undefined ? undefined : targetValue(event, part.partOf.key)
  return part === undefined || id === undefined ? undefined : { part: part.name, id }
}

type Page = Pick<PageModel, 'definition' | 'parts'>

/** The longest id that a line shows whole. People tell longer ones apart by their ends. */
const MOST_ID = 16

/** An id as a line shows it. */
export const shortId = (id: string): string => (id.length > MOST_ID ? `…${id.slice(-8)}` : id)

/** A record that no source has any more, by the name that it had. */
const formerName = (name: string | undefined, id: string): string =>
  name === undefined || name === id ? shortId(id) : `${name} (${shortId(id)})`

/** What the sources call the nested records, by their parts and ids. */
type SubjectNames = ReadonlyMap<string, string>

const keyOf = ({ part, id }: HistorySubject): string => JSON.stringify([part, id])

function lineOf(event: HistoryEvent, { definition, parts }: Page, subjectNames: SubjectNames): HistoryLine {
  const { seq, at, actor, label, reason, evidence, outcome } = event
  const part = parts.find(({ name }) => name === event.operation.split('.')[0])
  const about = subjectOf(event, part)
  return {
    key: String(seq),
    at,
    who: actor,
    isAutomatic: event.actorType === 'automation',
    kind: (part ?? definition).label,
    what:
      about === undefined ? label : `${label}: ${subjectNames.get(keyOf(about)) ?? formerName(event.name, about.id)}`,
    why: evidence === null ? reason : composeReason(reason, evidence),
    outcome,
    failure: event.failure ?? '',
    changes: differencesOf(part ?? definition, event.changes?.before ?? {}, event.changes?.after ?? {}).map(
      differenceText,
    ),
    seq,
    isView: event.isView === true,
    approval: event.approval,
    settled: event.settled,
    isRejection: event.operation.endsWith('.approvalRejected'),
    source: '',
    ...(about === undefined ? {} : { about }),
  }
}

/** An event with what a source knows about it: the event's person and reason, and the source's words and state. */
const confirmed = (own: HistoryLine, { what, kind, state, about }: SourceLine, source: string): HistoryLine => ({
  ...own,
  what,
  kind,
  ...(own.outcome === 'unknown' ? { outcome: 'done', failure: '' } : {}),
  source,
  // The state is what it has changed.
  ...(state === undefined ? {} : { state, changes: [] }),
  ...(about === undefined ? {} : { about }),
})

const fromSource = ({ confirms: _confirms, ...line }: SourceLine, source: string, index: number): HistoryLine => ({
  ...line,
  key: `${index}-${line.key}`,
  isAutomatic: false,
  outcome: undefined,
  failure: '',
  changes: [],
  seq: undefined,
  isView: false,
  approval: undefined,
  settled: undefined,
  isRejection: false,
  source,
})

const timeOf = ({ at }: HistoryLine): number => parseInstant(at)?.getTime() ?? Number.NEGATIVE_INFINITY

/**
 * The lines of a record's history, newest first; those without a time are last. A line that several sources know is one
 * line.
 */
export function historyLines(
  page: Page,
  events: readonly HistoryEvent[],
  sources: readonly SourceLines[],
): readonly HistoryLine[] {
  const known = sources.flatMap(({ label, lines }, index) => lines.map((line) => ({ line, label, index })))
  const subjectNames = new Map(
    known.flatMap(({ line }) => (line.about ? [[keyOf(line.about), line.what] as const] : [])),
  )
  const own = events.map((event) => {
    const source = known.find(({ line }) => line.confirms === event.seq)
    const line = lineOf(event, page, subjectNames)
    return source === undefined ? line : confirmed(line, source.line, source.label)
  })
  const seqs = new Set(events.map(({ seq }) => seq))
  const others = known
    .filter(({ line: { confirms } }) => confirms === undefined || !seqs.has(confirms))
    .map(({ line, label, index }) => fromSource(line, label, index))
  return [...own, ...others].toSorted((one, other) => {
    const [first, second] = [timeOf(one), timeOf(other)]
    return first === second ? 0 : second - first
  })
}

/** True when the line has a time that can be read. */
export const isDated = (line: HistoryLine): boolean => timeOf(line) !== Number.NEGATIVE_INFINITY

/** The other times that the person of a line looked at the same file, newest first. */
export type Repeats = ReadonlyMap<HistoryLine, readonly HistoryLine[]>

/** Finds who looked at the same file more than once: the newest of those lines, with the others. */
export function repeatedViews(lines: readonly HistoryLine[]): Repeats {
  const views = lines.filter(({ isView, outcome }) => isView && outcome === 'done')
  const groups = Map.groupBy(views, ({ who, kind, what }) => JSON.stringify([who, kind, what])).values()
  return new Map(
    [...groups].flatMap(([newest, ...others]) =>
      newest === undefined || others.length === 0 ? [] : [[newest, others] as const],
    ),
  )
}

const isSameAction = (one: HistoryLine, other: HistoryLine): boolean =>
  one.what === other.what && one.kind === other.kind

/** Actions with an unknown outcome that nothing later settles: no source confirms them, and no repetition was made. */
export const unknownOutcomes = (lines: readonly HistoryLine[]): readonly HistoryLine[] =>
  lines.filter(
    (line, index) =>
      line.outcome === 'unknown' &&
      !lines.slice(0, index).some((later) => later.outcome === 'done' && isSameAction(line, later)),
  )
