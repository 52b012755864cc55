import { useCallback, useEffect, useRef } from 'react'

/** Tells whether the component is still on the screen: work that ends later says its end elsewhere then. */
export function useIsHere(): () => boolean {
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return useCallback(() => shown.current, [])
}
