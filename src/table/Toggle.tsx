import { controlOf } from '../model/controlOf.ts'
import { NOTHING } from '../format/formatValue.ts'
import { columnValue, unreadableText } from '../model/columns.ts'
import { recordName, type CellProps } from '../model/rowModel.ts'
import { drawNothing } from '../values/drawText.tsx'

/** The table handles all switches with one listener, but React requires a handler on each. */
const heardByTheTable = () => undefined

/** The action of pressing a column's switch: `off` while the field is true, `on` otherwise. */
const toggleAction = ({ column, record }: Pick<CellProps, 'column' | 'record'>): string =>
  columnValue(column, record) === true ? (column.toggle?.off ?? '') : (column.toggle?.on ?? '')

/**
 * A native switch that shows the last state from the server, never the requested one. It is off with a reason when the
 * person may not press it, a dash when the record does not give its state, and 'Unreadable' when that is no state.
 */
export const drawToggle = ({ model, column, record, busy }: CellProps) => {
  const unreadable = unreadableText(column, record)
  if (unreadable !== undefined) return <div className="cs-ellipsis">{drawNothing(NOTHING, unreadable)}</div>
  const name = toggleAction({ column, record })
  const control = controlOf(model.definition, name, record, model.permissions)
  if (control.state === 'absent') return <span className="cs-muted">{NOTHING}</span>
  const isOn = columnValue(column, record) === true
  const atWork = busy.split(' ')
  const isBusy = atWork.includes(column.toggle?.on ?? '') || atWork.includes(column.toggle?.off ?? '')
  const hint = model.definition.actions[name]?.hint
  const reason = model.offReason ?? (control.state === 'ready' ? hint : control.reason)
  const words = column.toggle?.stateLabels
  return (
    <label className="cs-switch">
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={heardByTheTable}
        data-action={name}
        data-explain={`${model.definition.name}.actions.${name}`}
        data-id={record.id}
        data-busy={isBusy || undefined}
        aria-label={`${column.label}: ${recordName(model.definition, record)}`}
        title={reason}
        aria-disabled={isBusy || control.state !== 'ready' || model.offReason !== undefined}
        aria-busy={isBusy}
      />
      {words !== undefined && <span>{isOn ? words[0] : words[1]}</span>}
    </label>
  )
}
