import { useQuery } from '@tanstack/react-query'
import type { ListResource } from '../../../language/resource.ts'
import type { HistoryEvent } from '../../../language/history.ts'
import { failureOf, sessionOver } from '../../../src/data/failure.ts'
import type { Failure } from '../../../src/data/failure.ts'
import { useConsoleProvider } from '../../../src/data/useConsoleProvider.ts'

/** What the console itself has on record about a record. */
export interface HistoryState {
  /** `undefined` before the first answer. */
  readonly events: readonly HistoryEvent[] | undefined
  readonly failure: Failure | undefined
  readonly retry: () => void
}

/** Reads what was done to a record in this console, anew each time it is looked at. */
export function useHistory(definition: ListResource, id: string | number): HistoryState {
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
  const failure = error === null ? undefined : failureOf(error)
  return {
    events: data,
    failure: failure?.kind === 'sessionOver' ? undefined : failure,
    retry: () => void refetch(),
  }
}
