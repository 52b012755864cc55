import { memo } from 'react'
import { ActionButton } from '../actions/ActionButton.tsx'
import { formatValue } from '../format/formatValue.ts'
import { drawCell } from './Cell.tsx'
import { columnValue, statusWords } from './columns.ts'
import type { ResolvedColumn, Row } from './columns.ts'
import type { RowModel } from './rowModel.ts'

/** The yes-or-no dot of a row, in words for those who do not see it. */
export const StatusDot = ({ model, record }: { readonly model: RowModel; readonly record: Row }) => {
  const { status } = model.definition.list
  if (status === undefined) return null
  const isOk = record[status.field] === true
  const words = statusWords(model.definition, status.field, isOk)
  return (
    <span className={`cs-dot cs-dot--${isOk ? status.ok : status.bad}`} title={words}>
      <span className="cs-visually-hidden">{words}</span>
    </span>
  )
}

const classOf = ({ isNumeric, format, toggle, id }: ResolvedColumn): string | undefined => {
  if (isNumeric) return 'cs-td--number'
  return (format === 'text' || format === 'code') && toggle === undefined && id !== 'id' ? 'cs-td--text' : undefined
}

const fullText = (column: ResolvedColumn, record: Row): string | undefined =>
  (column.format === 'text' || column.format === 'code') && column.field !== undefined && column.toggle === undefined
    ? formatValue('text', columnValue(column, record))
    : undefined

interface TableRowProps {
  readonly model: RowModel
  readonly record: Row
  /** Names of the row's actions at work, separated by spaces: text, so that an unchanged row is left alone. */
  readonly busy: string
}

/** One record. Drawn again only when it, the columns or its own actions change. */
export const TableRow = memo(({ model, record, busy }: TableRowProps) => (
  <tr>
    {model.columns.map((column, index) => {
      const content = drawCell({ model, column, record, busy })
      return index === 0 ? (
        <th key={column.id} scope="row" className={classOf(column)} title={fullText(column, record)}>
          <StatusDot model={model} record={record} />
          {content}
        </th>
      ) : (
        <td key={column.id} className={classOf(column)} title={fullText(column, record)}>
          {content}
        </td>
      )
    })}
    {model.actions.length > 0 && (
      <td className="cs-td--actions">
        {model.actions.map((name) => (
          <ActionButton key={name} model={model} name={name} record={record} busy={busy} />
        ))}
      </td>
    )}
  </tr>
))
TableRow.displayName = 'TableRow'
