import { jsonBody } from '../../dataProvider/readJson.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerOf } from '../../dataProvider/answerOf.ts'
import { type DriftEntry, driftList } from '../../language/drift.ts'
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { failureIn, type Failure } from '../data/failure.ts'

/** The drift that the gateways have seen, the newest first, and the function that forgets it. */
export interface DriftState {
  readonly entries: readonly DriftEntry[] | undefined
  readonly failure: Failure | undefined
  readonly retry: () => void
  readonly clear: { readonly isBusy: boolean; readonly failure: Failure | undefined; readonly run: () => void }
}

const queryKey = ['console', 'drift']

export function useDrift(): DriftState {
  const call = useConsoleCall()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<readonly DriftEntry[]> =>
      (await answerOf(driftList, await call('GET', '/console/drift', signal))).entries,
  })
  const removal = useMutation({
    mutationFn: async () =>
      jsonBody(await call('DELETE', '/console/drift', undefined, undefined, { version: null }), { effect: 'mutate' }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  return {
    entries: data,
    failure: failureIn(error),
    retry: () => void refetch(),
    clear: {
      isBusy: removal.isPending,
      failure: failureIn(removal.error),
      run: () => removal.mutate(),
    },
  }
}
