import { useCallback, useLayoutEffect, useRef } from 'react'
import { dialogsOpened } from './noticesHost.ts'
import { useIsHere } from './useIsHere.ts'

let pressed = 0

const count = () => {
  pressed += 1
}

document.addEventListener('input', count, true)
document.addEventListener('keydown', ({ key }) => key === 'Escape' && count(), true)

/** How often a person has begun something: a dialog opened, a value was typed or chosen, Escape was pressed. */
const begun = (): number => dialogsOpened() + pressed

/**
 * For what goes on by itself once something slow has ended, and must not take the page away from under a person's hands.
 *
 * @param place what the component shows, where that can change while it is on the screen
 * @returns starts to watch; what that answers is true while the person is still there and has begun nothing else
 */
export function useUndisturbed(place = ''): () => () => boolean {
  const isHere = useIsHere()
  const shown = useRef(place)
  useLayoutEffect(() => {
    shown.current = place
  }, [place])
  return useCallback(() => {
    const [first, from] = [begun(), shown.current]
    return () => isHere() && begun() === first && shown.current === from
  }, [isHere])
}
