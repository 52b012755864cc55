import type { ResolvedColumn } from '../../language/resource.ts'
import { FormatNote, installedConsole } from '../console/installedConsole.tsx'
import { MaskedValue } from '../values/MaskedValue.tsx'
import { drawCell } from '../table/Cell.tsx'
import { columnText, isNothing } from '../model/columns.ts'
import type { Row } from '../model/columns.ts'
import { drawText } from '../values/drawText.tsx'
import { partRecordName } from '../model/rowModel.ts'
import type { PartModel } from '../model/rowModel.ts'
import { ActionButton } from '../actions/ActionButton.tsx'
import { busyNames, useRowKeys } from '../table/RecordTable.tsx'
import '../ui/grid.css'
import { Facts } from '../ui/Facts.tsx'
import { phoneColumns } from '../model/phoneColumns.ts'

interface PartCellProps {
  readonly model: PartModel
  readonly column: ResolvedColumn
  readonly record: Row
  readonly busy: string
}

const Masked = ({ model, column, record, text }: Omit<PartCellProps, 'busy'> & { readonly text: string }) => {
  const { definition: part, parent, page } = model
  return (
    <MaskedValue
      definition={parent}
      id={page.id}
      field={`${part.partOf.path}/*/${column.field ?? ''}${column.path}`}
      item={record.id}
      text={text}
      label={`${column.label} of ${partRecordName(part, record)}`}
    />
  )
}

const Value = ({ model, column, record, busy }: PartCellProps) => {
  const text = columnText(column, record)
  const isDrawnWhole = column.display === 'status' || column.widget !== undefined
  if (isNothing(column, text) || isDrawnWhole) return drawCell({ model, column, record, busy })
  if (column.display === 'masked') return <Masked model={model} column={column} record={record} text={text} />
  return (
    <span className="cs-part-value" data-full={text} title={text}>
      {drawText(column, text)}
    </span>
  )
}

/** One value of a part's record, with its format's note below. A cut value offers its full text. */
const PartCell = (props: PartCellProps) => {
  const { column, record } = props
  if (installedConsole().notes[column.display] === undefined) return <Value {...props} />
  return (
    <span className="cs-stack cs-part-noted">
      <Value {...props} />
      <FormatNote format={column.display} item={record} />
    </span>
  )
}

/** The props of a part's records, as a table or as blocks. */
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

/** A part's records as a table. It scrolls sideways inside its own box if needed. */
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

const hasText = (column: ResolvedColumn, record: Row): boolean => !isNothing(column, columnText(column, record))

/** A part's records where space is narrow: name and status, then the other values, then the actions. */
export const PartBlocks = ({ model, rows, busy }: PartRowsProps) => {
  const keyOf = useRowKeys(rows)
  const { name, status } = phoneColumns(model)
  const rest = model.columns.filter((column) => column !== name && column !== status)
  return (
    <ul className="cs-part-blocks" aria-label={model.definition.label}>
      {rows.map((record) => {
        const cell = { model, record, busy: busyNames(busy, record) }
        return (
          <li key={keyOf(record)}>
            <div className="cs-row cs-row--between cs-part-line">
              <strong>{name !== undefined && <PartCell {...cell} column={name} />}</strong>
              {status !== undefined && <PartCell {...cell} column={status} />}
            </div>
            <Facts kind="inline">
              {rest
                .filter((column) => hasText(column, record))
                .map((column) => (
                  <div key={column.id}>
                    <dt>{column.label}</dt>
                    <dd>
                      <PartCell {...cell} column={column} />
                    </dd>
                  </div>
                ))}
            </Facts>
            <div className="cs-part-actions">
              <PartActions model={model} record={record} busy={busy} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
