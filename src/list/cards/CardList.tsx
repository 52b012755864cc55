import { useCallback, useMemo } from 'react'
import { useDelegatedClick } from '../../ui/useDelegatedClick.ts'
import { pressedActionOf } from '../../table/pressedActionOf.ts'
import { busyNames } from '../../table/RecordTable.tsx'
import type { RecordTableProps } from '../../table/RecordTable.tsx'
import { viewOf } from '../../table/viewOf.ts'
import { Card } from './Card.tsx'
import { cardColumns } from './cardColumns.ts'
import './cards.css'

type CardListProps = Pick<RecordTableProps, 'model' | 'rows' | 'busy' | 'onAct' | 'onView'>

/** The records one below another, each a card; one listener hears all of their buttons. */
export const CardList = ({ model, rows, busy, onAct, onView }: CardListProps) => {
  const columns = useMemo(() => cardColumns(model), [model])
  const handleClick = useCallback(
    (target: Element) => {
      const viewed = viewOf(target, model.definition, rows)
      if (viewed !== undefined) onView(viewed)
      const press = pressedActionOf(target)
      const record = press && rows.find(({ id }) => String(id) === press.id)
      if (press !== undefined && record !== undefined) onAct(press.name, record)
    },
    [model, rows, onAct, onView],
  )
  const ref = useDelegatedClick<HTMLUListElement>(handleClick)
  return (
    <ul className="cs-cards" aria-label={model.definition.label} ref={ref}>
      {rows.map((row) => (
        <Card key={row.id} model={model} columns={columns} record={row} busy={busyNames(busy, row)} />
      ))}
    </ul>
  )
}
