import { once } from '../../language/once.ts'

/** The open dialogs, the topmost last. */
const open: HTMLDialogElement[] = []

/** True for the dialog that has the keys. */
export const isTopDialog = (dialog: Element): boolean => open.at(-1) === dialog

/** The element that has the notices. It is in the topmost dialog, because everything outside of that is inert. */
export const noticesHost = once(() => {
  const host = document.createElement('div')
  host.style.display = 'contents'
  return host
})

/** Puts the notices where they can be pressed, and above everything: the browser draws on top what was shown last. */
export function placeNotices(): void {
  const host = noticesHost()
  const pile = host.querySelector<HTMLElement>('[popover]')
  pile?.hidePopover()
  const parent = open.at(-1) ?? document.body
  if (host.parentNode !== parent) parent.append(host)
  pile?.showPopover()
}

/** Call it when a dialog has opened. @returns call it before the dialog leaves the page */
export function enterDialog(dialog: HTMLDialogElement): () => void {
  open.push(dialog)
  placeNotices()
  return () => {
    open.splice(open.indexOf(dialog), 1)
    placeNotices()
  }
}
