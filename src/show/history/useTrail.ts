import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { HistoryEvent } from '../../../language/history.ts'
import type { ListResource } from '../../../language/resource.ts'
import { failureIn, sessionOver, type Failure } from '../../data/failure.ts'
import { useConsoleProvider } from '../../data/useConsoleProvider.ts'

/** The console's own history of a record. */
export interface TrailState {
  /** `undefined` before the first answer. */
  readonly events: readonly HistoryEvent[] | undefined
  readonly failure: Failure | undefined
  readonly retry: () => void
}

/** Reads what is on record about a record in this console, again each time it is opened. */
export function useTrail(definition: ListResource, id: string | number): TrailState {
  const provider = useConsoleProvider()
  const { data, error, refetch } = useQuery({
    queryKey: [definition.name, 'history', { id }],
    queryFn: async ({ signal }) => {
      const { data: answer } = await provider.history(definition.name, { id, signal })
      // After an ended session react-admin resolves with empty data.
      if (answer.ok !== true || answer.events === undefined) throw sessionOver()
      return answer.events
    },
    retry: false,
    staleTime: 0,
  })
  return useMemo(() => {
    const failure = failureIn(error)
    return {
      events: data,
      failure: failure?.kind === 'sessionOver' ? undefined : failure,
      retry: () => void refetch(),
    }
  }, [data, error, refetch])
}
