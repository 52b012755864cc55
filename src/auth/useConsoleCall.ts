import { useMemo } from 'react'
import { exchange } from '../../dataProvider/send.ts'
import { createSessionFetch } from './createSessionFetch.ts'
import { useShell } from './ShellContext.ts'

/** What a call changes: its outcome is unknown where no answer comes. */
interface Change {
  /** The version of the record that the person saw. */
  readonly version: string | null
}

/** Calls a route of the console's own, which belongs to no definition. Rejects with HttpError for all but a 2xx. */
export type ConsoleCall = (
  method: 'GET' | 'POST' | 'DELETE',
  url: `/console/${string}`,
  signal?: AbortSignal,
  body?: object,
  change?: Change,
) => Promise<Response>

/** The function that calls the console's own routes in the person's session. */
export function useConsoleCall(): ConsoleCall {
  const { sessionManager } = useShell()
  return useMemo(() => {
    const fetch = createSessionFetch(sessionManager, window.fetch.bind(window))
    const transport = { fetch, origin: '', newKey: () => crypto.randomUUID() }
    return (method, url, signal, body, change) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const version = change?.version ?? null
      const headers: Readonly<Record<string, string>> = version === null ? {} : { 'X-Record-Version': version }
      const effect = change === undefined ? 'read' : 'mutate'
      return exchange({ url, method, headers, body: text, effect }, transport, signal)
    }
  }, [sessionManager])
}
