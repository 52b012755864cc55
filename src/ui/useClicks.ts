import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * One listener for every control inside an element, mouse and keyboard alike: browsers make a click of Enter and
 * Space on a button or a switch. The controls carry `data-…` for `hear` to tell them apart.
 */
export function useClicks<E extends HTMLElement>(hear: (target: Element) => void): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => {
    const element = ref.current
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element) hear(target)
    }
    element?.addEventListener('click', onClick)
    return () => element?.removeEventListener('click', onClick)
  }, [hear])
  return ref
}
