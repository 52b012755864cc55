import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { valueAt } from '../../language/pointer.ts'
import { readVerification } from '../../schemas/verification/verification.ts'
import type { Verification } from '../../schemas/verification/verification.ts'
import { failureOf } from '../../src/data/failure.ts'
import type { Failure } from '../../src/data/failure.ts'
import { readQuery } from '../../src/show/useRead.ts'
import type { FurtherRead } from '../../src/show/useRead.ts'
import type { Row } from '../../src/model/columns.ts'
import { useConsoleProvider } from '../../src/data/useConsoleProvider.ts'

/** The name of the read that brings the identity cases of an account. */
export const VERIFICATION = 'verification'

/** What is known of an account's identity checks. */
export interface VerificationState {
  /** The answer as it came, and as it is read; `undefined` before the first one. */
  readonly answer: unknown
  readonly verification: Verification | undefined
  /** Why there is no answer, or why one that is shown is not current or not complete: what it lacks proves nothing. */
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

/** What is said of an answer of which parts could not be read. */
const PARTIAL: Failure = {
  kind: 'failed',
  message: 'Parts of the answer could not be read.',
  code: 'UNEXPECTED_ANSWER',
  requestId: undefined,
}

/** Whether something of the answer is missing: an account without cases has an empty list of them, or none (null). */
const isPartial = ({ answer, isPartial: hasGaps }: FurtherRead): boolean =>
  hasGaps || valueAt(answer, '/result/investigations') === undefined

function failureIn(error: unknown, data: FurtherRead | undefined): Failure | undefined {
  if (error === null) return data !== undefined && isPartial(data) ? PARTIAL : undefined
  const failure = failureOf(error)
  return failure.kind === 'sessionOver' ? undefined : failure
}

/** Reads the identity cases of an account; abandoned when nobody looks any more (D-49). */
export function useVerification(definition: ListResource, record: Row, timing: Timing): VerificationState {
  const provider = useConsoleProvider()
  const { staleMs, everyMs = false } = timing
  const { data, error, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({
    ...readQuery(definition, VERIFICATION, record, provider),
    staleTime: staleMs,
    refetchInterval: everyMs,
  })
  const verification = useMemo(() => (data === undefined ? undefined : readVerification(data.answer)), [data])
  const failure = useMemo(() => failureIn(error, data), [error, data])
  return {
    answer: data?.answer,
    verification,
    failure,
    readAt: Math.max(dataUpdatedAt, errorUpdatedAt),
    retry: () => void refetch(),
  }
}
