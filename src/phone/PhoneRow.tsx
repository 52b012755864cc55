import type { ResolvedColumn } from '../../language/resource.ts'
import { memo } from 'react'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { drawCell } from '../table/Cell.tsx'
import { columnText, isNothing } from '../table/columns.ts'
import type { Row } from '../table/columns.ts'
import { recordName } from '../table/rowModel.ts'
import type { RowModel } from '../table/rowModel.ts'
import { StatusDot } from '../table/TableRow.tsx'
import { hasActions } from './offeredActions.ts'
import type { PhoneColumns } from './phoneColumns.ts'

interface PhoneRowProps {
  readonly model: RowModel
  readonly columns: PhoneColumns
  readonly record: Row
  readonly busy: string
  /** The row's running number, where a column shows it. */
  readonly number?: number | undefined
}

const hasText = (column: ResolvedColumn, record: Row): boolean => !isNothing(column, columnText(column, record))

/** One record in two lines, with a button that opens all of it and its actions. */
export const PhoneRow = memo(({ model, columns, record, busy, number }: PhoneRowProps) => {
  const { name, status, facts } = columns
  return (
    <li className="cs-phone-row">
      <div className="cs-phone-line">
        <span className="cs-phone-name">
          {number !== undefined && <span className="cs-phone-number">{number}</span>}
          <StatusDot model={model} record={record} />
          {name !== undefined && drawCell({ model, column: name, record, busy })}
        </span>
        {status !== undefined && drawCell({ model, column: status, record, busy })}
      </div>
      <div className="cs-phone-line cs-phone-line--facts">
        {facts
          .filter((column) => hasText(column, record))
          .map((column) => (
            <span key={column.id}>
              <span className="cs-visually-hidden">{column.label}: </span>
              {drawCell({ model, column, record, busy })}
            </span>
          ))}
      </div>
      <Button
        look="icon"
        className="cs-phone-more"
        data-sheet={record.id}
        aria-haspopup="dialog"
        aria-busy={busy !== ''}
        aria-label={`${hasActions(model, record) ? 'Actions' : 'Details'}: ${recordName(model.definition, record)}`}
      >
        {busy === '' ? <Icon name="more" /> : <Spinner />}
      </Button>
    </li>
  )
})
PhoneRow.displayName = 'PhoneRow'
