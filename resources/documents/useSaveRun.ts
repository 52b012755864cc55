import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { draftsIn, useDraft } from '../../src/data/drafts.ts'
import type { Failure } from '../../src/data/failure.ts'

/** A save of an account's documents. It goes on while the account's page is open, on whatever tab. */
export interface SaveRun {
  /** Stops the upload. Missing once the save has ended. */
  readonly controller?: AbortController
  /** True from the call that attaches the documents until its outcome is known. Leaving does not stop that call. */
  readonly isSent?: boolean
  /** The reason the uploaded documents could not be attached. */
  readonly failure?: Failure | undefined
  /** The attempt that may have been made without an answer. Another one of the same documents has its key. */
  readonly last?: { readonly submission: string; readonly key: string } | undefined
}

/** The save of an account's documents: what is kept of it, and how that is changed. */
export function useSaveRun(account: string) {
  const { subscribe } = draftsIn(useQueryClient())
  const { read, keep, drop } = useDraft<SaveRun>(`documents/${account}:save`)
  return { run: useSyncExternalStore(subscribe, read), read, keep, drop }
}
