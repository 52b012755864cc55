import { defaultSort } from '../list/listUrl.ts'
import { HeadRow } from './HeadRow.tsx'
import { tableClass } from './rowModel.ts'
import type { RowModel } from './rowModel.ts'
import './table.css'

/** As many rows as any screen shows; more would only be drawn for nobody. */
const MOST_ROWS = 24

/** A line of text that says nothing: it gives the row its height. */
const BLANK = '\u00a0'

const ignore = () => undefined

/** The table before its first rows: the real head, and rows of the final height, in widths close to the final ones. */
export const SkeletonTable = ({ model }: { readonly model: RowModel }) => {
  const { definition, columns, actions } = model
  const rows = Array.from({ length: Math.min(definition.list.perPage, MOST_ROWS) }, (_, index) => index)
  const kinds = [
    ...columns.map((column) => ({ id: column.id, kind: column.toggle === undefined ? column.format : 'toggle' })),
    ...(actions.length > 0 ? [{ id: ' actions', kind: 'actions' }] : []),
  ]
  return (
    <table className={tableClass(model)} aria-busy="true">
      <caption className="cs-visually-hidden">{definition.label}</caption>
      <HeadRow model={model} sort={defaultSort(definition)} onSort={ignore} />
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
    </table>
  )
}
