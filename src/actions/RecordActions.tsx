import { useId, type ReactNode } from 'react'
import type { Resource } from '../../language/resource.ts'
import { WAITING_UNREAD } from '../data/permissions.ts'
import { Button } from '../ui/Button.tsx'
import { useIsSlow } from '../ui/Skeleton.tsx'
import type { Row } from '../model/columns.ts'
import { controlOf, type Permissions } from '../model/controlOf.ts'
import { busyKey } from './useActions.ts'
import type { ActionFlow } from './useActionFlow.ts'
import './actions.css'

interface RecordActionsProps {
  readonly definition: Resource
  readonly record: Row
  readonly permissions: Permissions
  /** The page's flow. The page draws its dialog and reads the record again. */
  readonly flow: ActionFlow
  /** Names of the actions, in display order. */
  readonly names: readonly string[]
  /** The record's name in the labels, where it is not the page's own. */
  readonly of?: string
  /** Content shown after the buttons. */
  readonly children?: ReactNode
}

/** Why a button is off. A reason that soon goes away makes room for itself only if it takes longer. */
const Reason = ({ id, reason }: { readonly id: string; readonly reason: string }) => {
  const isSlow = useIsSlow()
  return (
    <span className={isSlow || reason !== WAITING_UNREAD ? 'cs-meta' : 'cs-visually-hidden'} id={id}>
      {reason}
    </span>
  )
}

const RecordAction = ({ definition, record, permissions, flow, name, of }: RecordActionProps) => {
  const id = useId()
  const action = definition.actions[name]
  const control = controlOf(definition, name, record, permissions)
  if (action === undefined || control.state === 'absent' || control.state === 'denied') return null
  const isBusy = flow.busy.has(busyKey(name, record))
  return (
    <span className="cs-row cs-record-action">
      {control.state === 'disabled' && <Reason id={id} reason={control.reason} />}
      <Button
        look={action.tone === 'danger' ? 'dangerOutline' : 'outline'}
        isOff={control.state === 'disabled'}
        isBusy={isBusy}
        aria-label={of && `${action.label}: ${of}`}
        aria-describedby={control.state === 'disabled' ? id : undefined}
        title={action.hint}
        data-explain={`${definition.name}.actions.${name}`}
        onClick={() => flow.start(name, record)}
      >
        {action.label}
      </Button>
    </span>
  )
}

interface RecordActionProps extends Omit<RecordActionsProps, 'names' | 'children'> {
  readonly name: string
}

/**
 * The action buttons of a record's page. An action that the record's state or the person's permissions do not allow is
 * absent. A blocked action is shown disabled but focusable, with its reason next to it.
 */
export const RecordActions = ({ names, children, ...rest }: RecordActionsProps) => (
  <div className="cs-row cs-record-actions">
    {names.map((name) => (
      <RecordAction key={name} name={name} {...rest} />
    ))}
    {children}
  </div>
)
