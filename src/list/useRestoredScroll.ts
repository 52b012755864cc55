import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { ListState } from './useListState.ts'

interface ScrollPlace extends Pick<ListState, 'entry' | 'memory' | 'search'> {
  /** The rows of this very place are on screen. */
  readonly hasRows: boolean
  /** The page itself scrolls, as on a phone; otherwise the box around the table does. */
  readonly isPage: boolean
}

/**
 * Keeps how far down a place was read and puts it back there on return (D-44). Another page, filter or search starts
 * at its top.
 */
export function useRestoredScroll({
  entry,
  memory,
  search,
  hasRows,
  isPage,
}: ScrollPlace): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = isPage ? document.documentElement : ref.current
    if (hasRows && box !== null) box.scrollTop = memory.read(entry).scroll
  }, [entry, memory, search, hasRows, isPage])
  useEffect(() => {
    const box = isPage ? document.documentElement : ref.current
    const speaker = isPage ? document : ref.current
    if (box === null || speaker === null || !hasRows) return
    const keep = () => memory.write(entry, { scroll: box.scrollTop })
    speaker.addEventListener('scroll', keep, { passive: true })
    return () => speaker.removeEventListener('scroll', keep)
  }, [entry, memory, hasRows, isPage])
  return ref
}
