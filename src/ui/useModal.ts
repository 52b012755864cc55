import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

/**
 * Opens a dialog as the top layer for as long as it is on the page, with the focus in its first field: the browser
 * keeps the focus inside and gives it back when the dialog closes.
 */
export function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  // Before the dialog leaves the page, or the browser has nowhere to give the focus back from.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('input, select, textarea, [data-first]')?.focus()
    return () => dialog?.close()
  }, [ref])
}
