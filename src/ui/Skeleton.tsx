import { useEffect, useState, type ReactNode } from 'react'
import { useIsFetching, useIsMutating } from '@tanstack/react-query'

/** Time in ms before a placeholder appears. Faster answers show no placeholder, so nothing flickers. */
const PATIENCE_MS = 200

/** True once the wait is long enough to show a placeholder. */
export function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

interface SkeletonProps {
  /** Class of the empty space reserved until then. */
  readonly room: string
  readonly children: ReactNode
}

/** Placeholder for content that is loading. It shows only when loading is slow. */
export const Skeleton = ({ room, children }: SkeletonProps) =>
  useIsSlow() ? (
    <div aria-busy="true" aria-hidden="true">
      {children}
    </div>
  ) : (
    <div className={room} aria-busy="true" />
  )

/** A 2 px progress line. It appears after 300 ms. */
export const PageLoading = () => (
  <div className="cs-progress">
    <progress className="cs-visually-hidden" aria-label="Loading" />
  </div>
)

/** The line under the header. It shows while anything is read or changed. */
export const ProgressLine = () => (useIsFetching() + useIsMutating() > 0 ? <PageLoading /> : null)
