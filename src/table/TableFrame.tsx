import type { ResolvedColumn } from '../../language/resource.ts'
import { ordersOf, type Sort } from '../../language/sort.ts'
import { pressedSort } from '../query/listOrder.ts'
import { keepText } from '../ui/focus.ts'
import { Icon } from '../ui/Icon.tsx'
import { columnCount, columnIndex, type RowModel } from '../model/rowModel.ts'
import type { CSSProperties, MouseEvent, ReactNode, RefObject } from 'react'
import { pinnedLeft, type ColumnWidths } from './columnWidths.ts'
import { SelectPage } from './selection.ts'
import { stayOf } from './TableRow.tsx'
import './table.css'

interface HeadRowProps {
  readonly model: RowModel
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

/** How a column takes part in the order: its place among the fields, and its direction. */
interface ColumnOrder {
  readonly place: number
  readonly direction: 'ascending' | 'descending'
}

function orderOf(column: ResolvedColumn, sort: Sort): ColumnOrder | undefined {
  const orders = ordersOf(sort)
  const index = orders.findIndex(({ field }) => column.isSortable && column.field === field)
  const order = orders[index]
  return order && { place: index + 1, direction: order.order === 'ASC' ? 'ascending' : 'descending' }
}

/** The direction, and the place among several fields. Only the first field is the sorted column for assistive technology. */
const OrderMark = ({
  order: { place, direction },
  isOne,
}: {
  readonly order: ColumnOrder
  readonly isOne: boolean
}) => (
  <>
    <Icon name={direction === 'ascending' ? 'up' : 'down'} />
    {!isOne && <span aria-hidden="true">{place}</span>}
    {place > 1 && <span className="cs-visually-hidden">{`, ${direction}, number ${place} in the order`}</span>}
  </>
)

const SHIFT = 'With Shift: add to the order'

function headClass(model: RowModel, column: ResolvedColumn): string | undefined {
  if (column.number === true) return 'cs-td--running'
  const stay = stayOf(model, column)
  if (!column.isNumeric) return stay
  return stay === undefined ? 'cs-td--number' : `cs-td--number ${stay}`
}

/** A column's title. A title with a hint shows it on hover and on focus. */
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
  const { sortsBySeveral } = model.definition.list
  const title = <Title column={column} />
  const press = (event: MouseEvent) => onSort(pressedSort(sort, column.field ?? '', sortsBySeveral && event.shiftKey))
  return (
    <th
      scope="col"
      className={headClass(model, column)}
      aria-colindex={columnIndex(model, column)}
      aria-sort={order?.place === 1 ? order.direction : undefined}
      data-explain={`${model.definition.name}.columns.${column.id}`}
    >
      {column.isSortable ? (
        <button
          type="button"
          className="cs-sort"
          title={column.hint ?? (sortsBySeveral ? SHIFT : undefined)}
          onClick={press}
          onMouseDown={keepText}
        >
          {title}
          {order !== undefined && <OrderMark order={order} isOne={sort.thenBy === undefined} />}
        </button>
      ) : (
        title
      )}
    </th>
  )
}

/** The table's head: titles, and sort buttons where the list can be sorted. */
const HeadRow = ({ model, isGrid, sort, onSort }: HeadRowProps & { readonly isGrid: boolean }) => (
  <thead>
    <tr aria-rowindex={isGrid ? 1 : undefined}>
      {model.isSelectable && (
        <th scope="col" aria-colindex={model.allColumns && 1}>
          <SelectPage />
        </th>
      )}
      {model.columns.map((column) => (
        <HeadCell key={column.id} model={model} column={column} sort={sort} onSort={onSort} />
      ))}
      {model.actions.length > 0 && (
        <th scope="col" aria-colindex={columnCount(model)}>
          Action
        </th>
      )}
    </tr>
  </thead>
)

interface TableFrameProps {
  readonly model: RowModel
  readonly widths: ColumnWidths
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  readonly isBusy: boolean
  readonly isDimmed?: boolean
  /** For a table of records, which the arrow keys move in: how many it has on all pages, -1 where no one knows. */
  readonly count?: number
  readonly frame?: RefObject<HTMLTableElement | null>
  readonly children: ReactNode
}

/** The table around its rows: caption, columns and head. A table of few columns is no wider than they are. */
export const TableFrame = ({
  model,
  widths: { least, most, lengths },
  sort,
  onSort,
  isBusy,
  isDimmed = false,
  count,
  frame,
  children,
}: TableFrameProps) => {
  const ids = [...(model.isSelectable ? [':select'] : []), ...model.columns.map(({ id }) => id)]
  const widthOf = (id = '') => lengths[ids.indexOf(id)] ?? '0px'
  const style: CSSProperties & Readonly<Record<`--cs-${string}`, string>> = {
    minWidth: least,
    maxWidth: most,
    '--cs-table-width': `${least}px`,
    '--cs-pinned-left': pinnedLeft(widthOf(model.naming), widthOf(model.pinned)),
  }
  return (
    <table
      className={most === undefined ? 'cs-table cs-table--wide' : 'cs-table'}
      ref={frame}
      style={style}
      role={count === undefined ? undefined : 'grid'}
      aria-rowcount={count === undefined || count < 0 ? count : count + 1}
      aria-colcount={columnCount(model)}
      aria-busy={isBusy}
      data-stale={isDimmed || undefined}
    >
      <caption className="cs-visually-hidden">{model.definition.label}</caption>
      <colgroup>
        {lengths.map((width, index) => (
          <col key={ids[index] ?? ':actions'} style={{ width }} />
        ))}
      </colgroup>
      <HeadRow model={model} isGrid={count !== undefined} sort={sort} onSort={onSort} />
      {children}
    </table>
  )
}
