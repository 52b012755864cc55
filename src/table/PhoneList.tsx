import type { ResolvedColumn } from '../../language/resource.ts'
import { memo, useCallback, useMemo, useState } from 'react'
import { Button, Spinner } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { drawCell } from './Cell.tsx'
import { columnText, hasText, type Row } from '../model/columns.ts'
import { recordName, searchedMark, type RowModel } from '../model/rowModel.ts'
import { StatusDot } from './TableRow.tsx'
import { SelectPage, SelectRecord } from './selection.ts'
import { hasActions, phoneColumns, withoutButtons, type PhoneColumns } from '../model/phoneColumns.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import './phone.css'
import { useDelegatedClick } from '../ui/useDelegatedClick.ts'
import { busyNames, rowNumberOf, useRowsBefore, useStaleRows, type RecordTableProps } from './RecordTable.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'

/** A separate chunk: nothing of it is on the screen before a row's button is pressed. */
const ActionSheet = lazyComponent(async () => (await import('./ActionSheet.tsx')).ActionSheet, null)

interface PhoneRowProps {
  readonly model: RowModel
  readonly columns: PhoneColumns
  readonly record: Row
  readonly busy: string
  /** The row's running number, if a column shows it. */
  readonly number?: number | undefined
  readonly holder?: string | undefined
}

/** A number alone says nothing without its label. */
const isBareNumber = (column: ResolvedColumn, record: Row): boolean => /^-?[\d.,]+$/.test(columnText(column, record))

/** One record in two lines, with a button that opens its sheet of values and actions. */
const PhoneRow = memo(({ model, columns, record, busy, number, holder }: PhoneRowProps) => {
  const { name, status, facts } = columns
  const explain = (column: ResolvedColumn | undefined) => column && `${model.definition.name}.columns.${column.id}`
  return (
    <li className="cs-stack cs-digits cs-phone-row" data-selectable={model.isSelectable || undefined}>
      {model.isSelectable && <SelectRecord id={record.id} name={recordName(model.definition, record)} />}
      <div className="cs-row cs-row--between cs-phone-line">
        <span className="cs-ellipsis cs-phone-name" data-explain={explain(name)} {...searchedMark(model, name)}>
          {number !== undefined && <span className="cs-muted">{number}</span>}
          {name !== undefined && drawCell({ model, column: name, record, busy, holder })}
          <StatusDot model={model} record={record} />
        </span>
        {status !== undefined && (
          <span className="cs-row cs-phone-state" data-explain={explain(status)} {...searchedMark(model, status)}>
            {drawCell({ model, column: status, record, busy })}
          </span>
        )}
      </div>
      <div className="cs-row cs-phone-line cs-phone-line--facts">
        {facts
          .filter((column) => hasText(column, record))
          .map((column) => (
            <span
              key={column.id}
              className="cs-ellipsis"
              data-explain={explain(column)}
              {...searchedMark(model, column)}
            >
              <span className={isBareNumber(column, record) ? '' : 'cs-visually-hidden'}>{column.label}: </span>
              {drawCell({ model, column, record, busy })}
            </span>
          ))}
      </div>
      <Button
        look="icon"
        data-sheet={record.id}
        aria-haspopup="dialog"
        aria-busy={busy !== ''}
        isOff={model.offReason !== undefined}
        title={model.offReason}
        aria-label={`${hasActions(model, record) ? 'Actions' : 'Details'}: ${recordName(model.definition, record)}`}
      >
        {busy === '' ? <Icon name="more" /> : <Spinner />}
      </Button>
    </li>
  )
})
PhoneRow.displayName = 'PhoneRow'

/** Enough rows to fill a phone screen. */
const ROWS = 12

/** Placeholder for the list on a phone: rows of two lines at their final height. Only slow loads show it. */
export const PhoneSkeleton = () => (
  <Skeleton room="cs-phone-room">
    {Array.from({ length: ROWS }, (_, row) => (
      <div key={row} className="cs-stack cs-phone-row">
        <div className="cs-row cs-row--between cs-phone-line">
          <span className="cs-skeleton cs-skeleton--long" />
          <span className="cs-skeleton" />
        </div>
        <div className="cs-row cs-phone-line cs-phone-line--facts">
          <span className="cs-skeleton cs-skeleton--medium" />
        </div>
      </div>
    ))}
  </Skeleton>
)

/** The list on a phone: rows of two lines. A sheet shows all of a record and its actions. */
export const PhoneList = ({ model, rows, place, holders, isStale, busy, onAct, onView }: RecordTableProps) => {
  const columns = useMemo(() => withoutButtons(phoneColumns(model)), [model])
  const before = useRowsBefore(model.definition, place, isStale)
  const [opened, setOpened] = useState<string>()
  const record = opened === undefined ? undefined : rows.find(({ id }) => String(id) === opened)
  const close = useCallback(() => setOpened(undefined), [])
  const { isDimmed, isPressable, rowModel } = useStaleRows(model, isStale, place)
  const handleClick = useCallback(
    (target: Element) => {
      const button = target.closest<HTMLElement>('[data-sheet]')
      if (button !== null && isPressable()) setOpened(button.dataset['sheet'])
    },
    [isPressable],
  )
  const ref = useDelegatedClick<HTMLUListElement>(handleClick)
  return (
    <>
      {model.isSelectable && <SelectPage isLabelled />}
      <ul className="cs-phone-list" aria-label={model.definition.label} data-stale={isDimmed || undefined} ref={ref}>
        {rows.map((row, index) => (
          <PhoneRow
            key={row.id}
            model={rowModel}
            columns={columns}
            record={row}
            busy={busyNames(busy, row)}
            number={rowNumberOf(model, row, before + index + 1)}
            holder={holders?.[row.id]}
          />
        ))}
      </ul>
      {record !== undefined && !isStale && (
        <ActionSheet
          model={model}
          record={record}
          busy={busyNames(busy, record)}
          holder={holders?.[record.id]}
          onAct={onAct}
          onView={onView}
          onClose={close}
        />
      )}
    </>
  )
}
