import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { valueAt } from '../../language/pointer.ts'
import { focusWithoutScroll, isNothingFocused } from '../ui/focus.ts'
import type { ListState } from './useListState.ts'

interface ReturnPlace extends Pick<ListState, 'entry' | 'memory'> {
  /** The rows of this very place are on screen. */
  readonly hasRows: boolean
}

/** The address of the record that a record's page says it comes from. */
function leftRecord(state: unknown): string {
  const address = valueAt(state, '/left')
  return typeof address === 'string' ? address : ''
}

const linkTo = (list: HTMLElement, address: string): HTMLElement | undefined =>
  [...list.querySelectorAll<HTMLElement>('a[href]')].find((link) => link.getAttribute('href') === address)

/**
 * Gives the focus to the link of the record that was opened from this place when the person comes back from it, or to
 * the list's heading where the record is there no longer. Whoever has the focus keeps it.
 */
export function useReturnFocus(list: RefObject<HTMLElement | null>, { entry, memory, hasRows }: ReturnPlace): void {
  const isReturn = useNavigationType() === 'POP'
  const left = leftRecord(useLocation().state)
  const wanted = useRef(isReturn ? memory.read(entry).opened : left)
  useEffect(() => {
    const section = list.current
    if (!hasRows || section === null || wanted.current === '') return
    const target = linkTo(section, wanted.current) ?? section.querySelector<HTMLElement>('h1')
    wanted.current = ''
    if (target !== null && isNothingFocused()) focusWithoutScroll(target)
  }, [list, hasRows])
  useEffect(() => {
    const section = list.current
    const keep = ({ target }: Event) => {
      const address = target instanceof Element ? target.closest('a')?.getAttribute('href') : undefined
      if (address !== null && address !== undefined) memory.write(entry, { opened: address })
    }
    section?.addEventListener('click', keep)
    return () => section?.removeEventListener('click', keep)
  }, [list, entry, memory])
}
