import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject, HTMLAttributes } from 'react'
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

const scrolls = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean =>
  scrollWidth > clientWidth || scrollHeight > clientHeight

/**
 * Makes the box around a list's records a named, focusable region while it can scroll, so people can scroll it by
 * keyboard. It is neither when everything fits.
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
    // The children of the box change, and each has a size of its own. Observing them reports their sizes after the next
    // layout, without forcing one now.
    const contents = new MutationObserver(observe)
    observe()
    contents.observe(element, { childList: true })
    return () => {
      sizes.disconnect()
      contents.disconnect()
    }
  }, [box])
  return isScrolling ? { role: 'region', 'aria-label': name, tabIndex: 0 } : {}
}
