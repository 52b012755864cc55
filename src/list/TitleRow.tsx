import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ListResource } from '../../language/resource.ts'
import { Button } from '../ui/Button.tsx'
import { listActions, type Permissions } from '../model/controlOf.ts'
import { busyKey } from '../actions/useActions.ts'
import type { ActionFlow } from '../actions/useActionFlow.ts'
import { formatValue } from '../format/formatValue.ts'
import { Slot } from '../console/Slot.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import type { Records } from './useRecords.ts'

interface TitleRowProps {
  readonly definition: ListResource
  readonly permissions: Permissions
  /** The number of records, in words. Empty when unknown. */
  readonly count: string
  readonly flow: ActionFlow
  /** The list's tools, for a list without a row of filters. */
  readonly tools?: ReactNode
  /** Before the list's buttons. `work` has a place of its own, before it is there. */
  readonly work: ReactNode
  readonly save: ReactNode
}

/** '61 in all', '7 of 61' while a search is active, or the number on this page when the service reports no total. */
export const countText = ({ rows, facts: { total, whole = total } }: Records): string => {
  if (total !== undefined && whole !== undefined) {
    const found = formatValue('number', total)
    return total === whole ? `${found} in all` : `${found} of ${formatValue('number', whole)}`
  }
  return rows === undefined || rows.length === 0 ? '' : `${rows.length} on this page`
}

/** The list's title, its count and its actions, with a link back if it belongs to another list. */
export const TitleRow = ({ definition, permissions, count, flow, tools, work, save }: TitleRowProps) => (
  <div className="cs-row cs-title-row">
    {definition.list.back !== undefined && (
      <Link className="cs-back cs-screen" to={definition.list.back.to}>
        <Icon name="back" />
        {definition.list.back.label}
      </Link>
    )}
    <h1>{definition.label}</h1>
    <output className="cs-note cs-digits cs-list-count">{count}</output>
    <Toolbar className="cs-row cs-title-actions" label="Actions">
      {definition.show?.workTab !== undefined && <div className="cs-title-work">{work}</div>}
      <div className="cs-row cs-title-buttons">
        {save}
        <Slot page="list" place="actions" definition={definition} />
        {listActions(definition, permissions).map((name) => {
          const action = definition.actions[name]
          const isBusy = flow.busy.has(busyKey(name, undefined))
          return (
            <Button
              key={name}
              title={action?.hint}
              data-explain={`${definition.name}.actions.${name}`}
              isBusy={isBusy}
              onClick={() => !isBusy && flow.start(name, undefined)}
            >
              {action?.label}
            </Button>
          )
        })}
      </div>
    </Toolbar>
    {tools}
  </div>
)
