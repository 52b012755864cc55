import { type RefObject, useEffect, useRef } from 'react'
import { searchTextOf } from '../query/listQuery.ts'
import { rowsOf } from './useRowFocus.ts'

const searchOf = (list: HTMLElement | null): HTMLInputElement | undefined =>
  list?.querySelector<HTMLInputElement>('search input') ?? undefined

function openOnlyHit(
  list: HTMLElement | null,
  wanted: RefObject<string>,
  { search, hasRows }: { readonly search: string; readonly hasRows: boolean },
): void {
  if (wanted.current === '' || wanted.current !== search || !hasRows) return
  wanted.current = ''
  const [row, ...others] = rowsOf(list)
  if (others.length === 0 && document.activeElement === searchOf(list))
    row?.querySelector<HTMLElement>('a[href]')?.click()
}

/**
 * Opens the only record found when Enter is pressed in the search box, now or once the rows are there, unless the person
 * has gone on to something else until then. It is there with the box: who types fast presses Enter before the other keys
 * of the list have come.
 */
export function useOnlyHit(section: RefObject<HTMLElement | null>, search: string, hasRows: boolean): void {
  const wanted = useRef('')
  const latest = useRef({ search, hasRows })
  useEffect(() => {
    latest.current = { search, hasRows }
    openOnlyHit(section.current, wanted, latest.current)
  }, [section, search, hasRows])
  useEffect(() => {
    const list = section.current
    const press = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target !== searchOf(list)) return
      wanted.current = searchTextOf(target.value)
      openOnlyHit(list, wanted, latest.current)
    }
    const type = () => {
      wanted.current = ''
    }
    list?.addEventListener('keydown', press)
    list?.addEventListener('input', type)
    return () => {
      list?.removeEventListener('keydown', press)
      list?.removeEventListener('input', type)
    }
  }, [section])
}
