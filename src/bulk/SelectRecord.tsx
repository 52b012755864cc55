import { useListContext } from 'ra-core'
import { useEffect, useRef, type ChangeEvent } from 'react'
import type { Row } from '../model/columns.ts'
import { keepText } from '../ui/focus.ts'
import './bulk.css'

type Id = Row['id']

/** All ids from the record selected last to this one; this one alone if the last is not on the page. */
function rangeTo(id: Id, page: readonly Id[], last: Id | undefined): readonly Id[] {
  const [from, to] = [last === undefined ? -1 : page.indexOf(last), page.indexOf(id)]
  if (from < 0) return [id]
  return from < to ? page.slice(from, to + 1) : page.slice(to, from + 1).toReversed()
}

const hasShift = ({ nativeEvent }: ChangeEvent): boolean => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey

/** Selects one record. With Shift, everything from the record selected last. */
export const SelectRecord = ({ id, name }: { readonly id: Id; readonly name: string }) => {
  const { data = [], selectedIds, onSelect, onToggleItem, isPlaceholderData } = useListContext<Row>()
  const isSelected = selectedIds.includes(id)
  const select = (event: ChangeEvent) => {
    if (isPlaceholderData === true) return
    if (!hasShift(event) || isSelected) {
      onToggleItem(id)
      return
    }
    const range = rangeTo(
      id,
      data.map((record) => record.id),
      selectedIds.at(-1),
    )
    onSelect([...selectedIds.filter((each) => !range.includes(each)), ...range])
  }
  return (
    <input
      type="checkbox"
      className="cs-select"
      data-select={id}
      aria-label={`Select: ${name}`}
      aria-disabled={isPlaceholderData}
      checked={isSelected}
      onChange={select}
      onMouseDown={keepText}
    />
  )
}

const LABEL = 'Select all on this page'

/** Selects the records of the page, or none of them. */
export const SelectPage = ({ isLabelled = false }: { readonly isLabelled?: boolean }) => {
  const { data = [], selectedIds, onSelect, isPlaceholderData } = useListContext<Row>()
  const ref = useRef<HTMLInputElement>(null)
  const page = data.map(({ id }) => id)
  const others = selectedIds.filter((id) => !page.includes(id))
  const count = selectedIds.length - others.length
  const isAll = page.length > 0 && count === page.length
  useEffect(() => {
    if (ref.current !== null) ref.current.indeterminate = count > 0 && !isAll
  })
  const box = (
    <input
      type="checkbox"
      className="cs-select"
      ref={ref}
      aria-label={LABEL}
      checked={isAll}
      disabled={page.length === 0 || isPlaceholderData}
      onChange={() => onSelect(isAll ? others : [...others, ...page])}
    />
  )
  return isLabelled ? (
    <label className="cs-row cs-select-page">
      {box}
      {LABEL}
    </label>
  ) : (
    box
  )
}
