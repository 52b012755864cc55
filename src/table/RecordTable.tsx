import type { ListResource } from '../../language/resource.ts'
import { useCallback } from 'react'
import type { Sort } from '../list/listUrl.ts'
import { useDelegatedClick } from '../ui/useDelegatedClick.ts'
import type { Row } from './columns.ts'
import type { RowModel } from './rowModel.ts'
import { pressedActionOf } from './pressedActionOf.ts'
import { TableFrame } from './TableFrame.tsx'
import { TableRow } from './TableRow.tsx'
import { useRowKeys } from './useRowKeys.ts'
import { useRowNumbers } from './useRowNumbers.ts'
import { viewOf } from './viewOf.ts'
import type { Viewed } from './viewOf.ts'

/** What a table of records is given. */
export interface RecordTableProps {
  readonly model: RowModel<ListResource>
  readonly rows: readonly Row[]
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  /** The rows are those of the page before: they are shown, dimmed, and cannot be acted upon. */
  readonly isStale: boolean
  readonly busy: ReadonlySet<string>
  readonly onAct: (name: string, record: Row) => void
  /** A column's view of a record has been asked for. */
  readonly onView: (viewed: Viewed) => void
}

/** Names of one record's actions at work, as one text: see `busyKey`. */
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
 * The console's own light table: a plain `<table>` with memoised rows, one listener for all of its switches and
 * buttons, a header and a naming column that stay, and a sideways scroll of its own.
 */
export const RecordTable = ({ model, rows, sort, onSort, isStale, busy, onAct, onView }: RecordTableProps) => {
  const handleClick = useCallback(
    (target: Element) => {
      const viewed = isStale ? undefined : viewOf(target, model.definition, rows)
      if (viewed !== undefined) onView(viewed)
      const press = isStale ? undefined : pressedActionOf(target)
      const record = press && rows.find(({ id }) => String(id) === press.id)
      if (press !== undefined && record !== undefined) onAct(press.name, record)
    },
    [model, rows, isStale, onAct, onView],
  )
  const keyOf = useRowKeys(rows)
  const numberOf = useRowNumbers(model, isStale)
  const ref = useDelegatedClick<HTMLTableElement>(handleClick)
  return (
    <TableFrame model={model} sort={sort} onSort={onSort} isBusy={isStale} isStale={isStale} frame={ref}>
      <tbody>
        {rows.map((record, index) => (
          <TableRow
            key={keyOf(record)}
            model={model}
            record={record}
            busy={busyNames(busy, record)}
            number={numberOf(record, index)}
          />
        ))}
      </tbody>
    </TableFrame>
  )
}
