import type { CSSProperties, ReactNode, RefObject } from 'react'
import type { Sort } from '../list/listUrl.ts'
import { columnWidths } from './columnWidths.ts'
import { HeadRow } from './HeadRow.tsx'
import type { RowModel } from './rowModel.ts'
import './table.css'

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
