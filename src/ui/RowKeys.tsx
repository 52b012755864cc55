import { useEffect, useRef } from 'react'
import { CONTROLS, focusStop, stopLike, stopsIn } from './gridKeys.ts'
import { type KeyCommands, useKeys } from './useKeys.ts'

/**
 * Moves the focus to the row after or before the one that has it; from elsewhere to the first one. From a control it stays
 * in the column where the row has one there, too. From a text it goes to the name of the row, which Enter opens.
 *
 * @param from what has the focus, or had it before the keys have led to a row without such a control
 */
function moveRow(rows: readonly HTMLElement[], by: 1 | -1, from: Element | null): void {
  const index = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[index < 0 ? 0 : index + by]
  const like = from instanceof HTMLElement && from.matches(CONTROLS) ? stopLike(from, row) : undefined
  const naming = row?.querySelector<HTMLElement>('th')
  const name = naming ? stopsIn(naming)[0] : row?.querySelector<HTMLElement>('a[href], button')
  focusStop(like?.matches(CONTROLS) === true ? like : name)
}

/** Moves between the rows. The column that the person has begun in is kept until they move the focus otherwise. */
function useMove(find: RowKeysProps['find']): (by: 1 | -1) => void {
  const begun = useRef<{ readonly from: Element | null; readonly at: Element | null }>(undefined)
  useEffect(() => {
    const forget = ({ target }: Event) => {
      if (target !== begun.current?.at) begun.current = undefined
    }
    document.addEventListener('focusin', forget)
    return () => document.removeEventListener('focusin', forget)
  }, [])
  return (by) => {
    const active = document.activeElement
    const from = begun.current?.at === active ? begun.current.from : active
    moveRow(find(), by, from)
    begun.current = { from, at: document.activeElement }
  }
}

interface RowKeysProps {
  readonly find: () => readonly HTMLElement[]
  /** The other keys of the list. */
  readonly others?: KeyCommands
}

/** J and K move between the rows of a list. */
export const RowKeys = ({ find, others = {} }: RowKeysProps) => {
  const move = useMove(find)
  useKeys({
    ...others,
    j: { label: 'Next row', run: () => move(1) },
    k: { label: 'Previous row', run: () => move(-1) },
  })
  return null
}
