import {
  type ClockSource,
  clockSources,
  type WaitingState,
  type WaitingStates,
  waitingStates,
} from '../../schemas/overview.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { businessDaysSince, type BusinessDays } from '../requests/businessDays.ts'
import { transferClock } from '../requests/Clock.tsx'
import { alertAge, bankChangeDue } from '../requests/clockText.ts'
import { transferState } from '../requests/transferStates.ts'
import { allCounted, type Counted, mostFirst, readCounts, type Series, tally, type Tools } from './counted.ts'

/** How long a state has lasted, in business days. */
const ages: readonly (Series & { readonly below: number })[] = [
  { label: 'Under 1 day', color: 'var(--cs-accent)', below: 1 },
  { label: '1 day', color: 'var(--cs-info)', below: 2 },
  { label: '2 to 6 days', color: 'var(--cs-warning)', below: 7 },
  { label: 'Over 6 days', color: 'var(--cs-danger)', below: Number.POSITIVE_INFINITY },
]

/** States without a date of their own, until the time since this console first saw them is over 6 days. */
const UNDATED: Series = { label: 'Age unknown', color: 'var(--cs-input-border)' }

/** What differs between the clocks of transfers and of bank changes. */
interface Clocked {
  readonly source: ClockSource
  readonly rowLabel: string
  readonly accounts: string
  /** What is counted, one and many: 'change', 'changes'. */
  readonly counted: readonly [one: string, many: string]
  readonly totalLabel: string
  readonly calendar: BusinessDays['calendar']
  readonly labelOf: (state: string) => string
  readonly isOpen: (state: WaitingState) => boolean
  readonly isDue: (state: WaitingState, now: Date) => boolean
}

const startOf = ({ since, isFirstSeen }: WaitingState) => ({ at: new Date(since), isFirstSeen })

interface ScopeCounts {
  readonly open: number
  readonly due: number
  readonly undated: number
}

function scopeOf(answer: WaitingStates, clocked: Clocked, { open, due, undated }: ScopeCounts): string {
  const { accounts, isCut, unread } = answer
  const { accounts: kind, counted } = clocked
  const found = `${open} ${counted[open === 1 ? 0 : 1]}`
  const sentences = [
    isCut
      ? `The service can’t count. The first ${accounts} ${kind} are counted, with ${found}.`
      : allCounted(kind, accounts, found),
    unread === 0 ? '' : `${unread} of them couldn’t be read.`,
    due === 0 ? '' : `${due} ${due === 1 ? 'is' : 'are'} past the deadline.`,
    undated === 0
      ? ''
      : `The service names no date for ${undated}: their age is unknown until this console has seen them for over 6 days.`,
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

const counter =
  (clocked: Clocked) =>
  async (tools: Tools): Promise<Counted> => {
    const { source, rowLabel, calendar, labelOf, isOpen, isDue } = clocked
    const answer = await readCounts(tools, `/console/waiting/${source}`, waitingStates)
    const now = new Date(answer.asOf)
    const open = answer.states.filter(isOpen)
    const placeOf = ({ since, isFirstSeen }: WaitingState): number => {
      const days = businessDaysSince(new Date(since), now, calendar)
      const place = ages.findIndex(({ below }) => days < below)
      return isFirstSeen && place < ages.length - 1 ? ages.length : place
    }
    const undated = open.filter((state) => placeOf(state) === ages.length).length
    const series = undated > 0 ? [...ages, UNDATED] : ages
    const rows = [...Map.groupBy(open, ({ state }) => state)].map(([state, waiting]) => ({
      key: state,
      label: labelOf(state),
      values: tally(waiting, series.length, placeOf),
      isCut: answer.isCut || answer.unread > 0,
      records: waiting
        .toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since))
        .map(({ id, since, isFirstSeen }) => ({
          id,
          tab: clockSources[source].tab,
          about: `${isFirstSeen ? 'First seen' : 'Since'} ${formatValue('dateTime', since)}`,
        })),
    }))
    const due = open.filter((state) => isDue(state, now)).length
    return {
      asOf: answer.asOf,
      rowLabel,
      series,
      totalLabel: clocked.totalLabel,
      rows: mostFirst(rows),
      scope: scopeOf(answer, clocked, { open: open.length, due, undated }),
    }
  }

/** The open transfers of accounts with one that is not decided, by their state and how many business days it has lasted. */
export const transfersToDecide = counter({
  source: 'transfers',
  rowLabel: 'State',
  accounts: 'accounts with a transfer to decide',
  counted: ['open request', 'open requests'],
  totalLabel: 'Requests',
  calendar: 'market',
  labelOf: (state) => formatValue('words', state),
  isOpen: ({ state }) => transferState(state)?.tone !== 'success' && state !== 'REJECTED',
  isDue: (state, now) => {
    const clock = transferState(state.state)?.clock
    return clock !== undefined && transferClock(clock, startOf(state), now).isDue
  },
})

/** The bank details that banks have changed, by how many banking days ago. */
export const bankChanges = counter({
  source: 'bankChanges',
  rowLabel: 'Change',
  accounts: 'accounts',
  counted: ['change', 'changes'],
  totalLabel: 'Changes',
  calendar: 'banking',
  labelOf: (reason) => formatValue('words', reason.replace(/_BY_NOC$/i, '')),
  isOpen: () => true,
  isDue: (state, now) => alertAge(startOf(state), bankChangeDue, now).isDue,
})
