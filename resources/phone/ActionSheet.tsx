import { useCallback, useId } from 'react'
import type { SyntheticEvent } from 'react'
import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import { controlOf, recordActions } from '../actions/controlOf.ts'
import { useClicks } from '../parts/useClicks.ts'
import { useModal } from '../parts/useModal.ts'
import type { Row } from '../table/columns.ts'
import { recordName } from '../table/rowModel.ts'
import type { RowModel } from '../table/rowModel.ts'
import { viewColumns } from '../table/viewOf.ts'
import type { Viewed } from '../table/viewOf.ts'

interface ActionSheetProps {
  readonly model: RowModel
  readonly record: Row
  /** Names of the record's actions at work. */
  readonly busy: string
  readonly onAct: (name: string, record: Row) => void
  readonly onView: (viewed: Viewed) => void
  readonly onClose: () => void
}

type ViewItemsProps = Pick<ActionSheetProps, 'record' | 'onView'> & { readonly definition: AnyDefinition }

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

/** A record's actions on a phone: everything the table offers, as a list of buttons at the bottom of the screen. */
export const ActionSheet = ({ model, record, busy, onAct, onView, onClose }: ActionSheetProps) => {
  const { definition, permissions } = model
  const closeOutside = useCallback(
    (target: Element) => {
      if (target instanceof HTMLDialogElement) onClose()
    },
    [onClose],
  )
  const ref = useClicks<HTMLDialogElement>(closeOutside)
  const id = useId()
  useModal(ref)
  const escape = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  const act = (name: string) => {
    onClose()
    onAct(name, record)
  }
  const view = (viewed: Viewed) => {
    onClose()
    onView(viewed)
  }
  return (
    <dialog className="cs-sheet" ref={ref} aria-labelledby={id} onCancel={escape}>
      <div className="cs-sheet-body">
        <h2 id={id}>{recordName(definition, record)}</h2>
        <ViewItems definition={definition} record={record} onView={view} />
        {recordActions(definition).map((name) => {
          const control = controlOf(definition, name, record, permissions)
          const action = definition.actions?.[name]
          if (action === undefined || control.state === 'absent' || control.state === 'denied') return null
          const isOff = control.state === 'lacking' || busy.split(' ').includes(name)
          return (
            <button
              key={name}
              type="button"
              className={action.tone === 'danger' ? 'cs-sheet-item cs-sheet-item--danger' : 'cs-sheet-item'}
              aria-disabled={isOff}
              onClick={isOff ? undefined : () => act(name)}
            >
              {action.label}
              {control.state === 'lacking' && <span className="cs-muted">{control.reason}</span>}
            </button>
          )
        })}
        <button type="button" className="cs-sheet-item cs-sheet-item--cancel" onClick={onClose}>
          Cancel
        </button>
      </div>
    </dialog>
  )
}
