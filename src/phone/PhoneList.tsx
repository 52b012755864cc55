import { useCallback, useMemo, useState } from 'react'
import { useDelegatedClick } from '../ui/useDelegatedClick.ts'
import { busyNames } from '../table/RecordTable.tsx'
import type { RecordTableProps } from '../table/RecordTable.tsx'
import { useRowNumbers } from '../table/useRowNumbers.ts'
import { ActionSheet } from './ActionSheet.tsx'
import { phoneColumns, withoutButtons } from './phoneColumns.ts'
import { PhoneRow } from './PhoneRow.tsx'
import './phone.css'

/** The list on a phone: rows of two lines, all of a record and its actions in a sheet. */
export const PhoneList = ({ model, rows, isStale, busy, onAct, onView }: RecordTableProps) => {
  const columns = useMemo(() => withoutButtons(phoneColumns(model)), [model])
  const numberOf = useRowNumbers(model, isStale)
  const [opened, setOpened] = useState<string>()
  const record = opened === undefined ? undefined : rows.find(({ id }) => String(id) === opened)
  const close = useCallback(() => setOpened(undefined), [])
  const handleClick = useCallback(
    (target: Element) => {
      const button = target.closest<HTMLElement>('[data-sheet]')
      if (button !== null && !isStale) setOpened(button.dataset['sheet'])
    },
    [isStale],
  )
  const ref = useDelegatedClick<HTMLUListElement>(handleClick)
  return (
    <>
      <ul className="cs-phone-list" aria-label={model.definition.label} data-stale={isStale || undefined} ref={ref}>
        {rows.map((row, index) => (
          <PhoneRow
            key={row.id}
            model={model}
            columns={columns}
            record={row}
            busy={busyNames(busy, row)}
            number={numberOf(row, index)}
          />
        ))}
      </ul>
      {record !== undefined && !isStale && (
        <ActionSheet
          model={model}
          record={record}
          busy={busyNames(busy, record)}
          onAct={onAct}
          onView={onView}
          onClose={close}
        />
      )}
    </>
  )
}
