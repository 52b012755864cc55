import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { focusWithoutScroll, isNothingFocused } from '../ui/focus.ts'

/** Focuses the page's heading once it has a text, unless the focus has moved by then. Returns how to stop waiting. */
function focusHeading(): () => void {
  const { activeElement: left } = document
  // What has the focus on the new page has it for a reason.
  const isOutside = left?.closest('#main') === null
  const observer = new MutationObserver(look)
  function look(): void {
    const heading = document.querySelector<HTMLElement>('#main h1')
    const isFree = isNothingFocused() || (isOutside && document.activeElement === left)
    const isThere = heading !== null && heading.textContent !== ''
    if (isThere || !isFree) observer.disconnect()
    if (isThere && isFree) focusWithoutScroll(heading)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return () => observer.disconnect()
}

/**
 * Begins each page that the console leads to with the focus on its heading, so that a screen reader says where one is, and
 * scrolled to its top. A page reached by going back keeps its position (D-44). One that the browser loads itself is left.
 */
export function useNewPage(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const shown = useRef(type === 'POP' ? pathname : undefined)
  useEffect(() => {
    if (shown.current === pathname) return undefined
    shown.current = pathname
    if (type !== 'POP') window.scrollTo(0, 0)
    return focusHeading()
  }, [pathname, type])
}
