import type { ResolvedColumn } from '../../language/resource.ts'
import { memo } from 'react'
import { ActionButton } from '../actions/ActionButton.tsx'
import { drawCell } from './Cell.tsx'
import { placeWidth } from './columnWidths.ts'
import { SelectRecord } from './selection.ts'
import { columnText, statusText, yesOrNo, type Row } from '../model/columns.ts'
import { isPresent } from '../../language/predicate.ts'
import { shownText } from '../values/drawText.tsx'
import { columnCount, columnIndex, recordName, searchedMark, type RowModel } from '../model/rowModel.ts'

/** The yes-or-no state of a row: a dot and what it means. */
export const StatusDot = ({ model, record }: { readonly model: RowModel; readonly record: Row }) => {
  const { status } = model.definition.list
  if (status === undefined) return null
  const { field, ok, bad } = status
  const isOk = record[field] === true
  const isKnown = isPresent(record[field])
  return (
    <>
      {' '}
      <span className="cs-dotted">
        {isKnown && <span className={`cs-dot cs-dot--${isOk ? ok : bad}`} />}
        {statusText(model.definition, field, isOk || !isKnown)}
        {!isKnown && `: ${yesOrNo(record, field)}`}
      </span>
    </>
  )
}

/** True for a cell with nothing but its text: no control, no name of another record, and no pill, which cuts its text. */
const isText = ({ display, toggle, view, widget, actions, reference }: ResolvedColumn): boolean =>
  toggle === undefined &&
  view === undefined &&
  reference === undefined &&
  widget === undefined &&
  actions.length === 0 &&
  display !== 'status' &&
  display !== 'link'

const kindOf = (column: ResolvedColumn): string | undefined => {
  if (column.number === true) return 'cs-td--running'
  if (column.isNumeric) return 'cs-td--number'
  return column.display === 'link' || column.reference !== undefined || isText(column) ? 'cs-td--text' : undefined
}

/** The class of a column that stays visible when the table scrolls sideways. */
export const stayOf = ({ naming, pinned }: RowModel, { id }: ResolvedColumn): string | undefined => {
  if (id === naming) return 'cs-td--stays'
  return id === pinned ? 'cs-td--with-name' : undefined
}

function classOf(model: RowModel, column: ResolvedColumn): string | undefined {
  const [kind, stay] = [kindOf(column), stayOf(model, column)]
  return kind === undefined || stay === undefined ? (kind ?? stay) : `${kind} ${stay}`
}

/**
 * Text direction decides at which side a cell cuts its text: at the end of the text, which is the left for Hebrew and
 * Arabic.
 */
const dirOf = (column: ResolvedColumn) => (kindOf(column) === 'cs-td--text' ? 'auto' : undefined)

/** The full text for the title of a cell that may be too narrow. Truncated text already offers its full text itself. */
function fullText(column: ResolvedColumn, record: Row): string | undefined {
  if (!isText(column) || column.field === undefined) return undefined
  const text = columnText(column, record)
  return shownText(column, text) === text ? text : undefined
}

interface TableRowProps {
  readonly model: RowModel
  readonly record: Row
  /** Names of the row's running actions, separated by spaces. A string keeps unchanged rows from rendering. */
  readonly busy: string
  /** The row's running number, if a column shows it. */
  readonly number?: number | undefined
  readonly holder?: string | undefined
  /** Its place among the rows of all pages, from 1, which is the head. */
  readonly rowIndex?: number
}

/** One record. It renders again only when the record, the columns or its own actions change. */
export const TableRow = memo(({ model, record, busy, number, holder, rowIndex }: TableRowProps) => (
  <tr aria-rowindex={rowIndex}>
    {model.isSelectable && (
      <td aria-colindex={model.allColumns && 1}>
        <SelectRecord id={record.id} name={recordName(model.definition, record)} />
      </td>
    )}
    {model.columns.map((column) => {
      const isNaming = column.id === model.naming
      const Tag = isNaming ? 'th' : 'td'
      return (
        <Tag
          key={column.id}
          scope={isNaming ? 'row' : undefined}
          className={classOf(model, column)}
          aria-colindex={columnIndex(model, column)}
          dir={dirOf(column)}
          title={fullText(column, record)}
          {...searchedMark(model, column)}
        >
          {drawCell({ model, column, record, busy, number, holder })}
          {isNaming && <StatusDot model={model} record={record} />}
        </Tag>
      )
    })}
    {model.actions.length > 0 && (
      <td className="cs-td--actions" aria-colindex={columnCount(model)}>
        {model.actions.map((names) => (
          <span key={names[0]} className="cs-action-place" style={{ minWidth: placeWidth(model.definition, names) }}>
            {names.map((name) => (
              <ActionButton key={name} model={model} name={name} record={record} busy={busy} />
            ))}
          </span>
        ))}
      </td>
    )}
  </tr>
))
TableRow.displayName = 'TableRow'
