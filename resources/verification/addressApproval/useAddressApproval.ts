import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePermissions } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import {
  addressApprovalConditions,
  APPROVAL_PERMISSION,
  isBegun,
  isEvidence,
  isUnfinished,
  obstaclesIn,
  openCases,
  stepsOf,
} from '../../../schemas/verification/addressApproval.ts'
import type { ApprovalRun } from '../../../schemas/verification/approvalRun.ts'
import { isAppealed } from '../../../schemas/verification/rules.ts'
import type { Verification } from '../../../schemas/verification/verification.ts'
import { RECORD_CLAIMED } from '../../../src/actions/outcomeNotice.ts'
import { failureIn, failureOf, type Failure } from '../../../src/data/failure.ts'
import { formatValue } from '../../../src/format/formatValue.ts'
import type { Row } from '../../../src/model/columns.ts'
import { CLAIMS_KEY, isReadOf, useConsoleProvider } from '../../../src/data/useConsoleProvider.ts'
import type { ApprovalMethods } from './approvalMethods.ts'

export interface Approval {
  /** `undefined` until a step has been answered, or another run of the current cases was found. */
  readonly run: ApprovalRun | undefined
  /** The run was left unfinished before, or by a colleague since. */
  readonly isEarlier: boolean
  readonly isBusy: boolean
  /** A step is under way, here or in another tab or by a colleague. */
  readonly isUnderWay: boolean
  readonly failure: Failure | undefined
  /** Takes steps until the approval is done or a step fails. It resumes an unfinished run. */
  readonly start: () => void
}

/** More steps than two applicants can need: a limit in case the gateway never finishes. */
const MOST_STEPS = 20

/** How often a step is asked for while another tab, or a colleague, takes one; longer than a step can be under way. */
const MOST_WAITS = 60
const WAIT_MS = 2000

const IN_FLIGHT = 'IN_FLIGHT'

/** When a step was last taken; empty before the first. */
const takenAt = ({ steps }: ApprovalRun): string => steps.reduce((last, { at = '' }) => (at > last ? at : last), '')

/** A run without the reasons of steps that stopped at a time or before: a later try of them had no answer. */
const withoutReasons = (run: ApprovalRun, until: string): ApprovalRun => ({
  ...run,
  steps: run.steps.map(({ message, ...step }) =>
    message === undefined || (step.state === 'failed' && (step.at ?? '') <= until) ? step : { ...step, message },
  ),
})

const isOver = ({ done, steps }: ApprovalRun): boolean => done || steps.some(({ state }) => state === 'failed')

/** A run whose last step is no older than this, in ms, may be under way elsewhere, and is read this often. */
const RECENT_MS = 2 * 60_000
const WATCH_MS = 3000

const isRecent = (run: ApprovalRun): boolean =>
  !run.done && (run.isUnderWay === true || Date.now() - Date.parse(takenAt(run)) < RECENT_MS)

/** The account as its address approval needs it: active unless the service says that it is not, as the gateway takes it. */
export const approvalAccount = ({ id, status, is_active: isActive }: Row) => ({
  id,
  status: formatValue('text', status),
  isActive: isActive !== false,
})

/** The key is separate from the account's reads, so no other action waits for this query. */
const runKey = (id: string | number) => ['earlierApproval', id] as const

/**
 * Reads the last run of an account's approval; null where there is none. Every mount fetches it again, and so does every
 * answer about the account, which is read again after a colleague's change.
 */
function useLastRun(id: string | number, enabled = true) {
  const provider = useConsoleProvider<ApprovalMethods>()
  const client = useQueryClient()
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        const isRead = event.type === 'updated' && event.action.type === 'success'
        if (isRead && event.query.queryKey[1] === 'getOne' && isReadOf({ name: 'accounts' }, id)(event.query))
          void client.invalidateQueries({ queryKey: runKey(id) }, { cancelRefetch: false })
      }),
    [client, id],
  )
  return useQuery<ApprovalRun | null>({
    queryKey: runKey(id),
    gcTime: 0,
    enabled,
    refetchInterval: ({ state: { data } }) => data != null && isRecent(data) && WATCH_MS,
    queryFn: async ({ signal }) => (await provider.earlierApproval('accounts', { id, signal })).data.run ?? null,
  })
}

/** Reads the account and its cases again once a run that the page has followed is done. */
function useReadAfter(run: ApprovalRun | undefined): void {
  const client = useQueryClient()
  const wasOpen = useRef(false)
  useEffect(() => {
    if (run === undefined) return
    if (run.done && wasOpen.current) void client.invalidateQueries({ queryKey: ['accounts'] })
    wasOpen.current = !run.done
  }, [client, run])
}

