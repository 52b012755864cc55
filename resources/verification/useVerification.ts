import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { DataProvider } from 'ra-core'
import { useMemo } from 'react'
import type { AnyDefinition } from '../../language/defineResource.ts'
import { readVerification } from '../../schemas/verification/verification.ts'
import type { Verification } from '../../schemas/verification/verification.ts'
import { failureOf } from '../../src/failure.ts'
import type { Failure } from '../../src/failure.ts'
import { readQuery } from '../../src/show/useRead.ts'
import type { ReadMethod } from '../../src/show/useRead.ts'
import type { Row } from '../../src/table/columns.ts'

/** The name of the read that brings the identity cases of an account. */
export const VERIFICATION = 'verification'

/** The provider as far as the identity cases need it. */
export type VerificationProvider = DataProvider & ReadMethod

/** What is known of an account's identity checks. */
export interface VerificationState {
  /** The answer as it came, and as it is read; `undefined` before the first one. */
  readonly answer: unknown
  readonly verification: Verification | undefined
  /** Why there is no answer, or, beside one that is shown, why it could not be read again. */
  readonly failure: Failure | undefined
  /** When an answer or a failure last came, in ms since 1970: each reading makes another one. */
  readonly readAt: number
  readonly retry: () => void
}

interface Timing {
  /** How long an answer is taken as current, in ms. */
  readonly staleMs: number
  /** How often it is read again while it is looked at, in ms; never by default. */
  readonly everyMs?: number | false
}

/** Reads the identity cases of an account; abandoned when nobody looks any more (D-49). */
export function useVerification(definition: AnyDefinition, record: Row, timing: Timing): VerificationState {
  const provider = useDataProvider<VerificationProvider>()
  const { staleMs, everyMs = false } = timing
  const { data, error, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({
    ...readQuery(definition, VERIFICATION, record, provider),
    staleTime: staleMs,
    refetchInterval: everyMs,
  })
  const verification = useMemo(() => (data === undefined ? undefined : readVerification(data)), [data])
  const failure = useMemo(() => (error === null ? undefined : failureOf(error)), [error])
  return {
    answer: data,
    verification,
    failure: failure?.kind === 'sessionOver' ? undefined : failure,
    readAt: Math.max(dataUpdatedAt, errorUpdatedAt),
    retry: () => void refetch(),
  }
}
