import type { ResolvedColumn } from '../../language/resource.ts'
import type { Sort } from '../list/listUrl.ts'
import { Icon } from '../ui/Icon.tsx'
import type { RowModel } from './rowModel.ts'

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
export const HeadRow = ({ model, sort, onSort }: HeadRowProps) => (
  <thead>
    <tr>
      {model.columns.map((column) => (
        <HeadCell key={column.id} model={model} column={column} sort={sort} onSort={onSort} />
      ))}
      {model.actions.length > 0 && <th scope="col">Action</th>}
    </tr>
  </thead>
)
