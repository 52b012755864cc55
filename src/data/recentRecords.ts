import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** One place that a person can go to. */
export interface Destination {
  /** What the bar calls a screen, where that is another name. */
  readonly barLabel?: string
  readonly label: string
  readonly to: string
}

const KEY = ['countersign.recent'] as const

/** How many records are remembered. */
const MOST = 8

/** The records that were opened last, newest first. They are forgotten with the session. */
export const recentRecords = (client: QueryClient): readonly Destination[] =>
  client.getQueryData<readonly Destination[]>(KEY) ?? []

/** Remembers the record of the page. Its name stays in memory: it is personal. */
export function useRecentRecord(label: string, to: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const others = recentRecords(client).filter((each) => each.to !== to)
    client.setQueryDefaults(KEY, { gcTime: Infinity })
    client.setQueryData(KEY, [{ label, to }, ...others].slice(0, MOST))
  }, [client, label, to])
}
