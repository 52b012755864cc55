import { useEffect, useState } from 'react'
import type { HTMLAttributes, RefObject } from 'react'

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
