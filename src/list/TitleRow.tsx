import { Link } from 'react-router-dom'
import type { ListResource } from '../../language/resource.ts'
import { Button } from '../ui/Button.tsx'
import { listActions } from '../model/controlOf.ts'
import type { Permissions } from '../model/controlOf.ts'
import { busyKey } from '../actions/useActions.ts'
import type { ActionFlow } from '../actions/useActionFlow.ts'
import { formatValue } from '../format/formatValue.ts'
import { Slot } from '../console/Slot.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import type { HiddenColumns } from './ColumnMenu.tsx'
import type { Records } from './useRecords.ts'

interface TitleRowProps {
  readonly definition: ListResource
  readonly permissions: Permissions
  /** How much there is, in words; empty where nobody knows. */
  readonly count: string
  readonly flow: ActionFlow
  /** The choice of columns, where no row of filters holds it. */
  readonly columns?: HiddenColumns | undefined
}

/** '61 in all', '7 of 61' where the search leaves some out, or how many are on the page where the service does not say. */
export const countText = ({ rows, facts: { total, whole = total } }: Records): string => {
  if (total !== undefined && whole !== undefined) {
    const found = formatValue('number', total)
    return total === whole ? `${found} in all` : `${found} of ${formatValue('number', whole)}`
  }
  return rows === undefined || rows.length === 0 ? '' : `${rows.length} on this page`
}

/** Title of the list, the way back where it belongs to another one, how much there is, and what can be done with all of it. */
export const TitleRow = ({ definition, permissions, count, flow, columns }: TitleRowProps) => (
  <div className="cs-title-row">
    {definition.list.back !== undefined && (
      <Link className="cs-list-back" to={definition.list.back.to}>
        <Icon name="back" />
        {definition.list.back.label}
      </Link>
    )}
    <h1>{definition.label}</h1>
    <span className="cs-list-count">{count}</span>
    <div className="cs-title-actions">
      <Slot page="list" place="actions" definition={definition} />
      {listActions(definition, permissions).map((name) => {
        const action = definition.actions[name]
        const isBusy = flow.busy.has(busyKey(name, undefined))
        return (
          <Button
            key={name}

            title={action?.hint}

            isBusy={isBusy}
            onClick={() => !isBusy && flow.start(name, undefined)}
          >
            {action?.label}
          </Button>
        )
      })}
      {columns !== undefined && (
        <div className="cs-filter-end">
          <ColumnMenu definition={definition} choice={columns} />
        </div>
      )}
    </div>
  </div>
)
