import { RecordContextProvider } from 'ra-core'
import { useContext, type MouseEvent, type ReactNode } from 'react'
import { UNSAFE_NavigationContext } from 'react-router-dom'
import { buttonClass } from '../ui/Button.tsx'
import { initials } from '../ui/initials.ts'
import { formatKinds } from '../../language/format.ts'
import { UNREADABLE } from '../../language/unreadable.ts'
import { installedConsole } from '../console/installedConsole.tsx'
import { ActionButton } from '../actions/ActionButton.tsx'
import { recordAddress } from '../query/listUrl.ts'
import { columnText, columnValue, countOf, isNothing, unreadableText } from '../model/columns.ts'
import { drawNothing, drawText, StatusPill } from '../values/drawText.tsx'
import { FoundText, References } from '../values/References.tsx'
import { openedFrom, recordName, type CellProps, type RowModel } from '../model/rowModel.ts'
import { drawToggle } from './Toggle.tsx'

const drawCount = ({ column, record }: Pick<CellProps, 'column' | 'record'>) => {
  const count = countOf(column, record)
  if (count === undefined) return null
  const label = column.count?.label
  return (
    <span className="cs-count" data-urgent="" title={`${label}: ${count}`}>
      <span className="cs-visually-hidden">{label}: </span>
      {count === UNREADABLE ? '?' : count}
    </span>
  )
}

const VIEW_LOOK = buttonClass({ look: 'link' })

const drawView = ({ model, column, record }: Pick<CellProps, 'model' | 'column' | 'record'>) => (
  <button
    type="button"
    className={VIEW_LOOK}
    data-view={column.id}
    data-id={record.id}
    aria-haspopup="dialog"
    aria-disabled={model.offReason !== undefined}
    title={model.offReason}
    aria-label={`${column.view?.label ?? ''} ${column.label}: ${recordName(model.definition, record)}`}
  >
    {column.view?.label}
  </button>
)

/** A cell that the console draws itself, found by the column's `widget` name. */
const drawOwn = ({ model: { definition }, column, record }: Pick<CellProps, 'model' | 'column' | 'record'>) => {
  const Own = installedConsole().cells[column.widget ?? '']
  const [value, text] = [columnValue(column, record), columnText(column, record)]
  return Own === undefined ? null : (
    <RecordContextProvider value={record}>
      <Own {...{ definition, record, value, text }} label={column.label} />
    </RecordContextProvider>
  )
}

interface RowLinkProps {
  readonly to: string
  /** The list's place, for the way back and to its other records. */
  readonly place: RowModel['place']
  readonly text: ReactNode
  /** The text that may be cut. */
  readonly full: string
}

/**
 * The link to a row's record. react-router's own is drawn again at every change of the address, so all rows of a page
 * would be when its page turns. A tab that it opens learns the list's address, for the way back.
 */
const RowLink = ({ to, place, text, full }: RowLinkProps) => {
  const { navigator } = useContext(UNSAFE_NavigationContext)
  const open = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    navigator.push(to, openedFrom(place?.current ?? {}))
  }
  return (
    <a className="cs-cut" dir="auto" href={to} referrerPolicy="same-origin" data-full={full} onClick={open}>
      {text}
    </a>
  )
}

/** Who works on a record, in two letters: the name of the record needs the room. */
const drawHolder = ({ column, holder }: Pick<CellProps, 'column' | 'holder'>) => {
  if (column.link !== 'record' || holder === undefined) return null
  const [firstName = '', ...others] = holder.split(' ')
  const title = `${holder}: at work on this`
  return (
    <span className="cs-initials cs-holder" title={title}>
      <span aria-hidden="true">{holder === 'You' ? holder : initials(firstName, others.at(-1) ?? '')}</span>
      <span className="cs-visually-hidden">{title}</span>
    </span>
  )
}

const drawValue = ({ model, column, record, number }: Omit<CellProps, 'busy' | 'holder'>) => {
  const { definition, place } = model
  if (column.view !== undefined) return drawView({ model, column, record })
  if (column.number === true) return number
  if (column.widget !== undefined) return drawOwn({ model, column, record })
  if (column.field === undefined) return null
  const text = columnText(column, record)
  const isLink = column.link === 'record' || column.field === 'id'
  const to = isLink && definition.kind === 'list' ? recordAddress(definition, record.id) : undefined
  if (to !== undefined) {
    const shown = isNothing(column, text) ? `#${record.id}` : text
    return (
      <RowLink to={to} place={place} full={shown} text={column.display === 'code' ? <code>{shown}</code> : shown} />
    )
  }
  const why = unreadableText(column, record)
  if (isNothing(column, text) || (why !== undefined && text === UNREADABLE)) return drawNothing(text, why)
  if (column.reference !== undefined)
    return <References resource={column.reference} value={columnValue(column, record)} />
  if (column.lookups !== undefined) return <FoundText text={text} lookups={column.lookups} />
  if (column.display === 'status') return <StatusPill table={column.tones} labels={column.labels} status={text} />
  const value = columnValue(column, record)
  if (formatKinds[column.display] === 'moment' && typeof value === 'string') return <time dateTime={value}>{text}</time>
  return drawText(column, text)
}

/**
 * One cell: a value, a switch, or a value with its count and its buttons. It is a plain function, not a component: a
 * page has hundreds of cells, and none has state.
 */
export const drawCell = ({ model, column, record, busy, number, holder: name }: CellProps) => {
  if (column.toggle !== undefined) return drawToggle({ model, column, record, busy })
  const holder = drawHolder({ column, holder: name })
  const extras = column.count !== undefined || column.actions.length > 0 || holder !== null
  const value = drawValue({ model, column, record, number })
  if (!extras) return value
  return (
    <span className="cs-cell-group">
      {value}
      {holder}
      {drawCount({ column, record })}
      {column.actions.map((name) => (
        <ActionButton key={name} model={model} name={name} record={record} busy={busy} />
      ))}
    </span>
  )
}
