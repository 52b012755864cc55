import { useEffect, useState } from 'react'

/** Becomes true after so many milliseconds: for what is only shown to somebody who has to wait. */
export function useElapsed(ms: number): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isPast
}
