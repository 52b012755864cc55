import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { perClient } from '../data/perClient.ts'

/** What ends the notices that a queue opens no record. */
const noticesIn = perClient(() => ({ end: new AbortController() }))

/** Says why a queue opens no record, until it opens one. */
export function useQueueNotices() {
  const client = useQueryClient()
  const notify = useNotify()
  const sayNone = (text: string, isLasting = false) => {
    const lasts = isLasting ? { autoHideDuration: null } : {}
    notify(text, { type: 'info', until: noticesIn(client).end.signal, ...lasts })
  }
  const endNotices = () => {
    const notices = noticesIn(client)
    notices.end.abort()
    notices.end = new AbortController()
  }
  return { sayNone, endNotices }
}
