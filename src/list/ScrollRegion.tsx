import { useEffect, useState, type ReactNode, type RefObject } from 'react'

const scrolls = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean =>
  scrollWidth > clientWidth || scrollHeight > clientHeight

function useCanScroll(box: RefObject<HTMLElement | null>): boolean {
  const [canScroll, setCanScroll] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const check = () => setCanScroll(scrolls(element))
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
  return canScroll
}

interface ScrollRegionProps {
  readonly box: RefObject<HTMLDivElement | null>
  readonly className: string
  /** The region's name, for people who do not see it. */
  readonly name: string
  readonly children: ReactNode
}

/**
 * The box around records. It is a named, focusable region while it can scroll, so people can scroll it by
 * keyboard, and neither when everything fits. The records are not drawn again when that changes.
 */
export const ScrollRegion = ({ box, className, name, children }: ScrollRegionProps) => (
  <div
    className={className}
    ref={box}
    {...(useCanScroll(box) ? { role: 'region', 'aria-label': name, tabIndex: 0 } : {})}
  >
    {children}
  </div>
)
