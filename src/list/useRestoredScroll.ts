import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { ListState } from './useListState.ts'

interface ScrollPlace extends Pick<ListState, 'entry' | 'memory' | 'search'> {
  /** True when the rows of the current place are on screen. */
  readonly hasRows: boolean
  /** True when the page itself scrolls, as on a phone; otherwise the box around the table scrolls. */
  readonly isPage: boolean
}

/**
 * Saves the scroll position of a place and restores it on return (D-44). Another page, filter or search starts at the
 * top.
 */
export function useRestoredScroll({
  entry,
  memory,
  search,
  hasRows,
  isPage,
}: ScrollPlace): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  const boxAt = useRef(0)
  useLayoutEffect(() => {
    const box = isPage ? document.documentElement : ref.current
    const { scroll } = memory.read(entry)
    // Setting or reading the position makes the browser lay out all rows at once, so it is done only for a change.
    if (hasRows && box !== null && (isPage || scroll !== boxAt.current)) box.scrollTop = scroll
  }, [entry, memory, search, hasRows, isPage])
  useEffect(() => {
    const box = isPage ? document.documentElement : ref.current
    const speaker = isPage ? document : ref.current
    if (box === null || speaker === null || !hasRows) return
    const keep = () => {
      const scroll = box.scrollTop
      if (!isPage) boxAt.current = scroll
      memory.write(entry, { scroll })
    }
    speaker.addEventListener('scroll', keep, { passive: true })
    return () => speaker.removeEventListener('scroll', keep)
  }, [entry, memory, hasRows, isPage])
  return ref
}
