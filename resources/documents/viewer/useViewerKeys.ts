import { useEffect } from 'react'
import type { RefObject } from 'react'
import { commandOf } from './keys.ts'
import type { Command } from './keys.ts'

const isTyping = (target: Element): boolean => target.matches('input, textarea, select')

/** Whether a key is meant for the dialog: not for one above it, nor for a field. */
const isMeant = (target: EventTarget | null, dialog: HTMLElement | null): boolean => {
  if (!(target instanceof Element) || isTyping(target)) return false
  const inside = target.closest('dialog')
  return inside === null || inside === dialog
}

interface KeysOptions {
  readonly dialog: RefObject<HTMLElement | null>
  readonly isZoomed: boolean
  /** A question is open above the viewer. */
  readonly isOff: boolean
  readonly run: (command: Command) => void
}

/** Hears the viewer's keys wherever the focus is: the button that was pressed last may be gone. */
export function useViewerKeys({ dialog, isZoomed, isOff, run }: KeysOptions): void {
  useEffect(() => {
    if (isOff) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const command = isMeant(event.target, dialog.current) ? commandOf(event, isZoomed) : undefined
      if (command === undefined) return
      event.preventDefault()
      run(command)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [dialog, isZoomed, isOff, run])
}
