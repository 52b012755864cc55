import type { ResolvedColumn } from '../../language/resource.ts'
import type { Sort } from '../query/listUrl.ts'
import { Icon } from '../ui/Icon.tsx'
import type { RowModel } from '../model/rowModel.ts'
import type { CSSProperties, ReactNode, RefObject } from 'react'
import { columnWidths } from './columnWidths.ts'
import './table.css'

interface HeadRowProps {
  readonly model: RowModel
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

const orderOf = (column: ResolvedColumn, sort: Sort): 'ascending' | 'descending' | undefined => {
  if (!column.isSortable || column.field !== sort.field) return undefined
  return sort.order === 'ASC' ? 'ascending' : 'descending'
}

function headClass({ naming }: RowModel, { id, isNumeric, number }: ResolvedColumn): string | undefined {
  if (number === true) return 'cs-td--running'
  const classes = [isNumeric && 'cs-td--number', id === naming && 'cs-td--stays'].filter((name) => name !== false)
  return classes.length === 0 ? undefined : classes.join(' ')
}

/** A column's title; one that could be misread says what it means on hover and on focus. */
const Title = ({ column: { label, hint, isSortable } }: { readonly column: ResolvedColumn }) => {
  if (hint === undefined) return label
  return isSortable ? (
    <span className="cs-hinted">{label}</span>
  ) : (
    <button type="button" className="cs-sort cs-hinted" title={hint} data-hint="">
      {label}
    </button>
  )
}

const HeadCell = ({ model, column, sort, onSort }: HeadRowProps & { readonly column: ResolvedColumn }) => {
  const order = orderOf(column, sort)
  const field = column.field ?? ''
  const title = <Title column={column} />
  const turn = () => onSort({ field, order: order === 'ascending' ? 'DESC' : 'ASC' })
  return (
    <th scope="col" className={headClass(model, column)} aria-sort={order}>
      {column.isSortable ? (
        <button type="button" className="cs-sort" title={column.hint} onClick={turn}>
          {title}
          {order !== undefined && <Icon name={order === 'ascending' ? 'up' : 'down'} />}
        </button>
      ) : (
        title
      )}
    </th>
  )
}

/** The table's head: titles, and the order where the list can be ordered. */
const HeadRow = ({ model, sort, onSort }: HeadRowProps) => (
  <thead>
    <tr>
      {model.columns.map((column) => (
        <HeadCell key={column.id} model={model} column={column} sort={sort} onSort={onSort} />
      ))}
      {model.actions.length > 0 && <th scope="col">Action</th>}
    </tr>
  </thead>
)

/** Tables of more columns than this are read by scrolling sideways: the column that stays is set off. */
const WIDE = 6

interface TableFrameProps {
  readonly model: RowModel
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  readonly isBusy: boolean
  readonly isStale?: boolean
  readonly frame?: RefObject<HTMLTableElement | null>
  /** The body. */
  readonly children: ReactNode
}

/**
 * The table around its rows: caption, columns and head. Column widths come from the definition and not from the
 * values, so that nothing moves from page to page. What is left over goes to all columns of a wide table alike; of a
 * narrow one to its texts, up to a width, and then to the last column: its values stay together.
 */
export const TableFrame = ({ model, sort, onSort, isBusy, isStale = false, frame, children }: TableFrameProps) => {
  const { each, sum, lengths } = columnWidths(model)
  const isWide = model.columns.length > WIDE
  const style: CSSProperties & Readonly<Record<'--cs-table-width', string>> = {
    minWidth: sum,
    '--cs-table-width': `${sum}px`,
  }
  return (
    <table
      className={isWide ? 'cs-table cs-table--wide' : 'cs-table'}
      ref={frame}
      style={style}
      aria-busy={isBusy}
      data-stale={isStale || undefined}
    >
      <caption className="cs-visually-hidden">{model.definition.label}</caption>
      <colgroup>
        {each.slice(0, -1).map((width, index) => (
          <col key={model.columns[index]?.id} style={{ width: isWide ? width : lengths[index] }} />
        ))}
        <col style={isWide ? { width: each.at(-1) } : undefined} />
      </colgroup>
      <HeadRow model={model} sort={sort} onSort={onSort} />
      {children}
    </table>
  )
}
