import type { RowModel } from '../model/rowModel.ts'

/** What the placeholders are drawn for. */
export interface SkeletonRowsProps {
  readonly model: RowModel
  readonly count: number
}

/** Placeholders of rows, each like the values of its column. */
export const SkeletonRows = ({ model, count }: SkeletonRowsProps) => {
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
          <span className={`cs-skeleton cs-skeleton--${kind}`}>&nbsp;</span>
        </td>
      ))}
    </tr>
  ))
}
