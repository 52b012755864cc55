import { fillTemplate } from '../../language/template.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { ResolvedAction } from '../../language/resource.ts'
import type { Row } from '../model/columns.ts'
import { recordName } from '../model/rowModel.ts'
import type { RowModel } from '../model/rowModel.ts'
import { controlOf } from '../model/controlOf.ts'

interface ActionButtonProps {
  readonly model: RowModel
  readonly name: string
  readonly record: Row
  readonly busy: string
  /** What the record is called, where its name alone does not tell it from others. */
  readonly of?: string
}

/** What the button is called: with the record, by the title of what it will show or by the record's own name. */
function accessibleName({ label, result }: ResolvedAction, { model, record, of }: ActionButtonProps): string {
  const own = result === undefined ? recordName(model.definition, record) : fillTemplate(result.title, record)
  return `${label}: ${of ?? own}`
}

/**
 * A record's button for one action. It is absent where the action does not exist for the record or the person, and off,
 * with the reason, where the record lacks something. Drawn as an icon it says what it is on hover and on focus (D-182).
 * The table or the list around it listens for all of them at once.
 */
export const ActionButton = (props: ActionButtonProps) => {
  const { model, name, record, busy } = props
  const control = controlOf(model.definition, name, record, model.permissions)
  const action = model.definition.actions[name]
  if (action === undefined || control.state === 'absent' || control.state === 'denied') return null
  const isBusy = busy.split(' ').includes(name)
  const reason = control.state === 'disabled' ? control.reason : action.hint
  const shared = {
    'data-action': name,
    'data-id': record.id,
    'aria-label': accessibleName(action, props),
    isOff: control.state === 'disabled',
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
