import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Keeps the chosen tab in sight inside a strip that scrolls sideways; the page stays where it is. */
export function useTabInView(name: string | undefined): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const strip = ref.current
    const tab = strip?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (strip === null || tab === null || tab === undefined || strip.scrollWidth <= strip.clientWidth) return
    const start = tab.offsetLeft - strip.offsetLeft
    strip.scrollLeft = start - (strip.clientWidth - tab.offsetWidth) / 2
  }, [name])
  return ref
}
