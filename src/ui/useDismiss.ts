import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Calls `dismiss` when the person presses or focuses anything outside of the element while it is open. */
export function useDismiss(ref: RefObject<HTMLElement | null>, isOpen: boolean, dismiss: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    const leave = (event: Event) => {
      if (event.target instanceof Node && ref.current?.contains(event.target) !== true) dismiss()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [ref, isOpen, dismiss])
}
