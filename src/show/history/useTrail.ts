import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isEqual } from '../../../language/pointer.ts'
import type { HistoryEvent } from '../../../language/history.ts'
import type { ListResource } from '../../../language/resource.ts'
import { failureIn, sessionOver, type Failure } from '../../data/failure.ts'
import { useConsoleProvider } from '../../data/useConsoleProvider.ts'

/** The console's own history of a record. */
export interface TrailState {
  /** `undefined` before the first answer. */
  readonly events: readonly HistoryEvent[] | undefined
  readonly failure: Failure | undefined
  /** True while the record is newer than these events: they are read again. */
  readonly isBehind: boolean
  readonly retry: () => void
}

/**
 * Reads what is on record about a record in this console, again each time it is opened.
 *
 * @param shown what the screen explains by it, as text: it is read again once that is another
 */
export function useTrail(definition: ListResource, id: string | number, shown = ''): TrailState {
  const provider = useConsoleProvider()
  const record = [definition.name, 'history', { id }]
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...record, shown],
    queryFn: async ({ signal }) => {
      const { data: answer } = await provider.history(definition.name, { id, signal })
      // After an ended session react-admin resolves with empty data.
      if (answer.ok !== true || answer.events === undefined) throw sessionOver()
      return answer.events
    },
    retry: false,
    staleTime: 0,
    placeholderData: (before, query) => (isEqual(query?.queryKey.slice(0, -1), record) ? before : undefined),
  })
  return useMemo(() => {
    const failure = failureIn(error)
    return {
      events: data,
      isBehind: isPlaceholderData,
      failure: failure?.kind === 'sessionOver' ? undefined : failure,
      retry: () => void refetch(),
    }
  }, [data, error, isPlaceholderData, refetch])
}
