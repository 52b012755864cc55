/**
 * Moves the focus from a button that goes with its notice: to that of another notice of the same form, else to the form.
 * The other pages keep the focus themselves.
 */
export function leaveDismissed(button: HTMLElement): void {
  if (button !== document.activeElement) return
  const form = button.closest('.cs-form-main')
  const buttons = [...(form?.querySelectorAll<HTMLElement>('[data-dismiss]') ?? [])]
  const at = buttons.indexOf(button)
  const next = buttons[at + 1] ?? buttons[at - 1] ?? form?.querySelector('form')
  next?.focus({ preventScroll: true })
}
