import { useEffect, useState } from 'react'

/** How long a person pauses before what they typed is searched, in ms. */
const PAUSE_MS = 250

/** What is typed, once the person pauses. */
export function usePaused<Typed>(typed: Typed): Typed {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
