import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import { listActions } from '../actions/controlOf.ts'
import type { Permissions } from '../actions/controlOf.ts'
import { busyKey } from '../actions/useActions.ts'
import type { ActionFlow } from '../actions/useActionFlow.ts'
import { formatValue } from '../format/formatValue.ts'
import { Spinner } from '../parts/Spinner.tsx'
import type { Records } from './useRecords.ts'

interface TitleRowProps {
  readonly definition: AnyDefinition
  readonly permissions: Permissions
  readonly records: Records
  readonly flow: ActionFlow
}

const countText = ({ rows, facts }: Records): string => {
  if (facts.total !== undefined) return `${formatValue('number', facts.total)} in all`
  return rows === undefined || rows.length === 0 ? '' : `${rows.length} on this page`
}

/** Title of the list, how much there is, and what can be done with all of it. */
export const TitleRow = ({ definition, permissions, records, flow }: TitleRowProps) => (
  <div className="cs-title-row">
    <h1>{definition.label}</h1>
    <span className="cs-list-count">{countText(records)}</span>
    <div className="cs-title-actions">
      {listActions(definition, permissions).map((name) => {
        const action = definition.actions?.[name]
        const isBusy = flow.busy.has(busyKey(name, undefined))
        return (
          <button
            key={name}
            type="button"
            className="cs-button cs-button--busyable"
            title={action?.hint}
            aria-disabled={isBusy}
            aria-busy={isBusy}
            onClick={() => !isBusy && flow.start(name, undefined)}
          >
            <span>{action?.label}</span>
            {isBusy && <Spinner />}
          </button>
        )
      })}
    </div>
  </div>
)
