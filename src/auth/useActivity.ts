import { useEffect } from 'react'

const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
const apart = 60_000

/** Calls back when the person does something, at most once a minute, and not in the first half minute. */
export const useActivity = (onActivity: () => void): void => {
  useEffect(() => {
    let next = Date.now() + apart / 2
    const onSign = () => {
      if (Date.now() < next) return
      next = Date.now() + apart
      onActivity()
    }
    for (const sign of signs) window.addEventListener(sign, onSign, { passive: true })
    return () => {
      for (const sign of signs) window.removeEventListener(sign, onSign)
    }
  }, [onActivity])
}
