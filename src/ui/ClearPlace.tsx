import { useCallback, useEffect, useLayoutEffect, type RefObject } from 'react'

/** Possible places for notices, in order of preference. toasts.css uses the same names. */
const places = ['start', 'end', 'top'] as const

/**
 * Notices avoid these first: submit buttons, the buttons of a dialog, and the element under the pointer or with the focus.
 * An open viewer has the focus itself.
 */
const NEXT =
  ':is(main, dialog[open]) :is([type=submit], a:hover, button:hover, :focus:not(dialog)), dialog[open] > footer button'

/** Notices also avoid the page's title, navigation, and what is offered for a record or for the selected ones, where they can. */
const WAYS_ON =
  'main :is(nav, h1, [role=tab]), main :is(nav, [data-offered]) :is(a, button), dialog[open] > header button'

/** One element of `NEXT` counts for more than all navigation. */
const NEXT_WEIGHT = 1000

const overlaps = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** How much the pile covers in its current place; 0 is nothing. */
function harmOf(pile: HTMLElement): number {
  const rect = pile.getBoundingClientRect()
  const covered = (kept: string) =>
    [...document.querySelectorAll(kept)].filter((one) => overlaps(rect, one.getBoundingClientRect())).length
  return NEXT_WEIGHT * covered(NEXT) + covered(WAYS_ON)
}

/** Moves the pile only to a better place, because people must find and read a moved notice again. */
function settle(pile: HTMLElement): void {
  if (pile.matches(':hover') || pile.contains(document.activeElement)) return
  const here = harmOf(pile)
  if (here === 0) return
  const now = pile.dataset['place'] ?? places[0]
  const found = places.map((place) => {
    pile.dataset['place'] = place
    return { place, harm: harmOf(pile) }
  })
  const [best] = found.toSorted((one, other) => one.harm - other.harm)
  pile.dataset['place'] = best === undefined || best.harm >= here ? now : best.place
}

const occasions = ['scroll', 'resize', 'focusin'] as const

/**
 * Moves a pile of notices, by its `data-place`, away from controls that people are about to press. It checks when a
 * notice comes, on scroll, when the window or the page changes its size, and when the focus moves. It never moves a pile
 * under the pointer or with the focus.
 */
function useClearPlace(ref: RefObject<HTMLElement | null>, notices: readonly unknown[]): void {
  const look = useCallback(() => {
    if (ref.current !== null) settle(ref.current)
  }, [ref])
  useLayoutEffect(look, [notices, look])
  useLayoutEffect(() => {
    const pile = ref.current
    // Once the pile is empty, the next notice starts in the usual place.
    return () => pile?.removeAttribute('data-place')
  }, [ref])
  useEffect(() => {
    // A dialog scrolls, too, and its scrolling does not bubble.
    for (const occasion of occasions) window.addEventListener(occasion, look, { passive: true, capture: true })
    // An action takes rows away, and the pager moves up.
    const page = new ResizeObserver(look)
    page.observe(document.body)
    return () => {
      page.disconnect()
      for (const occasion of occasions) window.removeEventListener(occasion, look, { capture: true })
    }
  }, [look])
}

/** Scrolls a tall pile to the beginning of its newest notice. */
function useNewestInView(ref: RefObject<HTMLElement | null>, newest: number | undefined): void {
  useLayoutEffect(() => {
    const last = ref.current?.querySelector<HTMLElement>('li:last-child')
    if (newest !== undefined && last?.parentElement) last.parentElement.scrollTop = last.offsetTop
  }, [ref, newest])
}

interface ClearPlaceProps {
  readonly pile: RefObject<HTMLElement | null>
  readonly notices: readonly { readonly id: number }[]
}

/** Keeps notices, while there are any, away from what is pressed next, and the newest in view. Draws nothing. */
export const ClearPlace = ({ pile, notices }: ClearPlaceProps) => {
  useNewestInView(pile, notices.at(-1)?.id)
  useClearPlace(pile, notices)
  return null
}
