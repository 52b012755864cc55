import { useCallback, useMemo } from 'react'
import { useClicks } from '../parts/useClicks.ts'
import { resolveColumns } from '../table/columns.ts'
import type { ResolvedColumn } from '../table/columns.ts'
import { busyNames } from '../table/RecordTable.tsx'
import { pressOf } from '../table/pressOf.ts'
import { recordName } from '../table/rowModel.ts'
import { drawToggle } from '../table/Toggle.tsx'
import type { PageModel } from './pageModel.ts'
import type { ListRow } from './useListRow.ts'

const UNKNOWN = 'State not known'

interface HeaderSwitchesProps {
  readonly model: PageModel
  readonly listRow: ListRow
}

const Unknown = ({ column, model, isLoading }: UnknownProps) => (
  <span className="cs-switch" aria-busy={isLoading}>
    <input
      type="checkbox"
      role="switch"
      disabled
      checked={false}
      aria-checked={false}
      readOnly
      aria-disabled
      aria-label={`${column.label}: ${recordName(model.definition, model.record)}`}
      title={isLoading ? 'Being read' : UNKNOWN}
    />
  </span>
)

interface UnknownProps {
  readonly column: ResolvedColumn
  readonly model: PageModel
  readonly isLoading: boolean
}

/** One listener for all switches, as in a table. */
function useSwitches({ flow, record }: PageModel) {
  const { start } = flow
  return useClicks<HTMLDivElement>(
    useCallback(
      (target: Element) => {
        const press = pressOf(target)
        if (press !== undefined) start(press.name, record)
      },
      [start, record],
    ),
  )
}

/**
 * The list's switches of this one record. How they stand is known to the list alone: until its row has been read they
 * are off and say why.
 */
export const HeaderSwitches = ({ model, listRow }: HeaderSwitchesProps) => {
  const { definition, show, record, permissions, flow } = model
  const ref = useSwitches(model)
  const columns = useMemo(() => resolveColumns(definition), [definition])
  const { switches = [] } = show.header
  const row = { definition, columns, actions: [], permissions, query: '' }
  const busy = busyNames(flow.busy, record)
  const { state, failure, retry } = listRow
  if (switches.length === 0) return null
  return (
    <div className="cs-record-switches" ref={ref}>
      {columns
        .filter(({ id }) => switches.includes(id))
        .map((column) => (
          <div key={column.id} className="cs-record-switch">
            {(column.toggle?.words === undefined || state !== 'known') && (
              <span aria-hidden="true">{column.label}</span>
            )}
            {state === 'known' ? (
              drawToggle({ model: row, column, record, busy })
            ) : (
              <Unknown column={column} model={model} isLoading={state === 'loading'} />
            )}
          </div>
        ))}
      {(state === 'failed' || state === 'notFound') && (
        <output className="cs-quiet" title={failure?.message}>
          {UNKNOWN}
          {state === 'failed' && (
            <button type="button" className="cs-quiet-button" onClick={retry}>
              Retry
            </button>
          )}
        </output>
      )}
    </div>
  )
}
