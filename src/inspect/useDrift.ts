import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { unexpectedAnswer } from '../../dataProvider/HttpError.ts'
import { exchange } from '../../dataProvider/send.ts'
import type { DriftEntry } from '../../language/drift.ts'
import { isValues, valueAt } from '../../language/pointer.ts'
import { createSessionFetch } from '../auth/createSessionFetch.ts'
import { useShell } from '../auth/ShellContext.ts'
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
  const { sessionManager } = useShell()
  const client = useQueryClient()
  const call = (method: 'GET' | 'DELETE', signal?: AbortSignal): Promise<Response> => {
    const fetch = createSessionFetch(sessionManager, window.fetch.bind(window))
    const transport = { fetch, origin: '', newKey: () => crypto.randomUUID() }
    return exchange({ url: '/console/drift', method, headers: {}, body: undefined, effect: 'read' }, transport, signal)
  }
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<readonly DriftEntry[]> => {
      const answer: unknown = await (await call('GET', signal)).json().catch(() => undefined)
      const entries = valueAt(answer, '/entries')
      if (!Array.isArray(entries) || !entries.every(isEntry))
        throw unexpectedAnswer('The answer is not a list of drift.')
      return entries
    },
  })
  const removal = useMutation({
    mutationFn: () => call('DELETE'),
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
