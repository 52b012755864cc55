import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerOf } from '../../dataProvider/answerOf.ts'
import { sessionList, type SessionView } from '../../language/staffAccess.ts'
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { failureIn } from '../data/failure.ts'
import type { Failure } from '../data/failure.ts'

/** Whose sessions are listed: the person's own, or everyone's. */
export type Whose = 'own' | 'everyone'

/** The sessions to end: one, all of a person, or all of one's own but the present one. */
export type Ending = { readonly id: string } | { readonly userId: number } | 'others'

/** The sessions, and the function that ends some of them. */
export interface SessionsState {
  readonly sessions: readonly SessionView[] | undefined
  readonly failure: Failure | undefined
  readonly retry: () => void
  readonly end: {
    readonly run: (ending: Ending) => void
    /** The sessions that are being ended. */
    readonly running: Ending | undefined
    readonly failure: Failure | undefined
  }
}

function placeOf(which: Ending): `/console/${string}` {
  if (which === 'others') return '/console/sessions'
  return 'id' in which ? `/console/sessions/${which.id}` : `/console/sessions?userId=${which.userId}`
}

/** Reads sessions from the gateway. */
export function useSessions(whose: Whose): SessionsState {
  const call = useConsoleCall()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['console', 'sessions', whose],
    queryFn: async ({ signal }): Promise<readonly SessionView[]> => {
      const url = whose === 'everyone' ? '/console/sessions?of=everyone' : '/console/sessions'
      return (await answerOf(sessionList, await call('GET', url, signal))).sessions
    },
  })
  const ending = useMutation({
    mutationFn: (which: Ending) => call('DELETE', placeOf(which)),
    onSettled: () => client.invalidateQueries({ queryKey: ['console', 'sessions'] }),
  })
  return {
    sessions: data,
    failure: failureIn(error),
    retry: () => void refetch(),
    end: {
      run: (which) => ending.mutate(which),
      running: ending.isPending ? ending.variables : undefined,
      failure: failureIn(ending.error),
    },
  }
}
