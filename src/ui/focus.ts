/** True when no element has focus, so moving focus interrupts no one. */
export const isNothingFocused = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Moves the focus without scrolling the page. It makes headings focusable first. */
export function focusWithoutScroll(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** True if the middle of an element is in view and not covered. */
function isInView(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

/** Keeps the browser from marking the text between two Shift-clicks. */
export const keepText = (event: { readonly shiftKey: boolean; readonly preventDefault: () => void }): void => {
  if (event.shiftKey) event.preventDefault()
}

/** How a kind of page records where the focus was, and finds the next target when that control is gone. */
interface FocusRule<Place extends { readonly control: HTMLElement }> {
  /** Selector of elements that can take the focus themselves. */
  readonly controls: string
  readonly placeOf: (control: HTMLElement, container: HTMLElement) => Place
  readonly nextAfter: (place: Place, container: HTMLElement) => HTMLElement | undefined
}

/**
 * Tracks the focus inside a container until `stop`. `restore` moves the focus on if its control has left the page, and
 * else notes where the control is now: what came before it in the meantime has moved it.
 */
export interface FocusManager {
  readonly restore: () => void
  /** True until something outside the dialogs gets the focus or is pressed. */
  readonly isUntouched: () => boolean
  readonly stop: () => void
}

/** A second press of a key, meant for the button before, comes within this time, in ms. */
const SECOND_PRESS_MS = 1000

/** Keeps a button or a link that takes the place of another from being pressed by the second press of a key. */
function ignoreSecondPress(button: HTMLElement): void {
  const ignore = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') event.preventDefault()
  }
  for (const name of ['keydown', 'keyup'] as const) {
    button.addEventListener(name, ignore)
    setTimeout(() => button.removeEventListener(name, ignore), SECOND_PRESS_MS)
  }
}

/**
 * Keeps the place of people who use a keyboard or a screen reader. Focus that has moved elsewhere stays there. The page is
 * scrolled to the next target, unless that is in view, or the person has scrolled since the control that is gone had the focus.
 */
export function manageFocus<Place extends { readonly control: HTMLElement }>(
  container: HTMLElement,
  { controls, placeOf, nextAfter }: FocusRule<Place>,
): FocusManager {
  let place: Place | undefined
  let isUntouched = true
  let scrolledTo = 0
  const noteScroll = () => {
    scrolledTo = window.scrollY
  }
  const remember = ({ target, type }: Event) => {
    // A dialog is temporary: the place to return to is the control that opened it.
    if (!(target instanceof Element) || target.closest('dialog') !== null) return
    isUntouched = false
    noteScroll()
    // The browser brings what gets the focus into view only after it has said so.
    requestAnimationFrame(noteScroll)
    const control = type === 'focusin' ? target : target.closest<HTMLElement>(controls)
    place = control instanceof HTMLElement && container.contains(control) ? placeOf(control, container) : undefined
  }
  const moveOn = (from: Place) => {
    const next = nextAfter(from, container)
    if (next === undefined) return
    if (!(next instanceof HTMLInputElement)) ignoreSecondPress(next)
    const isHere = window.scrollY === scrolledTo
    focusWithoutScroll(next)
    if (isHere && !isInView(next)) next.scrollIntoView({ block: 'center' })
  }
  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', remember)
  return {
    restore() {
      if (place?.control.isConnected === true) place = placeOf(place.control, container)
      else if (place !== undefined && isNothingFocused()) moveOn(place)
    },
    isUntouched: () => isUntouched,
    stop() {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', remember)
    },
  }
}
