import type { ResolvedColumn } from '../../language/resource.ts'
import { memo, useMemo } from 'react'
import { FactLine, Facts } from '../ui/Facts.tsx'
import { ActionButton } from '../actions/ActionButton.tsx'
import { drawCell } from '../table/Cell.tsx'
import { hasText, type Row } from '../model/columns.ts'
import { namingColumn } from '../../language/namingColumn.ts'
import { type RowModel, searchedMark } from '../model/rowModel.ts'
import { StatusDot } from '../table/TableRow.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import './cards.css'
import { busyNames, usePresses, type RecordTableProps } from '../table/RecordTable.tsx'

/** The columns of a card: its heading, the text below, and the values with a label. */
interface CardColumns {
  readonly title: ResolvedColumn | undefined
  readonly message: ResolvedColumn | undefined
  readonly facts: readonly ResolvedColumn[]
}

const isPlain = ({ display, toggle, view, actions }: ResolvedColumn): boolean =>
  display === 'text' && toggle === undefined && view === undefined && actions.length === 0

/** Chosen by display format: the column that names the record, the plain text right after it, and the rest (D-161). */
function cardColumns({ definition, columns }: RowModel): CardColumns {
  const naming = namingColumn(definition)
  const title = columns.find(({ id }) => id === naming?.id)
  const others = columns.filter((column) => column !== title)
  const [next] = others
  const message = next !== undefined && isPlain(next) ? next : undefined
  return { title, message, facts: others.filter((column) => column !== message) }
}

interface CardProps {
  readonly model: RowModel
  readonly columns: CardColumns
  readonly record: Row
  /** Names of the record's running actions, separated by spaces. */
  readonly busy: string
}

/** True when the column has content for this record. A switch always has; a value may be missing. */
const isShown = (column: ResolvedColumn, record: Row): boolean =>
  column.toggle !== undefined || column.view !== undefined || column.actions.length > 0 || hasText(column, record)

/** One record as a card: its title, its text, and its other values with labels. */
const Card = memo(({ model, columns, record, busy }: CardProps) => {
  const draw = (column: ResolvedColumn) => (
    <span {...searchedMark(model, column)}>{drawCell({ model, column, record, busy })}</span>
  )
  const { title, message } = columns
  const facts = columns.facts.filter((column) => isShown(column, record))
  return (
    <li className="cs-stack cs-card">
      {title !== undefined && isShown(title, record) && (
        <h2>
          {draw(title)}
          <StatusDot model={model} record={record} />
        </h2>
      )}
      {message !== undefined && isShown(message, record) && <p className="cs-lines">{draw(message)}</p>}
      {facts.length > 0 && (
        <Facts kind="inline" data-explain={model.definition.name}>
          {facts.map((column) => (
            <FactLine key={column.id} label={column.label}>
              {draw(column)}
            </FactLine>
          ))}
        </Facts>
      )}
      {model.actions.length > 0 && (
        <div className="cs-row">
          {model.actions.flat().map((name) => (
            <ActionButton key={name} model={model} name={name} record={record} busy={busy} />
          ))}
        </div>
      )}
    </li>
  )
})
Card.displayName = 'Card'

/** Enough cards to fill a window. */
const CARDS = 8

/** Placeholder for a list of cards. Each card has a title, a text and a line of facts. Only slow loads show it. */
export const CardsSkeleton = () => (
  <Skeleton room="cs-cards-room">
    {Array.from({ length: CARDS }, (_, card) => (
      <div key={card} className="cs-stack cs-card cs-card--skeleton">
        <span className="cs-skeleton" />
        <span className="cs-skeleton" />
        <span className="cs-skeleton" />
      </div>
    ))}
  </Skeleton>
)

type CardListProps = Pick<RecordTableProps, 'model' | 'rows' | 'busy' | 'onAct' | 'onView'>

/** The records as a column of cards. One listener handles all of their buttons. */
export const CardList = ({ model, rows, busy, onAct, onView }: CardListProps) => {
  const columns = useMemo(() => cardColumns(model), [model])
  const ref = usePresses<HTMLUListElement>({ model, rows, onAct, onView })
  return (
    <ul aria-label={model.definition.label} ref={ref}>
      {rows.map((row) => (
        <Card key={row.id} model={model} columns={columns} record={row} busy={busyNames(busy, row)} />
      ))}
    </ul>
  )
}
