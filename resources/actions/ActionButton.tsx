import { Spinner } from '../parts/Spinner.tsx'
import type { Row } from '../table/columns.ts'
import { recordName } from '../table/rowModel.ts'
import type { RowModel } from '../table/rowModel.ts'
import { controlOf } from './controlOf.ts'

interface ActionButtonProps {
  readonly model: RowModel
  readonly name: string
  readonly record: Row
  readonly busy: string
  /** What the record is called, where its name alone does not tell it from others. */
  readonly of?: string
}

/**
 * A record's button for one action. It is absent where the action does not exist for the record or the person, and off,
 * with the reason, where the record lacks something. The table or the list around it listens for all of them at once.
 */
export const ActionButton = ({ model, name, record, busy, of }: ActionButtonProps) => {
  const control = controlOf(model.definition, name, record, model.permissions)
  const action = model.definition.actions?.[name]
  if (action === undefined || control.state === 'absent' || control.state === 'denied') return null
  const isBusy = busy.split(' ').includes(name)
  const reason = control.state === 'lacking' ? control.reason : action.hint
  return (
    <button
      type="button"
      className={`cs-row-button cs-button--busyable${action.tone === 'danger' ? ' cs-row-button--danger' : ''}`}
      data-action={name}
      data-id={record.id}
      aria-label={`${action.label}: ${of ?? recordName(model.definition, record)}`}
      aria-disabled={isBusy || control.state === 'lacking'}
      aria-busy={isBusy}
      title={reason}
    >
      <span>{action.label}</span>
      {isBusy && <Spinner />}
    </button>
  )
}
