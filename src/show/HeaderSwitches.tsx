import type { ResolvedColumn, ListResource } from '../../language/resource.ts'
import { type ReactNode, useCallback, useMemo } from 'react'
import { FactLine, Facts } from '../ui/Facts.tsx'
import { columnValue, type Row } from '../model/columns.ts'
import { QuietNote } from '../ui/Notice.tsx'
import { useDelegatedClick } from '../ui/useDelegatedClick.ts'
import { busyNames } from '../table/RecordTable.tsx'
import { runPressed } from '../model/pressed.ts'
import { recordName } from '../model/rowModel.ts'
import { drawToggle } from '../table/Toggle.tsx'
import type { PageModel } from '../console/extensions.ts'
import type { ListRow } from './useListRow.ts'

interface SwitchFactsProps {
  readonly record: Row
  readonly columns: readonly ResolvedColumn[]
  /** True once the record's row has been read. */
  readonly isKnown: boolean
}

function standOf(column: ResolvedColumn, record: Row): ReactNode {
  const value = columnValue(column, record)
  const [on, off] = column.toggle?.stateLabels ?? ['On', 'Off']
  if (value === true) return <strong>{on}</strong>
  return value === false ? off : 'not known'
}

/** The states of a record's switches in words, for print only: paper has no switches. */
const SwitchFacts = ({ record, columns, isKnown }: SwitchFactsProps) => (
  <Facts kind="inline" className="cs-record-facts cs-on-paper">
    {columns.map((column) => (
      <FactLine key={column.id} label={`${column.label}:`}>
        {isKnown ? standOf(column, record) : 'not known'}
      </FactLine>
    ))}
  </Facts>
)

const UNKNOWN = 'State not known'
const noSwitches: readonly string[] = []

const switchesOf = (definition: ListResource, names: readonly string[]): readonly ResolvedColumn[] =>
  definition.list.columns.filter(({ id }) => names.includes(id))

interface HeaderSwitchesProps {
  readonly model: PageModel
  readonly listRow: ListRow
}

/** Reserves the space of the word next to a switch until it is known. */
const WordRoom = ({ toggle }: ResolvedColumn) =>
  toggle?.stateLabels === undefined ? null : (
    <span className="cs-word-room" aria-hidden="true">
      {toggle.stateLabels[1]}
    </span>
  )

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
    <WordRoom {...column} />
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
  return useDelegatedClick<HTMLDivElement>(
    useCallback((target: Element) => runPressed(target, [record], start), [start, record]),
  )
}

/**
 * The list's switches for this record. Only the list knows their state, so they are off with a reason until the
 * record's row has been read.
 */
export const HeaderSwitches = ({ model, listRow }: HeaderSwitchesProps) => {
  const { definition, show, record, permissions, flow } = model
  const ref = useSwitches(model)
  const { switches } = show.header
  const columns = useMemo(() => switchesOf(definition, switches), [definition, switches])
  const row = { definition, columns, actions: [], isSelectable: false, searched: [], permissions, query: '' }
  const busy = busyNames(flow.busy, record)
  const { state, failure, retry } = listRow
  if (switches.length === 0) return null
  return (
    <div className="cs-row cs-record-switches" ref={ref}>
      {columns.map((column) => (
        <div key={column.id} className="cs-row cs-record-switch">
          <span className="cs-muted" aria-hidden="true">
            {column.label}
          </span>
          {state === 'known' ? (
            drawToggle({ model: row, column, record, busy })
          ) : (
            <Unknown column={column} model={model} isLoading={state === 'loading'} />
          )}
        </div>
      ))}
      <SwitchFacts record={record} columns={columns} isKnown={state === 'known'} />
      {(state === 'failed' || state === 'notFound') && (
        <QuietNote text={UNKNOWN} reason={failure?.message} retry={state === 'failed' ? retry : undefined} />
      )}
    </div>
  )
}

interface SkeletonProps {
  readonly definition: ListResource
  readonly names: readonly string[] | undefined
}

/** Placeholder for the switches while the record loads. Their names are in their final place. */
export const SwitchesSkeleton = ({ definition, names = noSwitches }: SkeletonProps) =>
  names.length === 0 ? null : (
    <div className="cs-row cs-record-switches">
      {switchesOf(definition, names).map((column) => (
        <div key={column.id} className="cs-row cs-record-switch">
          <span className="cs-muted" aria-hidden="true">
            {column.label}
          </span>
          <span className="cs-switch">
            <span className="cs-skeleton cs-skeleton--toggle" />
            <WordRoom {...column} />
          </span>
        </div>
      ))}
    </div>
  )
