import { defaultSort } from '../list/listUrl.ts'
import type { RowModel } from './rowModel.ts'
import { TableFrame } from './TableFrame.tsx'

/** As many rows as any screen shows; more would only be drawn for nobody. */
const MOST_ROWS = 24

/** A line of text that says nothing: it gives the row its height. */
const BLANK = '\u00a0'

const ignore = () => undefined

/** The table before its first rows: the real head, and rows of the final height. */
export const SkeletonTable = ({ model }: { readonly model: RowModel }) => {
  const { definition, columns, actions } = model
  const rows = Array.from({ length: Math.min(definition.list.perPage, MOST_ROWS) }, (_, index) => index)
  const kinds = [
    ...columns.map((column) => ({ id: column.id, kind: column.toggle === undefined ? column.format : 'toggle' })),
    ...(actions.length > 0 ? [{ id: ' actions', kind: 'actions' }] : []),
  ]
  return (
    <TableFrame model={model} sort={defaultSort(definition)} onSort={ignore} isBusy>
      <tbody aria-hidden="true">
        {rows.map((row) => (
          <tr key={row}>
            {kinds.map(({ id, kind }) => (
              <td key={id}>
                <span className={`cs-skeleton cs-skeleton--${kind}`}>{BLANK}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}
