import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now; renders again when that changes. */
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

/** Below this width lists become rows of two lines. */
export const PHONE = '(max-width: 575.98px)'

/** Below this width, or on twice the zoom of a usual screen, tables of many columns become rows of two lines too. */
export const NARROW = '(max-width: 767.98px)'
