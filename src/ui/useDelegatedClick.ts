import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * One listener for every control inside an element, mouse and keyboard alike: browsers make a click of Enter and
 * Space on a button or a switch. The controls carry `data-…` for `onClick` to tell them apart.
 */
export function useDelegatedClick<E extends HTMLElement>(onClick: (target: Element) => void): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => {
    const element = ref.current
    const handleClick = ({ target }: MouseEvent) => {
      if (target instanceof Element) onClick(target)
    }
    element?.addEventListener('click', handleClick)
    return () => element?.removeEventListener('click', handleClick)
  }, [onClick])
  return ref
}
