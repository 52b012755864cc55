import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import { focusWithoutScroll, isNothingFocused } from '../ui/focus.ts'
import { afterPaint } from '../ui/lazyComponent.tsx'

const isDisabled = (control: HTMLElement): boolean => control.matches(':disabled')

/**
 * Keeps the focus on a page of react-admin. A control that was disabled while a change was sent gets it back; where it
 * stays disabled, or is gone, the heading gets it.
 */
export function usePageFocus(page: RefObject<HTMLElement | null>): void {
  const isSending = useIsMutating() > 0
  const last = useRef<HTMLElement>(undefined)
  useEffect(() => {
    const remember = ({ target }: Event) => {
      const isInside = target instanceof HTMLElement && page.current?.contains(target) === true
      last.current = isInside ? target : undefined
    }
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', remember)
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', remember)
    }
  }, [page])
  useEffect(() => {
    const heading = page.current?.querySelector<HTMLElement>('h1')
    if (page.current === null || heading === null || heading === undefined || isSending) return undefined
    let isOver = false
    const recover = () => {
      const { current: control } = last
      if (isOver) return
      const isLost =
        isNothingFocused() || (control !== undefined && control === document.activeElement && isDisabled(control))
      if (isLost && control !== undefined)
        focusWithoutScroll(control.isConnected && !isDisabled(control) ? control : heading)
    }
    // A button is ready again some moments after its change has ended.
    const recoverLater = () => void afterPaint().then(recover)
    recoverLater()
    const observer = new MutationObserver(recoverLater)
    observer.observe(page.current, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      isOver = true
      observer.disconnect()
    }
  }, [page, isSending])
}
