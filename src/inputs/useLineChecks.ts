import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type DataProvider, useDataProvider, usePermissions } from 'ra-core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Upload } from '../../language/binding.ts'
import { objectOf } from '../../language/input.ts'
import { consoleFormat, type JudgeValue } from '../format/consoleFormats.ts'
import { type Failure, failureOf, sessionOver } from '../data/failure.ts'
import { hindranceOf } from '../data/permissions.ts'
import type { Row } from '../model/columns.ts'
import { callFor, listQuery, type ListParams } from '../query/listQuery.ts'
import type { TableColumns, TableLine } from './checkTable.ts'
import { checksOf, type LineCheck, type LineMark, linesWith } from './lineChecks.ts'

/** Calls of one comparison before the person asks for more, how many run at once, and the pages that one call reads. */
const CALLS = 25
const AT_ONCE = 2
const PAGES = 10

/** How many times as many pages a call reads when the person asks for more. */
const MORE_PAGES = 4

/** How long an answer is used before it is asked for again, in ms. */
const FRESH_MS = 60_000

/** The lines that were compared with a list, with what was found. */
type Compared = ReadonlyMap<TableLine, LineMark | undefined>

/** How far a comparison has come. */
interface Progress {
  readonly check: LineCheck
  readonly compared: Compared
  readonly isRunning: boolean
  readonly failure?: Failure | undefined
}

/** A comparison of the lines with one list, and how far it has come. */
export interface ShownCheck extends Omit<Progress, 'compared'> {
  readonly marks: ReadonlyMap<number, LineMark>
  /** How many lines were compared. */
  readonly lines: number
  /** All lines that it is about. */
  readonly of: number
  /** Why the person cannot make it. */
  readonly hindrance: string | undefined
}

interface Reader {
  readonly client: QueryClient
  readonly provider: DataProvider
}

/** The records that one call finds, on so many pages at the most. */
async function recordsOf({ client, provider }: Reader, name: string, params: ListParams, pages: number) {
  const rows: Row[] = []
  for (let page = 1; page <= pages; page += 1) {
    const paged = { ...params, pagination: { ...params.pagination, page } }
    const query = { ...listQuery(name, paged, provider), staleTime: FRESH_MS }
    const { data, total, pageInfo } = await client.fetchQuery(query)
    // After the session ends, react-admin answers with a list without total and pageInfo. That is not an answer.
    if (total === undefined && pageInfo === undefined) throw sessionOver()
    rows.push(...data)
    if (pageInfo?.hasNextPage !== true) return { rows, isWhole: true }
  }
  return { rows, isWhole: false }
}

/** How much of a comparison is made: its first calls, and how many pages each reads. */
interface Extent {
  readonly calls: number
  readonly pages: number
}

/**
 * Makes the calls of a comparison, a few at once and from the first lines on, until one fails. A line is compared once all
 * that its call finds was read, or once what was read says something that the rest cannot change.
 */
async function compare(
  reader: Reader,
  check: LineCheck,
  { calls, pages }: Extent,
  compared: Map<TableLine, LineMark | undefined>,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const { definition, groups, judge } = check
  const waiting = groups
    .slice(0, calls)
    .filter(({ lines }) => !lines.every((line) => compared.has(line)))
    .values()
  let failure: Failure | undefined
  const work = async () => {
    for (const group of waiting) {
      if (signal.aborted || failure !== undefined) return
      const { rows, isWhole } = await recordsOf(reader, definition.name, group.params, pages)
      for (const line of group.lines) {
        const mark = judge(rows, line)
        if (isWhole || mark?.isFinal === true) compared.set(line, mark)
      }
      if (!signal.aborted) onProgress({ check, compared: new Map(compared), isRunning: true })
    }
  }
  const workers = Array.from({ length: AT_ONCE }, () =>
    work().catch((error: unknown) => {
      failure ??= failureOf(error)
    }),
  )
  await Promise.all(workers)
  if (!signal.aborted) onProgress({ check, compared: new Map(compared), isRunning: false, failure })
}

/** The same for the same list and column, also when lines were left out. */
const keyOf = ({ definition, column }: LineCheck): string => `${definition.name} ${column}`

