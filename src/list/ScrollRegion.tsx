import { useEffect, useState, type ReactNode, type RefObject } from 'react'

/** True when only the box itself can take the focus that scrolls it: the keys of a grid scroll, too. */
function needsFocus(box: HTMLElement): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = box
  const scrolls = scrollWidth > clientWidth || scrollHeight > clientHeight
  return scrolls && box.querySelector('[role="grid"]') === null
}

function useNeedsFocus(box: RefObject<HTMLElement | null>): boolean {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const check = () => setNeeded(needsFocus(element))
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
  return isNeeded
}

interface ScrollRegionProps {
  readonly box: RefObject<HTMLDivElement | null>
  readonly className: string
  /** The region's name, for people who do not see it. */
  readonly name: string
  readonly children: ReactNode
}

/**
 * The box around records. It is a named, focusable region while it can scroll and has no grid, so people can scroll it by
 * keyboard, and neither otherwise. The records are not drawn again when that changes.
 */
export const ScrollRegion = ({ box, className, name, children }: ScrollRegionProps) => (
  <div
    className={className}
    ref={box}
    {...(useNeedsFocus(box) ? { role: 'region', 'aria-label': name, tabIndex: 0 } : {})}
  >
    {children}
  </div>
)
