import { ActionButton } from '../actions/ActionButton.tsx'
import { busyNames } from '../table/RecordTable.tsx'
import type { Row } from '../table/columns.ts'
import { useRowKeys } from '../table/useRowKeys.ts'
import { PartCell } from './PartCell.tsx'
import { partRecordName } from './partModel.ts'
import type { PartModel } from './partModel.ts'
import '../ui/grid.css'

/** What a part's records are drawn from, as a table or as blocks. */
export interface PartRowsProps {
  readonly model: PartModel
  readonly rows: readonly Row[]
  readonly busy: ReadonlySet<string>
}

/** The buttons of one record. */
export const PartActions = ({ model, record, busy }: Omit<PartRowsProps, 'rows'> & { readonly record: Row }) =>
  model.actions.map((name) => (
    <ActionButton
      key={name}
      model={model}
      name={name}
      record={record}
      busy={busyNames(busy, record)}
      of={partRecordName(model.definition, record)}
    />
  ))

/** The records of a part as a table that scrolls sideways inside its own box where it has to. */
export const PartTable = ({ model, rows, busy }: PartRowsProps) => {
  const keyOf = useRowKeys(rows)
  const { columns, actions, naming, definition } = model
  return (
    <div className="cs-part-box">
      <table className="cs-grid cs-part-table">
        <caption className="cs-visually-hidden">{definition.label}</caption>
        <thead>
          <tr>
            {columns.map(({ id, label }) => (
              <th key={id} scope="col">
                {label}
              </th>
            ))}
            {actions.length > 0 && (
              <th scope="col">
                <span className="cs-visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((record) => (
            <tr key={keyOf(record)}>
              {columns.map((column) => {
                const cell = <PartCell model={model} column={column} record={record} busy={busyNames(busy, record)} />
                return column.id === naming ? (
                  <th key={column.id} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={column.id} className={column.isNumeric ? 'cs-td--number' : undefined}>
                    {cell}
                  </td>
                )
              })}
              {actions.length > 0 && (
                <td className="cs-part-actions">
                  <PartActions model={model} record={record} busy={busy} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
