import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { valueAt } from '../../language/pointer.ts'
import { readVerification, type Verification } from '../../schemas/verification/verification.ts'
import { failureOf, type Failure } from '../../src/data/failure.ts'
import { readQuery, type FurtherRead } from '../../src/show/useRead.ts'
import type { Row } from '../../src/model/columns.ts'
import { useConsoleProvider } from '../../src/data/useConsoleProvider.ts'

/** The name of the read that returns an account's identity cases. */
export const VERIFICATION = 'verification'

/** The state of reading an account's identity checks. */
export interface VerificationState {
  /** The raw answer and its parsed form; `undefined` before the first answer. */
  readonly answer: unknown
  readonly verification: Verification | undefined
  /**
   * Why there is no answer, or why the shown one is stale or incomplete. What an incomplete answer lacks proves
   * nothing.
   */
  readonly failure: Failure | undefined
  /** When the last answer or failure came, in ms since 1970. Every read changes it. */
  readonly readAt: number
  readonly retry: () => void
}

/** How long an answer counts as current, in ms. An action on the account makes it stale at once. */
const STALE_MS = 60_000

interface Timing {
  readonly staleMs?: number
  /** How often the answer is refetched while it is visible, in ms; never by default. */
  readonly everyMs?: number | false
}

const PARTIAL: Failure = {
  kind: 'failed',
  message: 'Parts of the answer could not be read.',
  code: 'UNEXPECTED_ANSWER',
  requestId: undefined,
}

/** True when part of the answer is missing. An account without cases has an empty list or null. */
const isPartial = ({ answer, isPartial: hasGaps }: FurtherRead): boolean =>
  hasGaps || valueAt(answer, '/result/investigations') === undefined

function failureIn(error: unknown, data: FurtherRead | undefined): Failure | undefined {
  if (error === null) return data !== undefined && isPartial(data) ? PARTIAL : undefined
  const failure = failureOf(error)
  return failure.kind === 'sessionOver' ? undefined : failure
}

/** Reads an account's identity cases. The request is aborted when no component uses it any more (D-49). */
export function useVerification(
  definition: ListResource,
  record: Row,
  { staleMs = STALE_MS, everyMs = false }: Timing = {},
): VerificationState {
  const provider = useConsoleProvider()
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
