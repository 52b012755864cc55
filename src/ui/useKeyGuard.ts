import { useCallback, useLayoutEffect } from 'react'
import type { KeyboardEvent, RefObject } from 'react'

/**
 * For so long after a dialog has opened (ms) no key answers it. A second press of Enter that was meant for the control
 * that opened it comes 100 to 300 ms after the first; nobody has read a question in half a second.
 */
const UNREAD_MS = 500

/** Whether a key would press a button or send the form from where the focus is. In a tall field Enter is a new line. */
function answers({ key, target }: KeyboardEvent): boolean {
  if (key === 'Enter') return !(target instanceof HTMLTextAreaElement)
  return key === ' ' && target instanceof HTMLButtonElement
}

/**
 * Keeps a key that is held down, or pressed twice, from answering the dialog that it has just opened. While no key is
 * taken the dialog has `data-unread`; the mouse, the other keys and typing are free at once.
 *
 * @returns what the dialog does with a key before anything in it does
 */
export function useKeyGuard(
  ref: RefObject<HTMLDialogElement | null>,
  isGuarded: boolean,
): (event: KeyboardEvent) => void {
  useLayoutEffect(() => {
    if (!isGuarded) return undefined
    const dialog = ref.current
    dialog?.setAttribute('data-unread', '')
    const timer = setTimeout(() => dialog?.removeAttribute('data-unread'), UNREAD_MS)
    return () => clearTimeout(timer)
  }, [ref, isGuarded])
  return useCallback(
    (event) => {
      const isUnread = ref.current?.hasAttribute('data-unread') === true
      const isHeld = isGuarded && event.key === 'Enter' && event.repeat
      if (answers(event) && (isUnread || isHeld)) event.preventDefault()
    },
    [ref, isGuarded],
  )
}
