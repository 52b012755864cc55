import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { DataProvider } from 'ra-core'
import type { AnyDefinition } from '../../../language/defineResource.ts'
import { valueAt } from '../../../language/pointer.ts'
import type { HistoryEvent } from '../../../language/history.ts'
import { failureOf, sessionOver } from '../../../src/failure.ts'
import type { Failure } from '../../../src/failure.ts'

type HistoryMethod = {
  readonly history: (
    resource: string,
    params: unknown,
  ) => Promise<{ readonly data: { readonly events: readonly HistoryEvent[] } }>
}

/** What the console itself has on record about a record. */
export interface HistoryState {
  /** `undefined` before the first answer. */
  readonly events: readonly HistoryEvent[] | undefined
  readonly failure: Failure | undefined
  readonly retry: () => void
}

/** Reads what was done to a record in this console, anew each time it is looked at. */
export function useHistory(definition: AnyDefinition, id: string | number): HistoryState {
  const provider = useDataProvider<DataProvider & HistoryMethod>()
  const { data, error, refetch } = useQuery({
    queryKey: [definition.name, 'history', { id }],
    queryFn: async ({ signal }) => {
      const answer = await provider.history(definition.name, { id, signal })
      // After an ended session react-admin resolves with empty data.
      if (valueAt(answer.data, '/ok') !== true) throw sessionOver()
      return answer.data.events
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
