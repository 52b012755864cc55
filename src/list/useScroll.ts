import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject, HTMLAttributes } from 'react'
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

const scrolls = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean =>
  scrollWidth > clientWidth || scrollHeight > clientHeight

/**
 * What makes the box around a list's records reachable, so that people at the keyboard can scroll it: a region by name
 * while there is anything to scroll, nothing where all of it is in sight.
 */
export function useScrollRegion(
  box: RefObject<HTMLElement | null>,
  name: string,
): Pick<HTMLAttributes<HTMLElement>, 'role' | 'aria-label' | 'tabIndex'> {
  const [isScrolling, setScrolling] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const check = () => setScrolling(scrolls(element))
    const sizes = new ResizeObserver(check)
    const observe = () => {
      sizes.disconnect()
      for (const each of [element, ...element.children]) sizes.observe(each)
    }
    // What stands in the box comes and goes, each time with a size of its own.
    const contents = new MutationObserver(() => {
      observe()
      check()
    })
    observe()
    contents.observe(element, { childList: true })
    return () => {
      sizes.disconnect()
      contents.disconnect()
    }
  }, [box])
  return isScrolling ? { role: 'region', 'aria-label': name, tabIndex: 0 } : {}
}
