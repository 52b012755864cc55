import { useEffect, type RefObject } from 'react'
import { focusWithoutScroll, isNothingFocused, manageFocus } from '../ui/focus.ts'

/** Elements that can take the focus themselves. */
const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]'

/** Groups of controls. When one disappears, the one with the same words gets the focus: the others change something else. */
const GROUPS = '.cs-record-actions, .cs-record-switches, .cs-request .cs-part-actions'

/** A group whose control changes nothing, so it gets the focus whatever its words. */
const MASKED = '.cs-masked'

/** Where the focus was: the control, its text, and its ancestors from the inside out. */
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

/** The next sensible target inside one of the lost control's ancestors. */
function nextIn(element: HTMLElement, text: string): HTMLElement | undefined {
  if (element.matches(`${GROUPS}, ${MASKED}`)) {
    const controls = [...element.querySelectorAll<HTMLElement>(CONTROLS)]
    const next = controls.find(({ textContent }) => textContent === text || element.matches(MASKED))
    if (next !== undefined) return next
  }
  if (element.tabIndex === 0) return element
  return [...element.querySelectorAll<HTMLElement>('h2, h3')].find(isShown)
}

/** A record of a block that is drawn in another place now. */
const movedTo = (element: HTMLElement, container: HTMLElement): HTMLElement | null =>
  element.dataset['key'] === undefined
    ? null
    : container.querySelector<HTMLElement>(`[data-key="${CSS.escape(element.dataset['key'])}"]`)

/**
 * The next target, from the inside out: the record in its new place, the same control of the group, the block's heading,
 * then the page's heading.
 */
function nextAfter({ control, text, around }: Place, container: HTMLElement): HTMLElement | undefined {
  for (const element of [control, ...around]) {
    const moved = movedTo(element, container)
    if (moved !== null)
      return [...moved.querySelectorAll<HTMLElement>(CONTROLS)].find((each) => each.textContent === text) ?? moved
  }
  for (const element of around) {
    const next = element.isConnected ? nextIn(element, text) : undefined
    if (next !== undefined) return next
  }
  return container.querySelector<HTMLElement>('h1') ?? undefined
}

/** True if a dialog has left the page. */
const isClosing = ({ removedNodes }: MutationRecord): boolean =>
  [...removedNodes].some((node) => node instanceof HTMLDialogElement)

/**
 * Keeps the focus on a record's page. When the focused control disappears, the next sensible target gets the focus as
 * soon as one exists.
 */
export function useFocusRecovery(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (container.current === null) return undefined
    const page = container.current
    const { restore, isUntouched, stop } = manageFocus(page, { controls: CONTROLS, placeOf, nextAfter })
    const observer = new MutationObserver((changes) => {
      restore()
      // A question that was open before its page, as after the end of a session, has no control to return to.
      const isLost = isUntouched() && isNothingFocused() && changes.some(isClosing)
      const heading = isLost ? page.querySelector('h1') : null
      if (heading !== null) focusWithoutScroll(heading)
    })
    observer.observe(page, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      stop()
    }
  }, [container])
}