/** What a comparison has found of the lines that are left. */
function foundIn({ groups }: LineCheck, compared: Compared | undefined) {
  const all = groups.flatMap(({ lines }) => lines)
  const done = all.filter((line) => compared?.has(line) === true)
  const marks = done.flatMap((line) => {
    const mark = compared?.get(line)
    return mark === undefined ? [] : [[line.number, mark] as const]
  })
  return { marks: new Map(marks), lines: done.length, of: all.length }
}

/** Why a person cannot make a comparison. */
const hindranceTo = ({ definition, groups: [group] }: LineCheck, permissions: readonly string[]): string | undefined =>
  hindranceOf(definition, callFor(definition, group?.params.filter), permissions)

/** What is known of the lines of a table, by their numbers, about one of its columns. */
export interface Marked {
  readonly column: string
  readonly marks: ReadonlyMap<number, LineMark>
}

/** What the console's own formats say about the values of a table that can be sent, but should be checked. */
export function useCautions(columns: TableColumns, lines: readonly TableLine[]): readonly Marked[] {
  const [judges, setJudges] = useState<Readonly<Record<string, JudgeValue>>>({})
  useEffect(() => {
    for (const [column, { schema }] of Object.entries(columns)) {
      const load = consoleFormat(String(objectOf(schema).display))?.caution
      // Without its code there is no caution: the service decides.
      load?.().then(
        (judge) => setJudges((before) => ({ ...before, [column]: judge })),
        () => undefined,
      )
    }
  }, [columns])
  return useMemo(
    () =>
      Object.entries(judges).map(([column, judge]) => {
        const judged = linesWith(column, lines).map(
          ({ number, cells }) => [number, judge(cells[column] ?? '', cells)] as const,
        )
        return {
          column,
          marks: new Map(judged.flatMap(([number, mark]) => (mark === undefined ? [] : [[number, mark]]))),
        }
      }),
    [judges, lines],
  )
}

/**
 * Compares the lines of a table with the lists that its upload declares: the names of records, and records that have the same
 * values. Few calls are made, each once for all lines that it is about; the person asks for more of them. A line that was
 * compared stays so when others are left out.
 */
export function useLineChecks(upload: Upload, lines: readonly TableLine[]) {
  const client = useQueryClient()
  const provider = useDataProvider()
  const { permissions } = usePermissions<readonly string[]>()
  const checks = useMemo(() => checksOf(upload, lines), [upload, lines])
  const [asked, setAsked] = useState<Extent>({ calls: CALLS, pages: PAGES })
  const [progress, setProgress] = useState<ReadonlyMap<string, Progress>>(new Map())
  const compared = useRef(new Map<string, Map<TableLine, LineMark | undefined>>())
  useEffect(() => {
    if (permissions === undefined) return undefined
    const stop = new AbortController()
    for (const check of checks.filter((each) => hindranceTo(each, permissions) === undefined)) {
      const key = keyOf(check)
      const own = compared.current.get(key) ?? new Map<TableLine, LineMark | undefined>()
      compared.current.set(key, own)
      const report = (now: Progress) => setProgress((before) => new Map(before).set(key, now))
      void compare({ client, provider }, check, asked, own, report, stop.signal)
    }
    return () => stop.abort()
  }, [checks, asked, client, provider, permissions])
  const goOn = (extent: Extent) => {
    const going = ([key, now]: [string, Progress]) => [key, { ...now, isRunning: true, failure: undefined }] as const
    setProgress((before) => new Map([...before].map(going)))
    setAsked({ ...extent })
  }
  const shown = useMemo(
    () =>
      checks.map((check): ShownCheck => {
        const last = progress.get(keyOf(check))
        const { isRunning, failure } = last?.check === check ? last : { isRunning: true }
        const hindrance = permissions && hindranceTo(check, permissions)
        return { check, isRunning, failure, hindrance, ...foundIn(check, last?.compared) }
      }),
    [checks, permissions, progress],
  )
  return {
    checks: shown,
    retry: () => goOn(asked),
    compareMore: () => goOn({ calls: asked.calls + CALLS, pages: asked.pages * MORE_PAGES }),
  }
}
