import type { Sort } from '../list/listUrl.ts'
import { Icon } from '../parts/Icon.tsx'
import type { ResolvedColumn } from './columns.ts'
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

const HeadCell = ({ column, sort, onSort }: Omit<HeadRowProps, 'model'> & { readonly column: ResolvedColumn }) => {
  const order = orderOf(column, sort)
  const field = column.field ?? ''
  const turn = () => onSort({ field, order: order === 'ascending' ? 'DESC' : 'ASC' })
  return (
    <th scope="col" className={column.isNumeric ? 'cs-td--number' : undefined} aria-sort={order}>
      {column.isSortable ? (
        <button type="button" className="cs-sort" onClick={turn}>
          {column.label}
          {order !== undefined && <Icon name={order === 'ascending' ? 'up' : 'down'} />}
        </button>
      ) : (
        column.label
      )}
    </th>
  )
}

/** The table's head: titles, and the order where the list can be ordered. */
export const HeadRow = ({ model, sort, onSort }: HeadRowProps) => (
  <thead>
    <tr>
      {model.columns.map((column) => (
        <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
      ))}
      {model.actions.length > 0 && <th scope="col">Action</th>}
    </tr>
  </thead>
)
