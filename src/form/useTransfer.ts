import { useCallback, useMemo, useRef, useState } from 'react'
import type { Transfer } from '../actions/actionProvider.ts'

/** The way of a form's file to the gateway. */
export interface FileTransfer {
  /** How much of the file has left, between 0 and 1. */
  readonly share: number
  readonly begin: () => Transfer
  /** Stops it. Once all of the file has left there is nothing to be stopped. */
  readonly stop: () => void
  readonly isStopped: () => boolean
}

/** Follows a file on its way, and can stop it. */
export function useTransfer(): FileTransfer {
  const [share, setShare] = useState(0)
  const work = useRef<AbortController>(undefined)
  const begin = useCallback((): Transfer => {
    const controller = new AbortController()
    work.current = controller
    setShare(0)
    return { signal: controller.signal, onShare: setShare }
  }, [])
  const stop = useCallback(() => work.current?.abort(), [])
  const isStopped = useCallback(() => work.current?.signal.aborted === true, [])
  return useMemo(() => ({ share, begin, stop, isStopped }), [share, begin, stop, isStopped])
}
