import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useNavigationType } from 'react-router-dom'
import { focusWithoutScroll, isNothingFocused } from '../ui/focus.ts'

/**
 * Gives the focus to the page's heading once it is there, for whoever came by a link of the console: the link has gone.
 * A page that the browser itself has loaded begins at its top, as every page does.
 */
export function useArrivalFocus(page: RefObject<HTMLElement | null>, isThere: boolean): void {
  const cameByLink = useRef(useNavigationType() !== 'POP')
  useEffect(() => {
    if (!isThere || !cameByLink.current) return
    cameByLink.current = false
    const heading = page.current?.querySelector<HTMLElement>('h1')
    if (heading !== null && heading !== undefined && isNothingFocused()) focusWithoutScroll(heading)
  }, [page, isThere])
}
