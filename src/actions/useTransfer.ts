import { useCallback, useMemo, useRef, useState } from 'react'
import type { Transfer } from './actionProvider.ts'

/** The upload of files to the gateway: progress and abort. */
export interface FileTransfer {
  /** The share of the files that has been sent, between 0 and 1. */
  readonly share: number
  readonly begin: () => Transfer
  /** Aborts the upload. Once everything has been sent, there is nothing to abort. */
  readonly stop: () => void
  readonly isStopped: () => boolean
}

/** What people read after they have stopped an upload. */
export const STOPPED = 'Upload stopped. Nothing was sent to the service.'

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
