import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { ResolvedAction } from '../../language/resource.ts'
import { filledText, type Row } from '../model/columns.ts'
import { recordName, type RowModel } from '../model/rowModel.ts'
import { controlOf } from '../model/controlOf.ts'

interface ActionButtonProps {
  readonly model: RowModel
  readonly name: string
  readonly record: Row
  readonly busy: string
  /** The record's name in the label, if its own name is not enough to tell it from others. */
  readonly of?: string
  /** Why it cannot be started yet, apart from the record. */
  readonly offReason?: string | undefined
}

/** The action's label, then `of`, the title of the result it opens, or the record's own name. */
function accessibleName({ label, result }: ResolvedAction, { model, record, of }: ActionButtonProps): string {
  const own =
    result === undefined ? recordName(model.definition, record) : filledText(model.definition)(result.title, record)
  return `${label}: ${of ?? own}`
}

/**
 * The button for one action on a record. It is absent if the record or the person does not have the action. It is
 * disabled, with the reason, if the record lacks something. An icon button shows its label on hover and on focus
 * (D-182). The surrounding table or list handles the clicks of all its buttons.
 */
export const ActionButton = (props: ActionButtonProps) => {
  const { model, name, record, busy, offReason = model.offReason } = props
  const control = controlOf(model.definition, name, record, model.permissions)
  const action = model.definition.actions[name]
  if (action === undefined || control.state === 'absent' || control.state === 'denied') return null
  const isBusy = busy.split(' ').includes(name)
  const reason = control.state === 'disabled' ? control.reason : (offReason ?? action.hint)
  const shared = {
    'data-action': name,
    'data-explain': `${model.definition.name}.actions.${name}`,
    'data-id': record.id,
    'aria-label': accessibleName(action, props),
    isOff: control.state === 'disabled' || offReason !== undefined,
    isBusy,
    'aria-haspopup': action.result === undefined ? undefined : ('dialog' as const),
  }
  const isDanger = action.tone === 'danger'
  if (action.icon !== undefined) {
    return (
      <Button
        look="icon"
        className={`cs-row-icon${isDanger ? ' cs-row-icon--danger' : ''}`}
        title={reason ?? action.label}
        {...shared}
      >
        <Icon name={action.icon} />
      </Button>
    )
  }
  return (
    <Button size="small" look={isDanger ? 'dangerOutline' : 'outline'} title={reason} {...shared}>
      {action.label}
    </Button>
  )
}
