import { useCallback, useEffect, useLayoutEffect } from 'react'
import type { RefObject } from 'react'

/** Where notices may lie, in the order of preference; toasts.css knows the same names. */
const places = ['start', 'end', 'top'] as const

/** What no notice lies on: what sends a form, and whatever the pointer or the focus is on. */
const NEXT = 'main :is([type=submit], a:hover, button:hover, :focus)'

/** What a notice keeps clear of where it can: the ways on. */
const WAYS_ON = 'main nav :is(a, button)'

/** One thing that is pressed next counts for more than all ways on. */
const NEXT_WEIGHT = 1000

const overlaps = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** How much the pile is in the way where it lies; 0 is not at all. */
function harmOf(pile: HTMLElement): number {
  const rect = pile.getBoundingClientRect()
  const covered = (kept: string) =>
    [...document.querySelectorAll(kept)].filter((one) => overlaps(rect, one.getBoundingClientRect())).length
  return NEXT_WEIGHT * covered(NEXT) + covered(WAYS_ON)
}

/** Leaves the pile where it is while that is as good as anywhere else: what moves has to be read again. */
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
 * Moves a pile of `count` notices aside, by its `data-place`, from what somebody is about to press. It moves when a
 * notice comes or the page beneath it changes its place, never under the hand of whoever reaches for it.
 */
export function useClearPlace(ref: RefObject<HTMLElement | null>, count: number): void {
  const look = useCallback(() => {
    if (ref.current !== null && count > 0) settle(ref.current)
  }, [ref, count])
  useLayoutEffect(() => {
    // The next notice begins in the usual place.
    if (count === 0) ref.current?.removeAttribute('data-place')
    look()
  }, [ref, count, look])
  useEffect(() => {
    if (count === 0) return undefined
    for (const occasion of occasions) window.addEventListener(occasion, look, { passive: true })
    return () => {
      for (const occasion of occasions) window.removeEventListener(occasion, look)
    }
  }, [count, look])
}
