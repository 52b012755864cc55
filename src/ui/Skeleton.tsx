import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

/** An answer that comes sooner (ms) is not preceded by anything that flickers. */
const PATIENCE_MS = 200

/** True once somebody has waited long enough to be shown that something is on its way. */
export function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

interface SkeletonProps {
  /** Class of the empty room that is kept until then. */
  readonly room: string
  readonly children: ReactNode
}

/** The outline of what is to come, for those who have to wait. */
export const Skeleton = ({ room, children }: SkeletonProps) =>
  useIsSlow() ? (
    <div aria-busy="true" aria-hidden="true">
      {children}
    </div>
  ) : (
    <div className={room} aria-busy="true" />
  )
