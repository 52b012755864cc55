/** True when no element has focus, so moving focus interrupts no one. */
export const isNothingFocused = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Moves the focus without scrolling the page. Headings are made able to take it. */
export function focusWithoutScroll(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** How a kind of page describes where the focus was, and finds what is next where that has gone. */
export interface FocusRule<Place extends { readonly control: HTMLElement }> {
  /** Selector of what can take the focus by itself. */
  readonly controls: string
  readonly placeOf: (control: HTMLElement, container: HTMLElement) => Place
  readonly nextAfter: (place: Place, container: HTMLElement) => HTMLElement | undefined
}

/** Follows the focus inside a container until `stop`. `restore` moves it on where its control has left the page. */
export interface FocusManager {
  readonly restore: () => void
  readonly stop: () => void
}

/** Keeps people at the keyboard and on screen readers on their place. Focus that has moved on is left alone. */
export function manageFocus<Place extends { readonly control: HTMLElement }>(
  container: HTMLElement,
  { controls, placeOf, nextAfter }: FocusRule<Place>,
): FocusManager {
  let place: Place | undefined
  const remember = ({ target, type }: Event) => {
    // A dialog is a step aside: the place is where it was opened from.
    if (!(target instanceof Element) || target.closest('dialog') !== null) return
    const control = type === 'focusin' ? target : target.closest<HTMLElement>(controls)
    place = control instanceof HTMLElement && container.contains(control) ? placeOf(control, container) : undefined
  }
  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', remember)
  return {
    restore() {
      if (place === undefined || place.control.isConnected || !isNothingFocused()) return
      const next = nextAfter(place, container)
      if (next !== undefined) focusWithoutScroll(next)
    },
    stop() {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', remember)
    },
  }
}
