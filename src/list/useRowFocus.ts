import { useEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { valueAt } from '../../language/pointer.ts'
import { focusWithoutScroll, isNothingFocused, manageFocus, type FocusManager } from '../ui/focus.ts'
import type { ListParams } from '../query/listQuery.ts'
import type { ListState } from './useListState.ts'

interface ReturnPlace extends Pick<ListState, 'entry' | 'memory'> {
  /** What the list reads. Records that are opened from it can be stepped through in its order. */
  readonly params: ListParams
  /** True when the rows of the current place are on screen. */
  readonly hasRows: boolean
}

/** The address of the record the person came from, as that record's page reports it. */
function leftRecord(state: unknown): string {
  const address = valueAt(state, '/left')
  return typeof address === 'string' ? address : ''
}

/**
 * Restores the focus when the person comes back: to the link of the opened record, or to the list's heading if the
 * record is gone. It takes the focus from nothing but the heading, which has it on each new page.
 */
export function useReturnFocus(
  list: RefObject<HTMLElement | null>,
  { entry, memory, params, hasRows }: ReturnPlace,
): void {
  const isReturn = useNavigationType() === 'POP'
  const left = leftRecord(useLocation().state)
  const wanted = useRef(isReturn ? memory.read(entry).opened : left)
  useEffect(() => {
    const section = list.current
    if (!hasRows || section === null || wanted.current === '') return
    const heading = section.querySelector<HTMLElement>('h1')
    // A list of something else may name the record in several rows.
    const parts = [rowsOf(section)[memory.read(entry).openedRow] ?? section, section]
    const links = parts.flatMap((part) => [...part.querySelectorAll<HTMLElement>('a[href]')])
    const target = links.find((link) => link.getAttribute('href') === wanted.current) ?? heading
    wanted.current = ''
    if (target !== null && (isNothingFocused() || document.activeElement === heading)) focusWithoutScroll(target)
  }, [list, entry, memory, hasRows])
  useEffect(() => {
    const section = list.current
    const keep = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      const opened = link?.getAttribute('href')
      if (opened == null) return
      const openedRow = rowsOf(section).findIndex((row) => row.contains(link))
      memory.write(entry, { opened, openedRow, params, oldestBy: undefined, turns: memory.read(entry).turns + 1 })
    }
    section?.addEventListener('click', keep)
    return () => section?.removeEventListener('click', keep)
  }, [list, entry, memory, params])
}

/** Elements that can take the focus themselves. */
const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled)'

/** A record of a list, in any layout. */
const ROWS = '.cs-list-scroller tbody tr, .cs-list-scroller li'

/** What names a record that has no page. */
const NAMES = 'th, h2'

/** Where the focus was: the control, its row, the row's index among the rows, and the control's position in the row. */
interface Place {
  readonly control: HTMLElement
  readonly row: HTMLElement | undefined
  readonly rows: readonly HTMLElement[]
  readonly index: number
  readonly position: number
}

/** The records of the list on screen. */
export const rowsOf = (list: HTMLElement | null): readonly HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>(ROWS) ?? []),
]

const controlsOf = (row: HTMLElement): readonly HTMLElement[] => [...row.querySelectorAll<HTMLElement>(CONTROLS)]

function placeOf(control: HTMLElement, list: HTMLElement): Place {
  const row = control.closest<HTMLElement>(ROWS) ?? undefined
  const rows = rowsOf(list)
  const index = row === undefined ? -1 : rows.indexOf(row)
  const position = row === undefined ? -1 : controlsOf(row).indexOf(control)
  return { control, row, rows, index, position }
}

/** The control with the same action in the row. For a control without an action, the one at the same position. */
function likeIn(row: HTMLElement, { control, position }: Place): HTMLElement | undefined {
  const controls = controlsOf(row)
  const { action } = control.dataset
  if (action === undefined) return controls[Math.min(position, controls.length - 1)]
  return controls.find(({ dataset }) => dataset['action'] === action)
}

/**
 * The same control of the same row, or of the next one where only this row has gone: people do the same with one after the
 * other. Else what names the row that is there now, as another action, such as the opposite one, or one of a record that a
 * search has brought would be done by a further press. Else the search box or the heading.
 */
function nextAfter(place: Place, list: HTMLElement): HTMLElement | undefined {
  const rows = rowsOf(list)
  const gone = place.rows.filter((row) => !rows.includes(row))
  const own = gone.some((row) => row === place.row) ? undefined : place.row
  const near = own ?? (place.row && rows[Math.min(place.index, rows.length - 1)])
  const isSameList = own !== undefined || (gone.length === 1 && near !== undefined && place.rows.includes(near))
  return (
    (near && isSameList ? likeIn(near, place) : undefined) ??
    near?.querySelector<HTMLElement>('a[href]') ??
    near?.querySelector<HTMLElement>(NAMES) ??
    list.querySelector<HTMLElement>('input[type="search"]') ??
    list.querySelector<HTMLElement>('h1') ??
    undefined
  )
}

/**
 * Keeps the focus in a list when the focused control disappears: a button replaced by its opposite, or a row that was
 * deleted or no longer matches. Focus that has moved elsewhere stays there.
 *
 * @param isSettled true when nothing more will load; until then the focus waits
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, isSettled: boolean): void {
  const manager = useRef<FocusManager>(undefined)
  useEffect(() => {
    if (list.current === null) return undefined
    manager.current = manageFocus(list.current, { controls: CONTROLS, placeOf, nextAfter })
    return manager.current.stop
  }, [list])
  // Runs after every render, because any render may remove the control.
  useEffect(() => {
    if (isSettled) manager.current?.restore()
  })
}