/** What people who may approve an account's address can do instead: one sentence at most, and none for all others. */
export interface AddressWay {
  /** That one is under way: until it ends, nothing else is needed. */
  readonly underWay: string
  /** Begins an approval. */
  readonly start: string
  /** Continues one that was left, not one that has stopped. */
  readonly goOn: string
  /** True for a document that one has uploaded. */
  readonly isEvidence: (snapId: string) => boolean
}

const none: AddressWay = { underWay: '', start: '', goOn: '', isEvidence: () => false }

/** The way to approve an account's address, which is not offered while a run is under way. */
export function useAddressWay(record: Row, verification: Verification | undefined): AddressWay {
  const { permissions } = usePermissions<readonly string[]>()
  const account = approvalAccount(record)
  const mayStart =
    verification !== undefined &&
    permissions?.includes(APPROVAL_PERMISSION) === true &&
    obstaclesIn(addressApprovalConditions({ ...account, verification, validations: {} })).length === 0
  const { data: run } = useLastRun(record.id, mayStart)
  const isUnderWay = useIsMutating({ mutationKey: runKey(record.id) }) > 0 || run?.isUnderWay === true
  if (!mayStart || run === undefined) return none
  const noWay = { ...none, isEvidence: (snapId: string) => run !== null && isEvidence(run, snapId) }
  if (isUnderWay) return { ...noWay, underWay: 'The automatic address approval is under way.' }
  const states = run === null ? [] : stepsOf(run, openCases(verification)).map(({ state }) => state)
  if (states.every((state) => state === 'open')) return { ...noWay, start: ' Or approve the address automatically.' }
  const isLeft = states.includes('open') && !states.includes('failed')
  return isLeft ? { ...noWay, goOn: ' Or continue the address approval that was begun.' } : noWay
}

/** The failure of a call; none where the session has ended, which the console says. */
const failureToSay = (error: unknown): Failure | undefined => {
  const failure = failureIn(error)
  return failure?.kind === 'sessionOver' ? undefined : failure
}

/** Runs an account's automatic address approval while its page is open. The gateway stores the progress. */
export function useAddressApproval(id: string | number, verification: Verification, onDone?: () => void): Approval {
  const provider = useConsoleProvider<ApprovalMethods>()
  const client = useQueryClient()
  const last = useLastRun(id)
  const [run, setRun] = useState<ApprovalRun>()
  const call = useRef<AbortController>(undefined)
  useEffect(() => () => call.current?.abort(), [])

  // The gateway takes one step at a time, so that several tabs can go through the same run.
  const takeStep = async (signal: AbortSignal, waits = MOST_WAITS): ReturnType<typeof provider.approveAddress> => {
    try {
      return await provider.approveAddress('accounts', { id, signal })
    } catch (error) {
      if (waits === 0 || signal.aborted || failureOf(error).code !== IN_FLIGHT) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    return takeStep(signal, waits - 1)
  }

  const takeSteps = async (): Promise<boolean> => {
    const { signal } = (call.current = new AbortController())
    // A claim of the account is kept from here on, as after any other action.
    void client.invalidateQueries({ queryKey: ['accounts'] })
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const { data } = await takeStep(signal)
      if (signal.aborted || data.ok !== true || data.run === undefined) return false
      setRun(data.run)
      client.setQueryData(runKey(id), data.run)
      if (isOver(data.run)) return data.run.done
    }
    return false
  }
  const { mutate, isPending, isIdle, error, variables } = useMutation<boolean, Error, { readonly after: string }>({
    mutationKey: runKey(id),
    mutationFn: takeSteps,
    networkMode: 'always',
    onSuccess: (isDone) => {
      if (isDone) onDone?.()
    },
    onError: (reason) => {
      // The page then knows from whom the account can be taken over.
      if (failureOf(reason).code === RECORD_CLAIMED) void client.invalidateQueries({ queryKey: CLAIMS_KEY })
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['accounts'] }),
  })
  const found = last.data ?? undefined
  useReadAfter(found)
  const isOwn = run !== undefined && (found === undefined || takenAt(found) <= takenAt(run))
  // One that has come to its end is said until the clearing firm has answered; after that on a page that has shown it.
  const isOpen = found !== undefined && isUnfinished(found, verification)
  const [isFollowed, setFollowed] = useState(false)
  if (isOpen && !isFollowed) setFollowed(true)
  const isAny = !isIdle || isFollowed || openCases(verification).every(isAppealed)
  const isKnown = isOpen || (isAny && found !== undefined && isBegun(found, verification))
  const known = isOwn ? run : isKnown ? found : undefined
  return {
    run: known && (error === null ? known : withoutReasons(known, variables?.after ?? '')),
    isEarlier: known !== undefined && !isOwn && !isPending && error === null,
    isBusy: isPending,
    isUnderWay: isPending || known?.isUnderWay === true,
    failure: failureToSay(error) ?? failureToSay(last.error),
    start: () => mutate({ after: known === undefined ? '' : takenAt(known) }),
  }
}
