import type { ListResource } from '../../language/resource.ts'
import { defaultSort } from '../query/listOrder.ts'
import { lazyText } from '../ui/lazyComponent.tsx'
import { useIsSlow } from '../ui/Skeleton.tsx'
import type { RowModel } from '../model/rowModel.ts'
import type { ColumnWidths } from './columnWidths.ts'
import type { SkeletonRowsProps } from './SkeletonRows.tsx'
import { TableFrame } from './TableFrame.tsx'

/** Enough rows to fill any screen; more would never be seen. */
const MOST_ROWS = 24

const ignore = () => undefined

/** Reserves the rows' space, so that nothing below moves when they arrive. */
const Room = ({ count }: SkeletonRowsProps) => (
  <tr>
    <td style={{ height: `calc(var(--cs-row-height) * ${count})` }}>&nbsp;</td>
  </tr>
)

/** A separate chunk: most rows come before it is drawn. */
const SkeletonRows = lazyText(async () => (await import('./SkeletonRows.tsx')).SkeletonRows, Room)

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
      <tbody aria-hidden="true">
        {isSlow ? <SkeletonRows model={model} count={count} /> : <Room model={model} count={count} />}
      </tbody>
    </TableFrame>
  )
}
