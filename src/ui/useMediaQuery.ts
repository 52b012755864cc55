import { useCallback, useSyncExternalStore } from 'react'

/** True while a media query matches. A change renders again. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Below this width, lists become rows of two lines. */
export const PHONE = '(max-width: 575.98px)'

/** From this width on there is room for content next to a form. */
export const WIDE = '(min-width: 1200px)'

/** Below this width, or at 200 % zoom on a usual screen, tables with many columns also become rows of two lines. */
export const NARROW = '(max-width: 767.98px)'
