/** Whether nothing has the focus, so that whoever takes it takes it from nobody. */
export const isNothingFocused = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Moves the focus, and the page stays where it is. Headings are made able to take it. */
export function focusWithoutScroll(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
