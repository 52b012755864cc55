import { useCallback, useLayoutEffect, useRef } from 'react'
import { useIsHere } from './useIsHere.ts'

let begun = 0

const count = () => {
  begun += 1
}

document.addEventListener('input', count, true)
document.addEventListener('keydown', ({ key }) => key === 'Escape' && count(), true)

const openDialogs = (): readonly Element[] => [...document.querySelectorAll('dialog[open]')]

/**
 * For what goes on by itself once something slow has ended, and must not take the page away from under a person's hands.
 *
 * @param place what the component shows, where that can change while it is on the screen
 * @returns starts to watch; what that answers is true while the person is still there and has begun nothing else: no
 *   dialog has opened, nothing was typed or chosen, and Escape was not pressed
 */
export function useUndisturbed(place = ''): () => () => boolean {
  const isHere = useIsHere()
  const shown = useRef(place)
  useLayoutEffect(() => {
    shown.current = place
  }, [place])
  return useCallback(() => {
    const [before, dialogs, from] = [begun, openDialogs(), shown.current]
    return () =>
      isHere() &&
      begun === before &&
      shown.current === from &&
      openDialogs().every((dialog) => dialogs.includes(dialog))
  }, [isHere])
}
