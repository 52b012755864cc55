import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { DataProvider } from 'ra-core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApprovalRun } from '../../schemas/verification/addressApproval.ts'
import { failureOf } from '../failure.ts'
import type { Failure } from '../failure.ts'

/** After a 401 react-admin resolves the call with data that has neither. */
interface Stepped {
  readonly ok?: true
  readonly run?: ApprovalRun
}

type ApprovalMethod = {
  readonly approveAddress: (
    resource: string,
    params: { readonly id: string | number; readonly signal: AbortSignal },
  ) => Promise<{ readonly data: Stepped }>
}

/** An approval as the panel shows it. */
export interface Approval {
  /** `undefined` until the first step has been answered. */
  readonly run: ApprovalRun | undefined
  readonly isBusy: boolean
  readonly failure: Failure | undefined
  /** Takes step after step until it is done or one has stopped; begun before, it goes on. */
  readonly start: () => void
}

/** More steps than two applicants can need: an end, should the gateway never come to one. */
const MOST_STEPS = 20

const isOver = ({ done, steps }: ApprovalRun): boolean => done || steps.some(({ state }) => state === 'failed')

/** Runs the automatic address approval of an account while its page is looked at; the gateway knows how far it is. */
export function useAddressApproval(id: string | number, onDone?: () => void): Approval {
  const provider = useDataProvider<DataProvider & ApprovalMethod>()
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
  return { run, isBusy, failure, start }
}
