import type { ResolvedColumn } from '../../../language/resource.ts'
import { memo } from 'react'
import { Facts } from '../../ui/Facts.tsx'
import { ActionButton } from '../../actions/ActionButton.tsx'
import { drawCell } from '../../table/Cell.tsx'
import { columnText, isNothing } from '../../table/columns.ts'
import type { Row } from '../../table/columns.ts'
import type { RowModel } from '../../table/rowModel.ts'
import { StatusDot } from '../../table/TableRow.tsx'
import type { CardColumns } from './cardColumns.ts'

interface CardProps {
  readonly model: RowModel
  readonly columns: CardColumns
  readonly record: Row
  /** Names of the record's actions at work, separated by spaces. */
  readonly busy: string
}

/** Whether there is anything to show: a control is always there, a value may be missing. */
const isShown = (column: ResolvedColumn, record: Row): boolean =>
  column.toggle !== undefined ||
  column.view !== undefined ||
  column.actions.length > 0 ||
  !isNothing(column, columnText(column, record))

/** One record as a card: what it is called, what it says, and its further values with their labels. */
export const Card = memo(({ model, columns, record, busy }: CardProps) => {
  const draw = (column: ResolvedColumn) => drawCell({ model, column, record, busy })
  const { title, message } = columns
  const facts = columns.facts.filter((column) => isShown(column, record))
  return (
    <li className="cs-card">
      {title !== undefined && isShown(title, record) && (
        <h2>
          <StatusDot model={model} record={record} />
          {draw(title)}
        </h2>
      )}
      {message !== undefined && isShown(message, record) && <p>{draw(message)}</p>}
      {facts.length > 0 && (
        <Facts kind="inline">
          {facts.map((column) => (
            <div key={column.id}>
              <dt>{column.label}</dt>
              <dd>{draw(column)}</dd>
            </div>
          ))}
        </Facts>
      )}
      {model.actions.length > 0 && (
        <div className="cs-card-actions">
          {model.actions.map((name) => (
            <ActionButton key={name} model={model} name={name} record={record} busy={busy} />
          ))}
        </div>
      )}
    </li>
  )
})
Card.displayName = 'Card'
