import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { valueAt } from '../../language/pointer.ts'
import { focusWithoutScroll, isNothingFocused } from '../ui/focus.ts'

/** Focuses the page's heading once there is one, unless the focus has moved by then. Returns how to stop waiting. */
function focusHeading(): () => void {
  const { activeElement: left } = document
  // What has the focus on the new page has it for a reason.
  const isOutside = left?.closest('#main') === null
  const observer = new MutationObserver(look)
  function look(): void {
    const heading = document.querySelector<HTMLElement>('#main h1')
    const isFree = isNothingFocused() || (isOutside && document.activeElement === left)
    if (heading !== null || !isFree) observer.disconnect()
    if (heading !== null && isFree) focusWithoutScroll(heading)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return () => observer.disconnect()
}

/**
 * Scrolls a new page to its top, with the focus on its heading, so that a screen reader says where one is. A page reached
 * by going back keeps its position (D-44), and a list that one comes back to has the focus on the record that was left.
 */
export function useNewPage(): void {
  const location = useLocation()
  const { pathname } = location
  const type = useNavigationType()
  const shown = useRef(pathname)
  const isLink = type === 'PUSH' && valueAt(location.state, '/left') === undefined
  useEffect(() => {
    if (shown.current === pathname) return undefined
    shown.current = pathname
    if (type !== 'POP') window.scrollTo(0, 0)
    return isLink ? focusHeading() : undefined
  }, [pathname, type, isLink])
}
