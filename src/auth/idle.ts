import type { Session } from './session.ts'
import { useEffect } from 'react'

/** How long before the session's end the warning shows, in milliseconds (D-32). */
export const warnBefore = 120_000

/** The time left at `now` until the session ends, by inactivity or by its maximum length. */
export const sessionEnd = ({ idleExpiresAt, expiresAt }: Session, now: number) => ({
  left: Math.min(idleExpiresAt, expiresAt) - now,
  /** True if activity postpones that end. */
  movable: idleExpiresAt < expiresAt,
})

/** '1:05' for 65,000 ms; never below '0:00'. */
export const countdown = (left: number): string => {
  const seconds = Math.max(0, Math.ceil(left / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
const apart = 60_000

/** Calls back when the person is active, at most once a minute, and not in the first half minute. */
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
