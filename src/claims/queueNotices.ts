import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'

/** What ends the notices that a queue opens no record. */
const ends = new WeakMap<QueryClient, AbortController>()

/** Says why a queue opens no record, until it opens one. */
export function useQueueNotices() {
  const client = useQueryClient()
  const notify = useNotify()
  const sayNone = (text: string, isLasting = false) => {
    const end = ends.get(client) ?? new AbortController()
    ends.set(client, end)
    const lasts = isLasting ? { autoHideDuration: null } : {}
    notify(text, { type: 'info', messageArgs: { _: text }, until: end.signal, ...lasts })
  }
  const endNotices = () => {
    ends.get(client)?.abort()
    ends.delete(client)
  }
  return { sayNone, endNotices }
}
