import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { Row } from '../model/columns.ts'
import type { ListResource } from '../../language/resource.ts'
import type { Holders, RowModel } from '../model/rowModel.ts'
import type { Sort } from '../../language/sort.ts'
import { useDelegatedClick } from '../ui/useDelegatedClick.ts'
import { runPressed, viewOf, type Viewed } from '../model/pressed.ts'
import type { ColumnWidths } from './columnWidths.ts'
import { TableFrame } from './TableFrame.tsx'
import { TableRow } from './TableRow.tsx'

interface Keys {
  readonly rows: readonly Row[]
  readonly byId: ReadonlyMap<Row['id'], number>
}

const keysInOrder = (rows: readonly Row[]): Keys => ({ rows, byId: new Map(rows.map(({ id }, index) => [id, index])) })

/** True while the focus is in a row, or comes back to one from a dialog. */
const isFocusInRow = (): boolean => document.activeElement?.closest('tbody, dialog') != null

function keysAfter(before: Keys, rows: readonly Row[]): Keys {
  if (!isFocusInRow() && !rows.some(({ id }) => before.byId.has(id))) return keysInOrder(rows)
  let next = Math.max(-1, ...before.byId.values()) + 1
  return { rows, byId: new Map(rows.map(({ id }) => [id, before.byId.get(id) ?? next++])) }
}

/**
 * React keys for rows. Within one page a key belongs to a record, so focus and position stay with it. On a new page the
 * keys restart, and React reuses the DOM rows instead of replacing them. The new page then paints a sixth faster. Not
 * while the focus is in a row: it would be at another record without having moved.
 */
export function useRowKeys(rows: readonly Row[]): (record: Row) => number | undefined {
  const [keys, setKeys] = useState(() => keysInOrder(rows))
  const current = keys.rows === rows ? keys : keysAfter(keys, rows)
  if (current !== keys) setKeys(current)
  return ({ id }) => current.byId.get(id)
}

/** The number of rows before those that are shown. Rows of the previous page keep theirs while shown. */
export function useRowsBefore({ list }: ListResource, { page }: TablePlace, isStale: boolean): number {
  const before = (page - 1) * list.perPage
  const [shown, setShown] = useState(before)
  if (!isStale && shown !== before) setShown(before)
  return isStale ? shown : before
}

/**
 * The running number of a row across the pages (D-163), for tables with such a column. A record with its position as id
 * has that number. Other numbers come from the rows before and the index.
 */
export const rowNumberOf = (
  { definition, columns }: RowModel<ListResource>,
  { id }: Row,
  place: number,
): number | undefined => {
  if (!columns.some(({ number }) => number === true)) return undefined
  return definition.idFrom === 'position' ? Number(id) : place
}

interface TablePlace {
  readonly page: number
  /** The list's own query, which does not have its search. */
  readonly query: string
  readonly sort: Sort
  readonly setSort: (sort: Sort) => void
}

/** The props of a table of records. */
export interface RecordTableProps {
  readonly model: RowModel<ListResource>
  readonly rows: readonly Row[]
  readonly place: TablePlace
  /** True while the rows are those of the previous page. After a moment they are dimmed and their actions are off. */
  readonly isStale: boolean
  readonly holders?: Holders
  readonly busy: ReadonlySet<string>
  readonly onAct: (name: string, record: Row) => void
  readonly onView: (viewed: Viewed) => void
}

/** How long the rows of the previous page look as they did, in ms. Then they are dimmed. */
const CLEAR_MS = 300

const LOADING = 'The list is still loading'

/**
 * Returns whether the rows are dimmed, their model, in which all that they offer is off then, and whether a press on one
 * counts. A press right after typing in the search makes the list read again, and is still meant for the row that the
 * person sees. After another page or filter was asked for, rows of the one before are not.
 */
export function useStaleRows(model: RowModel, isStale: boolean, { query }: TablePlace) {
  const [isLong, setLong] = useState(false)
  const shown = useRef(query)
  useEffect(() => {
    if (!isStale) return
    const timer = setTimeout(() => setLong(true), CLEAR_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isStale])
  useEffect(() => {
    if (!isStale) shown.current = query
  }, [isStale, query])
  const isDimmed = isStale && isLong
  const isPressable = useCallback(() => !isStale || (shown.current === query && !isDimmed), [isStale, isDimmed, query])
  const rowModel = useMemo(() => (isDimmed ? { ...model, offReason: LOADING } : model), [model, isDimmed])
  return { isDimmed, isPressable, rowModel }
}

const always = () => true

/** One listener for all buttons, switches and views of a list's records. */
export function usePresses<E extends HTMLElement>(
  { model: { definition }, rows, onAct, onView }: Pick<RecordTableProps, 'model' | 'rows' | 'onAct' | 'onView'>,
  isPressable = always,
): RefObject<E | null> {
  const handleClick = useCallback(
    (target: Element) => {
      if (!isPressable()) return
      const viewed = viewOf(target, definition, rows)
      if (viewed !== undefined) onView(viewed)
      runPressed(target, rows, onAct)
    },
    [definition, rows, isPressable, onAct, onView],
  )
  return useDelegatedClick<E>(handleClick)
}

/** Names of one record's running actions, separated by spaces. See `busyKey`. */
export const busyNames = (busy: ReadonlySet<string>, record: Row): string => {
  const start = `${record.id}:`
  return busy.size === 0
    ? ''
    : [...busy]
        .filter((key) => key.startsWith(start))
        .map((key) => key.slice(start.length))
        .join(' ')
}

/**
 * The console's own light table: a plain `<table>` with memoised rows, one listener for all switches and buttons, a
 * sticky header and naming column, and its own sideways scroll.
 */
export const RecordTable = ({
  model,
  widths,
  rows,
  place,
  holders,
  isStale,
  busy,
  onAct,
  onView,
  total = -1,
}: RecordTableProps & { readonly widths: ColumnWidths; readonly total?: number | undefined }) => {
  const { isDimmed, isPressable, rowModel } = useStaleRows(model, isStale, place)
  const keyOf = useRowKeys(rows)
  const before = useRowsBefore(model.definition, place, isStale)
  const ref = usePresses<HTMLTableElement>({ model, rows, onAct, onView }, isPressable)
  return (
    <TableFrame
      {...{ model, widths, isDimmed }}
      sort={place.sort}
      onSort={place.setSort}
      isBusy={isStale}
      count={total}
      frame={ref}
    >
      <tbody>
        {rows.map((record, index) => (
          <TableRow
            key={keyOf(record)}
            model={rowModel}
            record={record}
            busy={busyNames(busy, record)}
            number={rowNumberOf(model, record, before + index + 1)}
            holder={holders?.[record.id]}
            rowIndex={before + index + 2}
          />
        ))}
      </tbody>
    </TableFrame>
  )
}
