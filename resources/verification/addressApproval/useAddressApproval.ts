import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePermissions } from 'ra-core'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  addressApprovalConditions,
  APPROVAL_PERMISSION,
  isUnfinished,
  obstaclesIn,
} from '../../../schemas/verification/addressApproval.ts'
import type { ApprovalRun } from '../../../schemas/verification/approvalRun.ts'
import type { Verification } from '../../../schemas/verification/verification.ts'
import { RECORD_CLAIMED } from '../../../src/actions/outcomeNotice.ts'
import { failureIn, failureOf, type Failure } from '../../../src/data/failure.ts'
import { formatValue } from '../../../src/format/formatValue.ts'
import type { Row } from '../../../src/model/columns.ts'
import { CLAIMS_KEY, useConsoleProvider } from '../../../src/data/useConsoleProvider.ts'
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

/** The account as its address approval needs it. */
export const approvalAccount = ({ id, status, is_active: isActive }: Row) => ({
  id,
  status: formatValue('text', status),
  isActive: isActive === true,
})

/** The key is separate from the account's reads, so no other action waits for this query. */
const runKey = (id: string | number) => ['earlierApproval', id] as const

/** Reads the last run of an account's approval; null where there is none. Every mount fetches it again. */
function useLastRun(id: string | number, enabled = true) {
  const provider = useConsoleProvider<ApprovalMethods>()
  return useQuery({
    queryKey: runKey(id),
    gcTime: 0,
    enabled,
    queryFn: async ({ signal }) => (await provider.earlierApproval('accounts', { id, signal })).data.run ?? null,
  })
}

/** The sentence for people who may approve an account's address now; empty for all others, and once a run has stopped. */
export function useAddressWay(record: Row, verification: Verification | undefined): string {
  const { permissions } = usePermissions<readonly string[]>()
  const account = approvalAccount(record)
  const mayStart =
    verification !== undefined &&
    permissions?.includes(APPROVAL_PERMISSION) === true &&
    obstaclesIn(addressApprovalConditions({ ...account, verification, validations: {} })).length === 0
  const { data: run } = useLastRun(record.id, mayStart)
  const isOpen = run === null || run?.steps.every(({ state }) => state !== 'failed') === true
  return mayStart && isOpen ? ' Or approve the address automatically.' : ''
}

/** The progress of an unfinished earlier run, or why it can't be read. */
function useEarlierRun(id: string | number, verification: Verification) {
  const { data, error } = useLastRun(id)
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
        client.setQueryData(runKey(id), data.run)
        if (data.run.done) onDone?.()
        if (isOver(data.run)) return
      }
    },
    [provider, client, id, onDone],
  )
  const start = useCallback(() => {
    const { signal } = (call.current = new AbortController())
    setBusy(true)
    setFailure(undefined)
    takeSteps(signal)
      .catch((error: unknown) => {
        const failed = failureOf(error)
        if (!signal.aborted && failed.kind !== 'sessionOver') setFailure(failed)
        // The page then knows from whom the account can be taken over.
        if (failed.code === RECORD_CLAIMED) void client.invalidateQueries({ queryKey: CLAIMS_KEY })
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
