import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider } from 'ra-core'
import { answerOf } from '../../dataProvider/answerOf.ts'
import type { Wire } from '../../language/wire.ts'
import type { ConsoleCall } from '../../src/auth/useConsoleCall.ts'

/** One thing that is counted, and its color in the bars. */
export interface Series {
  readonly label: string
  readonly color: string
}

/** One bar: a value for each of the series. */
export interface CountedRow {
  readonly key: string
  readonly label: string
  readonly values: readonly number[]
  /** True when there are more, which were not counted. */
  readonly isCut?: boolean
  readonly to?: string
  /** What `to` leads to, where that is more than what is counted. */
  readonly toTitle?: string
  /** How many accounts have what is counted, where that is something else. */
  readonly accounts?: number
  /** The accounts that are counted, each with its place on the page, where no list has them alone. */
  readonly records?: readonly CountedRecord[]
}

interface CountedRecord {
  readonly id: string
  /** Its name, where the list that was counted has it. */
  readonly name?: string
  readonly tab: string
  /** What is counted of it: since when it waits, or how many. */
  readonly about: string
}

export const sumOf = ({ values }: CountedRow): number => values.reduce((sum, value) => sum + value, 0)

/** What a panel shows: bars, and the same as a table. */
export interface Counted {
  /** UTC milliseconds. */
  readonly asOf: number
  /** What a row is: 'State'. */
  readonly rowLabel: string
  readonly series: readonly Series[]
  readonly rows: readonly CountedRow[]
  /** What the sum of the series is, where 'Total' does not say it. */
  readonly totalLabel?: string
  /** What was counted, and what was not. */
  readonly scope: string
  /** What is not among the counts, and the list that has it. */
  readonly uncounted?: { readonly text: string; readonly to?: string } | undefined
}

export interface Tools {
  readonly client: QueryClient
  readonly provider: Pick<DataProvider, 'getList' | 'supportAbortSignal'>
  readonly call: ConsoleCall
  readonly mayReadAudit: boolean
  readonly signal: AbortSignal
}

/** Reads what the gateway has counted. @throws HttpError for any other answer */
export const readCounts = async <Answer>(
  { call, signal }: Tools,
  url: `/console/${string}`,
  schema: Wire<Answer>,
): Promise<Answer> => answerOf(schema, await call('GET', url, signal))

/** Says that nothing was left out: what was counted, the number of accounts, and what was found there. */
export const allCounted = (what: string, accounts: number, found?: string): string =>
  `All ${what} are counted: ${[`${accounts} ${accounts === 1 ? 'account' : 'accounts'}`, ...(found === undefined ? [] : [found])].join(', ')}.`

export const mostFirst = (rows: readonly CountedRow[]): readonly CountedRow[] =>
  rows.toSorted((one, other) => sumOf(other) - sumOf(one))

export function tally<Item>(items: readonly Item[], size: number, placeOf: (item: Item) => number): readonly number[] {
  const counts = Array.from({ length: size }, () => 0)
  for (const item of items) {
    const place = placeOf(item)
    counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}
