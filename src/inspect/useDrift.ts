import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { unexpectedAnswer } from '../../dataProvider/HttpError.ts'
import type { DriftEntry } from '../../language/drift.ts'
import { isValues, valueAt } from '../../language/pointer.ts'
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { failureOf } from '../data/failure.ts'
import type { Failure } from '../data/failure.ts'

const isEntry = (value: unknown): value is DriftEntry => {
  if (!isValues(value)) return false
  const texts = [value['operation'], value['path'], value['expected'], value['seen']]
  const numbers = [value['count'], value['firstSeen'], value['lastSeen']]
  return texts.every((text) => typeof text === 'string') && numbers.every((number) => typeof number === 'number')
}

/** The drift that the gateways have seen, the newest first, and the function that forgets it. */
export interface DriftState {
  readonly entries: readonly DriftEntry[] | undefined
  readonly failure: Failure | undefined
  readonly retry: () => void
  readonly clear: { readonly isBusy: boolean; readonly failure: Failure | undefined; readonly run: () => void }
}

const queryKey = ['console', 'drift']

/** Reads the drift from the gateway. */
export function useDrift(): DriftState {
  const call = useConsoleCall()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<readonly DriftEntry[]> => {
      const answer: unknown = await (await call('GET', '/console/drift', signal)).json().catch(() => undefined)
      const entries = valueAt(answer, '/entries')
      if (!Array.isArray(entries) || !entries.every(isEntry))
        throw unexpectedAnswer('The answer is not a list of drift.')
      return entries
    },
  })
  const removal = useMutation({
    mutationFn: () => call('DELETE', '/console/drift'),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
  return {
    entries: data,
    failure: error === null ? undefined : failureOf(error),
    retry: () => void refetch(),
    clear: {
      isBusy: removal.isPending,
      failure: removal.error === null ? undefined : failureOf(removal.error),
      run: () => removal.mutate(),
    },
  }
}
