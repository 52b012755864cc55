import type { ResolvedColumn, ResolvedAction, TableResource } from '../../language/resource.ts'
import { FactLine, Facts } from '../ui/Facts.tsx'
import { drawCell } from './Cell.tsx'
import { columnText, columnValue, statusText, yesOrNo, type Row } from '../model/columns.ts'
import { type CellProps, type RowModel, recordName } from '../model/rowModel.ts'
import { useId } from 'react'
import { controlOf } from '../model/controlOf.ts'
import { Modal } from '../ui/Modal.tsx'
import { viewColumns, type Viewed } from '../model/pressed.ts'
import { hasActions, offeredActions } from '../model/phoneColumns.ts'

type SheetFactsProps = Pick<CellProps, 'model' | 'record' | 'holder'>

/** A column as the sheet shows it: the full text, without its buttons, which are listed below with labels. */
function wholeColumn({ truncate: _cut, ...column }: ResolvedColumn): ResolvedColumn {
  return { ...column, actions: [] }
}

/** The state of a switch in words. The sheet has no switch to press here. */
function toggleText(column: ResolvedColumn, record: Row): string {
  const value = columnValue(column, record)
  const words = column.toggle?.stateLabels
  return typeof value === 'boolean' && words !== undefined ? words[value ? 0 : 1] : columnText(column, record)
}

const SheetValue = ({ model, column, record, holder }: SheetFactsProps & { readonly column: ResolvedColumn }) =>
  column.toggle === undefined
    ? drawCell({ model, column: wholeColumn(column), record, busy: '', holder })
    : toggleText(column, record)

/**
 * All values of a record with labels and in full, for a screen too small for the columns. Hidden columns are included,
 * because a phone has no other way to see them.
 */
const SheetFacts = ({ model, record, holder }: SheetFactsProps) => {
  const { definition } = model
  const { status } = definition.list
  const shown = definition.list.columns.filter(({ field, view }) => field !== undefined && view === undefined)
  return (
    <Facts kind="lines" data-explain={definition.name}>
      {status !== undefined && (
        <FactLine label={statusText(definition, status.field, true)}>{yesOrNo(record, status.field)}</FactLine>
      )}
      {shown.map((column) => (
        <FactLine key={column.id} label={column.label}>
          <SheetValue {...{ model, column, record, holder }} />
        </FactLine>
      ))}
    </Facts>
  )
}

interface ActionSheetProps {
  readonly model: RowModel
  readonly record: Row
  /** Names of the record's running actions. */
  readonly busy: string
  readonly holder: string | undefined
  readonly onAct: (name: string, record: Row) => void
  readonly onView: (viewed: Viewed) => void
  readonly onClose: () => void
}

type ViewItemsProps = Pick<ActionSheetProps, 'record' | 'onView'> & { readonly definition: TableResource }

const ViewItems = ({ definition, record, onView }: ViewItemsProps) =>
  viewColumns(definition).map(({ id, label, view }) => (
    <button
      key={id}
      type="button"
      className="cs-item cs-sheet-item"
      data-explain={`${definition.name}.columns.${id}`}
      aria-haspopup="dialog"
      onClick={() => onView({ view, record })}
    >
      {`${view.label} ${label.toLowerCase()}`}
    </button>
  ))

type ActionItemsProps = Pick<ActionSheetProps, 'model' | 'record' | 'busy'> & { readonly act: (name: string) => void }

/** Icons are red so that they stand out next to a value. With labels, only destructive actions are red. */
const isRed = ({ tone, icon }: ResolvedAction): boolean => tone === 'danger' && icon === undefined

const ActionItems = ({ model, record, busy, act }: ActionItemsProps) =>
  offeredActions(model, record).map(({ name, action }) => {
    const control = controlOf(model.definition, name, record, model.permissions)
    const isOff = control.state === 'disabled' || busy.split(' ').includes(name)
    return (
      <button
        key={name}
        type="button"
        className={`cs-item cs-sheet-item ${isRed(action) && !isOff ? 'cs-danger' : ''}`}
        data-explain={`${model.definition.name}.actions.${name}`}
        aria-disabled={isOff}
        onClick={isOff ? undefined : () => act(name)}
      >
        {action.label}
        {control.state === 'disabled' && <span className="cs-muted">{control.reason}</span>}
      </button>
    )
  })

/**
 * One record on a phone, as a sheet at the bottom of the screen. It shows all values from the list, and below them a
 * button for every action that the table offers.
 */
export const ActionSheet = ({ model, record, busy, holder, onAct, onView, onClose }: ActionSheetProps) => {
  const { definition } = model
  const id = useId()
  const act = (name: string) => {
    onClose()
    onAct(name, record)
  }
  const view = (viewed: Viewed) => {
    onClose()
    onView(viewed)
  }
  return (
    <Modal kind="sheet" labelledBy={id} onClose={onClose}>
      <div className="cs-sheet-body">
        <h2 id={id} tabIndex={-1} data-first="">
          {recordName(definition, record)}
        </h2>
        <SheetFacts model={model} record={record} holder={holder} />
        <ViewItems definition={definition} record={record} onView={view} />
        <ActionItems model={model} record={record} busy={busy} act={act} />
        <button type="button" className="cs-item cs-sheet-item cs-muted" onClick={onClose}>
          {hasActions(model, record) ? 'Cancel' : 'Close'}
        </button>
      </div>
    </Modal>
  )
}
