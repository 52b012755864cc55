import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { unexpectedAnswer } from '../../dataProvider/HttpError.ts'
import { isValues, valueAt } from '../../language/pointer.ts'
import type { SessionView } from '../../language/staffAccess.ts'
import { useConsoleCall } from '../auth/useConsoleCall.ts'
import { failureOf } from '../data/failure.ts'
import type { Failure } from '../data/failure.ts'

/** Whose sessions are listed: the person's own, or everyone's. */
export type Whose = 'own' | 'everyone'

/** The sessions to end: one, all of a person, or all of one's own but the present one. */
export type Ending = { readonly id: string } | { readonly userId: number } | 'others'

const texts = ['id', 'name', 'email', 'role', 'device', 'ip']
const numbers = ['userId', 'signedInAt', 'lastActiveAt', 'expiresAt']

const isSession = (value: unknown): value is SessionView =>
  isValues(value) &&
  typeof value['isCurrent'] === 'boolean' &&
  texts.every((name) => typeof value[name] === 'string') &&
  numbers.every((name) => typeof value[name] === 'number')

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
      const sessions = valueAt(await (await call('GET', url, signal)).json().catch(() => undefined), '/sessions')
      if (!Array.isArray(sessions) || !sessions.every(isSession))
        throw unexpectedAnswer('The answer is not a list of sessions.')
      return sessions
    },
  })
  const ending = useMutation({
    mutationFn: (which: Ending) => call('DELETE', placeOf(which)),
    onSettled: () => client.invalidateQueries({ queryKey: ['console', 'sessions'] }),
  })
  return {
    sessions: data,
    failure: error === null ? undefined : failureOf(error),
    retry: () => void refetch(),
    end: {
      run: (which) => ending.mutate(which),
      running: ending.isPending ? ending.variables : undefined,
      failure: ending.error === null ? undefined : failureOf(ending.error),
    },
  }
}
