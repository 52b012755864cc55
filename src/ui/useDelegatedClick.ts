import { useEffect, useRef, type RefObject } from 'react'

/**
 * One listener for every control inside an element, for mouse and keyboard: browsers turn Enter and Space on a button
 * or a switch into a click. `onClick` tells the controls apart by their `data-…` attributes.
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
