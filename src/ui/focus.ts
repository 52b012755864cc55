import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Whether nothing has the focus, so that whoever takes it takes it from nobody. */
export const isNothingFocused = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Moves the focus, and the page stays where it is. Headings are made able to take it. */
export function focusWithoutScroll(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** What can take the focus by itself. */
const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]'

/** Controls of one place: where one of them goes, another of them is next. */
const GROUPS = '.cs-record-actions, .cs-record-switches, .cs-masked, .cs-request .cs-part-actions, .cs-doc-buttons'

/** Where the focus was: the control, its words, and everything around it from the inside out. */
interface Place {
  readonly control: HTMLElement
  readonly text: string
  readonly around: readonly HTMLElement[]
}

function placeOf(control: HTMLElement, container: HTMLElement): Place {
  const around: HTMLElement[] = []
  for (let each = control.parentElement; each !== null && each !== container; each = each.parentElement) {
    around.push(each)
  }
  return { control, text: control.textContent, around }
}

const isShown = (element: HTMLElement): boolean => element.closest('[aria-busy="true"], dialog') === null

/** The next sensible thing inside one of the elements that were around the lost control. */
function nextIn(element: HTMLElement, text: string): HTMLElement | undefined {
  if (element.matches(GROUPS)) {
    const controls = [...element.querySelectorAll<HTMLElement>(CONTROLS)]
    const next = controls.find(({ textContent }) => textContent === text) ?? controls[0]
    if (next !== undefined) return next
  }
  if (element.tabIndex === 0) return element
  return [...element.querySelectorAll<HTMLElement>('h2, h3')].find(isShown)
}

/** From the inside out: another control of the group, the heading of the block, at last the page's heading. */
function nextAfter({ text, around }: Place, container: HTMLElement): HTMLElement | undefined {
  for (const element of around) {
    const next = element.isConnected ? nextIn(element, text) : undefined
    if (next !== undefined) return next
  }
  return container.querySelector<HTMLElement>('h1') ?? undefined
}

function watch(container: HTMLElement): () => void {
  let place: Place | undefined
  const remember = ({ target, type }: Event) => {
    // A dialog is a step aside: the place is where it was opened from.
    if (!(target instanceof Element) || target.closest('dialog') !== null) return
    const control = type === 'focusin' ? target : target.closest<HTMLElement>(CONTROLS)
    place = control instanceof HTMLElement && container.contains(control) ? placeOf(control, container) : undefined
  }
  const mend = () => {
    if (place === undefined || place.control.isConnected || !isNothingFocused()) return
    const next = nextAfter(place, container)
    if (next !== undefined) focusWithoutScroll(next)
  }
  const observer = new MutationObserver(mend)
  observer.observe(container, { childList: true, subtree: true })
  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', remember)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', remember)
  }
}

/**
 * Keeps the focus of people at the keyboard and of screen readers on the page: where it was in the container and its
 * control has gone, the next sensible thing gets it, as soon as there is one. Who has moved on meanwhile is left alone.
 */
export function useFocusRecovery(container: RefObject<HTMLElement | null>): void {
  useEffect(() => (container.current === null ? undefined : watch(container.current)), [container])
}
