import { useId, useRef } from 'react'
import type { ResolvedAction, TableResource } from '../../language/resource.ts'
import { controlOf } from '../actions/controlOf.ts'
import { Modal } from '../ui/Modal.tsx'
import type { Row } from '../table/columns.ts'
import { recordName } from '../table/rowModel.ts'
import type { RowModel } from '../table/rowModel.ts'
import { viewColumns } from '../table/viewOf.ts'
import type { Viewed } from '../table/viewOf.ts'
import { hasActions, offeredActions } from './offeredActions.ts'
import { SheetFacts } from './SheetFacts.tsx'

interface ActionSheetProps {
  readonly model: RowModel
  readonly record: Row
  /** Names of the record's actions at work. */
  readonly busy: string
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
      className="cs-sheet-item"
      aria-haspopup="dialog"
      onClick={() => onView({ view, record })}
    >
      {`${view.label} ${label.toLowerCase()}`}
    </button>
  ))

type ActionItemsProps = Pick<ActionSheetProps, 'model' | 'record' | 'busy'> & { readonly act: (name: string) => void }

/** An icon is red to be seen beside a value; in words only what destroys is red. */
const isRed = ({ tone, icon }: ResolvedAction): boolean => tone === 'danger' && icon === undefined

const ActionItems = ({ model, record, busy, act }: ActionItemsProps) =>
  offeredActions(model, record).map(({ name, action }) => {
    const control = controlOf(model.definition, name, record, model.permissions)
    const isOff = control.state === 'disabled' || busy.split(' ').includes(name)
    return (
      <button
        key={name}
        type="button"
        className={isRed(action) ? 'cs-sheet-item cs-sheet-item--danger' : 'cs-sheet-item'}
        aria-disabled={isOff}
        onClick={isOff ? undefined : () => act(name)}
      >
        {action.label}
        {control.state === 'disabled' && <span className="cs-muted">{control.reason}</span>}
      </button>
    )
  })

/**
 * One record on a phone, at the bottom of the screen: all that its list knows of it, and below as buttons everything
 * that the table offers to do with it.
 */
export const ActionSheet = ({ model, record, busy, onAct, onView, onClose }: ActionSheetProps) => {
  const { definition } = model
  const ref = useRef<HTMLDialogElement>(null)
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
    <Modal kind="sheet" ref={ref} labelledBy={id} onClose={onClose}>
      <div className="cs-sheet-body">
        <h2 id={id} tabIndex={-1} data-first="">
          {recordName(definition, record)}
        </h2>
        <SheetFacts model={model} record={record} />
        <ViewItems definition={definition} record={record} onView={view} />
        <ActionItems model={model} record={record} busy={busy} act={act} />
        <button type="button" className="cs-sheet-item cs-sheet-item--cancel" onClick={onClose}>
          {hasActions(model, record) ? 'Cancel' : 'Close'}
        </button>
      </div>
    </Modal>
  )
}
