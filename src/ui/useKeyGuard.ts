import { useCallback, useLayoutEffect } from 'react'
import type { KeyboardEvent, RefObject } from 'react'

/**
 * How long after opening a dialog ignores keys that would answer it, in ms. A second press of Enter meant for the
 * opening control comes 100 to 300 ms after the first. Half a second is too short to read a question.
 */
const UNREAD_MS = 500

/** True when a key would press a button or send the form. In a textarea Enter alone is a new line. */
function answers({ key, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (key === 'Enter') return ctrlKey || metaKey || !(target instanceof HTMLTextAreaElement)
  return key === ' ' && target instanceof HTMLButtonElement
}

/** Sends the dialog's form with Ctrl or Cmd and Enter, also from a text of several lines. */
function sendByKey(event: KeyboardEvent, dialog: HTMLDialogElement | null): void {
  const isChord = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  if (!isChord || event.repeat || event.defaultPrevented) return
  event.preventDefault()
  dialog?.querySelector('form')?.requestSubmit()
}

/**
 * Prevents a key that is held down or pressed twice from answering the dialog it has just opened. The dialog has
 * `data-unread` while it ignores such keys. The mouse, other keys and typing work at once, and a person who presses
 * another key has seen the dialog: Enter works from then on.
 *
 * @returns a key handler that runs before any other in the dialog
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
      if (!answers(event)) {
        if (!event.repeat) ref.current?.removeAttribute('data-unread')
      } else if (isUnread || isHeld) event.preventDefault()
      sendByKey(event, ref.current)
    },
    [ref, isGuarded],
  )
}
