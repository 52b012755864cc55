import type { ResolvedColumn } from '../../language/resource.ts'
import { FormatNote, installedConsole } from '../console/installedConsole.tsx'
import { MaskedValue } from '../values/MaskedValue.tsx'
import { drawCell } from '../table/Cell.tsx'
import { columnText, isNothing, unreadableText, type Row, hasText } from '../model/columns.ts'
import { toneOf } from '../../language/registry.ts'
import { toneTable } from '../model/consoleModel.ts'
import { HistoryLink } from './HistoryLink.tsx'
import { drawText } from '../values/drawText.tsx'
import { partRecordName, type PartModel } from './partModel.ts'
import { ActionButton } from '../actions/ActionButton.tsx'
import { busyNames, useRowKeys } from '../table/RecordTable.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { FactLine, Facts } from '../ui/Facts.tsx'
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
  const isDrawnWhole =
    column.display === 'status' || (column.widget ?? column.reference ?? column.lookups) !== undefined
  if (isNothing(column, text) || unreadableText(column, record) !== undefined || isDrawnWhole)
    return drawCell({ model, column, record, busy })
  if (column.display === 'masked') return <Masked model={model} column={column} record={record} text={text} />
  return (
    <span className="cs-ellipsis cs-part-value" data-full={text} title={text}>
      {drawText(column, text)}
    </span>
  )
}

/** True when a value is a state in which nothing goes on by itself: it failed or was refused. */
const isStopped = (column: ResolvedColumn, record: Row): boolean =>
  column.tones !== undefined && toneOf(toneTable(column.tones) ?? {}, columnText(column, record)) === 'stopped'

/**
 * One value of a part's record, with its format's note below, and with a link from a failed state to its line in the
 * history. A cut value offers its full text.
 */
const PartCell = (props: PartCellProps) => {
  const { model, column, record } = props
  const { definition, parent } = model
  if (isStopped(column, record)) {
    const subject = { part: definition.name, id: String(record.id) }
    return (
      <span className="cs-row">
        <Value {...props} />
        <HistoryLink page={parent} subject={subject} of={partRecordName(definition, record)} />
      </span>
    )
  }
  if (installedConsole().notes[column.display] === undefined) return <Value {...props} />
  return (
    <span className="cs-stack cs-part-noted">
      <Value {...props} />
      <FormatNote format={column.display} item={record} />
    </span>
  )
}

export interface PartRowsProps {
  readonly model: PartModel
  readonly rows: readonly Row[]
  readonly busy: ReadonlySet<string>
}

interface PartActionsProps extends Omit<PartRowsProps, 'rows'> {
  readonly record: Row
  /** The record's name in the labels, if it is another one than its part gives. */
  readonly of?: string | undefined
  /** Why an action cannot be started yet, apart from its record. */
  readonly reasonOf?: (name: string) => string | undefined
}

export const PartActions = ({ model, record, busy, of, reasonOf }: PartActionsProps) =>
  model.actions
    .flat()
    .map((name) => (
      <ActionButton
        key={name}
        model={model}
        name={name}
        record={record}
        busy={busyNames(busy, record)}
        of={of ?? partRecordName(model.definition, record)}
        offReason={reasonOf?.(name)}
      />
    ))

/** A part's records as a table. It scrolls sideways inside its own box if needed. */
export const PartTable = ({ model, rows, busy }: PartRowsProps) => {
  const keyOf = useRowKeys(rows)
  const { columns, actions, naming, definition } = model
  const shown = columns.map((column): TableColumn<Row> => ({
    label: column.label,
    explain: `${definition.name}.columns.${column.id}`,
    isName: column.id === naming,
    className: column.isNumeric ? 'cs-number' : undefined,
    draw: (record) => <PartCell {...{ model, column, record }} busy={busyNames(busy, record)} />,
  }))
  const buttons: TableColumn<Row> = {
    label: 'Actions',
    isUntitled: true,
    className: 'cs-part-actions',
    draw: (record) => <PartActions {...{ model, record, busy }} />,
  }
  return (
    <Table
      className="cs-part-table"
      label={definition.label}
      columns={actions.length > 0 ? [...shown, buttons] : shown}
      items={rows}
      keyOf={keyOf}
    />
  )
}

/** A part's records where space is narrow: name and status, then the other values, then the actions. */
export const PartBlocks = ({ model, rows, busy }: PartRowsProps) => {
  const keyOf = useRowKeys(rows)
  const { name, status } = phoneColumns(model)
  const rest = model.columns.filter((column) => column !== name && column !== status)
  return (
    <ul className="cs-divided" aria-label={model.definition.label}>
      {rows.map((record) => {
        const cell = { model, record, busy: busyNames(busy, record) }
        return (
          <li key={keyOf(record)} className="cs-stack">
            <div className="cs-row cs-row--between cs-part-line">
              <strong>{name !== undefined && <PartCell {...cell} column={name} />}</strong>
              {status !== undefined && <PartCell {...cell} column={status} />}
            </div>
            <Facts kind="inline" data-explain={model.definition.name}>
              {rest
                .filter((column) => hasText(column, record))
                .map((column) => (
                  <FactLine key={column.id} label={column.label}>
                    <PartCell {...cell} column={column} />
                  </FactLine>
                ))}
            </Facts>
            <div className="cs-row cs-part-actions">
              <PartActions model={model} record={record} busy={busy} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
