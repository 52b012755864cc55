import { useMemo } from 'react'
import { exchange } from '../../dataProvider/send.ts'
import { createSessionFetch } from './createSessionFetch.ts'
import { useShell } from './ShellContext.ts'

/** Calls a route of the console's own, which belongs to no definition. Rejects with HttpError for all but a 2xx. */
export type ConsoleCall = (
  method: 'GET' | 'POST' | 'DELETE',
  url: `/console/${string}`,
  signal?: AbortSignal,
  body?: object,
) => Promise<Response>

/** The function that calls the console's own routes in the person's session. */
export function useConsoleCall(): ConsoleCall {
  const { sessionManager } = useShell()
  return useMemo(() => {
    const fetch = createSessionFetch(sessionManager, window.fetch.bind(window))
    const transport = { fetch, origin: '', newKey: () => crypto.randomUUID() }
    return (method, url, signal, body) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      return exchange({ url, method, headers: {}, body: text, effect: 'read' }, transport, signal)
    }
  }, [sessionManager])
}
