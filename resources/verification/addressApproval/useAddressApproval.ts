import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isUnfinished } from '../../../schemas/verification/addressApproval.ts'
import type { ApprovalRun } from '../../../schemas/verification/approvalRun.ts'
import type { Verification } from '../../../schemas/verification/verification.ts'
import { failureIn, failureOf, type Failure } from '../../../src/data/failure.ts'
import { useConsoleProvider } from '../../../src/data/useConsoleProvider.ts'
import type { ApprovalMethods } from './approvalMethods.ts'

export interface Approval {
  /** `undefined` until the first step has been answered, or an earlier run was found. */
  readonly run: ApprovalRun | undefined
  /** The run was left unfinished before this page was opened. */
  readonly isEarlier: boolean
  readonly isBusy: boolean
  readonly failure: Failure | undefined
  /** Takes steps until the approval is done or a step fails. It resumes an unfinished run. */
  readonly start: () => void
}

/** More steps than two applicants can need: a limit in case the gateway never finishes. */
const MOST_STEPS = 20

const isOver = ({ done, steps }: ApprovalRun): boolean => done || steps.some(({ state }) => state === 'failed')

/** The progress of an unfinished earlier run, or why it can't be read. */
function useEarlierRun(id: string | number, verification: Verification) {
  const provider = useConsoleProvider<ApprovalMethods>()
  const { data, error } = useQuery({
    // The key is separate from the account's reads, so no other action waits for this query. Every mount fetches it
    // again.
    queryKey: ['earlierApproval', id],
    gcTime: 0,
    queryFn: async ({ signal }) => (await provider.earlierApproval('accounts', { id, signal })).data.run ?? null,
  })
  const failure = failureIn(error)
  return {
    run: data && isUnfinished(data, verification) ? data : undefined,
    failure: failure?.kind === 'sessionOver' ? undefined : failure,
  }
}

/** Runs an account's automatic address approval while its page is open. The gateway stores the progress. */
export function useAddressApproval(id: string | number, verification: Verification, onDone?: () => void): Approval {
  const provider = useConsoleProvider<ApprovalMethods>()
  const earlier = useEarlierRun(id, verification)
  const client = useQueryClient()
  const [run, setRun] = useState<ApprovalRun>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const call = useRef<AbortController>(undefined)
  useEffect(() => () => call.current?.abort(), [])

  const takeSteps = useCallback(
    async (signal: AbortSignal) => {
      for (let step = 0; step < MOST_STEPS; step += 1) {
        const { data } = await provider.approveAddress('accounts', { id, signal })
        if (signal.aborted || data.ok !== true || data.run === undefined) return
        setRun(data.run)
        if (data.run.done) onDone?.()
        if (isOver(data.run)) return
      }
    },
    [provider, id, onDone],
  )
  const start = useCallback(() => {
    const { signal } = (call.current = new AbortController())
    setBusy(true)
    setFailure(undefined)
    takeSteps(signal)
      .catch((error: unknown) => {
        const failed = failureOf(error)
        if (!signal.aborted && failed.kind !== 'sessionOver') setFailure(failed)
      })
      .finally(() => {
        if (signal.aborted) return
        setBusy(false)
        void client.invalidateQueries({ queryKey: ['accounts'] })
      })
  }, [takeSteps, client])
  return {
    run: run ?? earlier.run,
    isEarlier: run === undefined && earlier.run !== undefined,
    isBusy,
    failure: failure ?? earlier.failure,
    start,
  }
}
