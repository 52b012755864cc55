import type { ListResource } from '../../language/resource.ts'
import { defaultSort } from '../query/listOrder.ts'
import { useIsSlow } from '../ui/Skeleton.tsx'
import type { RowModel } from '../model/rowModel.ts'
import type { ColumnWidths } from './columnWidths.ts'
import { TableFrame } from './TableFrame.tsx'

/** Enough rows to fill any screen; more would never be seen. */
const MOST_ROWS = 24

/** A blank character that gives the row its height. */
const BLANK = '\u00a0'

const ignore = () => undefined

const SkeletonRows = ({ model, count }: { readonly model: RowModel; readonly count: number }) => {
  const { columns, actions, isSelectable } = model
  const kinds = [
    ...(isSelectable ? [{ id: ' select', kind: 'select', place: undefined }] : []),
    ...columns.map((column) => ({
      id: column.id,
      kind: column.toggle === undefined ? column.display : 'toggle',
      place: column.number === true ? 'cs-td--running' : column.isNumeric ? 'cs-td--number' : undefined,
    })),
    ...(actions.length > 0 ? [{ id: ' actions', kind: 'actions', place: undefined }] : []),
  ]
  return Array.from({ length: count }, (_, row) => (
    <tr key={row}>
      {kinds.map(({ id, kind, place }) => (
        <td key={id} className={place}>
          <span className={`cs-skeleton cs-skeleton--${kind}`}>{BLANK}</span>
        </td>
      ))}
    </tr>
  ))
}

/** Reserves the rows' space, so that nothing below moves when they arrive. */
const Room = ({ count }: { readonly count: number }) => (
  <tr>
    <td style={{ height: `calc(var(--cs-row-height) * ${count})` }}>{BLANK}</td>
  </tr>
)

interface SkeletonTableProps {
  readonly model: RowModel<ListResource>
  readonly widths: ColumnWidths
}

/**
 * The table before its first rows: a head and reserved space, then after a moment placeholder rows. The columns get
 * their widths, and the head its titles, from the first rows.
 */
export const SkeletonTable = ({ model, widths }: SkeletonTableProps) => {
  const { definition } = model
  const isSlow = useIsSlow()
  const count = Math.min(definition.list.perPage, MOST_ROWS)
  return (
    <TableFrame model={model} widths={widths} sort={defaultSort(definition)} onSort={ignore} isBusy>
      <tbody aria-hidden="true">{isSlow ? <SkeletonRows model={model} count={count} /> : <Room count={count} />}</tbody>
    </TableFrame>
  )
}
