import type { ResolvedColumn } from '../../language/resource.ts'
import { Facts } from '../ui/Facts.tsx'
import { drawCell } from '../table/Cell.tsx'
import { columnText, columnValue, statusText } from '../table/columns.ts'
import type { Row } from '../table/columns.ts'
import type { RowModel } from '../table/rowModel.ts'

interface SheetFactsProps {
  readonly model: RowModel
  readonly record: Row
}

/** A column as the sheet shows it: the whole text, and no buttons, which stand below in words. */
function wholeColumn({ cut: _cut, ...column }: ResolvedColumn): ResolvedColumn {
  return { ...column, actions: [] }
}

/** How a switch stands, in its own words; it is not pressed here. */
function toggleText(column: ResolvedColumn, record: Row): string {
  const value = columnValue(column, record)
  const words = column.toggle?.words
  return typeof value === 'boolean' && words !== undefined ? words[value ? 0 : 1] : columnText(column, record)
}

const SheetValue = ({ model, column, record }: SheetFactsProps & { readonly column: ResolvedColumn }) =>
  column.toggle === undefined
    ? drawCell({ model, column: wholeColumn(column), record, busy: '' })
    : toggleText(column, record)

/**
 * Everything that the list knows of a record, for a screen too small for its columns: each with its label and in full,
 * also those that the person does not want to see in the table, since a phone offers no other way to them.
 */
export const SheetFacts = ({ model, record }: SheetFactsProps) => {
  const { definition } = model
  const { status } = definition.list
  const shown = definition.list.columns.filter(({ field, view }) => field !== undefined && view === undefined)
  return (
    <Facts kind="lines" className="cs-sheet-facts">
      {status !== undefined && (
        <div>
          <dt>{statusText(definition, status.field, true)}</dt>
          <dd>{record[status.field] === true ? 'Yes' : 'No'}</dd>
        </div>
      )}
      {shown.map((column) => (
        <div key={column.id}>
          <dt>{column.label}</dt>
          <dd>
            <SheetValue model={model} column={column} record={record} />
          </dd>
        </div>
      ))}
    </Facts>
  )
}
