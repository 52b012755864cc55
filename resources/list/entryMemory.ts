import type { QueryClient } from '@tanstack/react-query'

/** What a list remembers of one entry of the browser's history. */
interface Entry {
  readonly search: string
  /** How far down it was read, in px. */
  readonly scroll: number
  /** Address of the record that was opened from it last; empty without one. */
  readonly opened: string
}

/** Memory by history entry. It dies with the page: Back restores it, a reload does not (D-44). */
export interface EntryMemory {
  readonly read: (id: string) => Entry
  readonly write: (id: string, change: Partial<Entry>) => void
  readonly subscribe: (listener: () => void) => () => void
}

const blank: Entry = { search: '', scroll: 0, opened: '' }

function createEntryMemory(): EntryMemory {
  const entries = new Map<string, Entry>()
  const listeners = new Set<() => void>()
  const read = (id: string): Entry => entries.get(id) ?? blank
  return {
    read,
    write: (id, change) => {
      entries.set(id, { ...read(id), ...change })
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const KEY = ['countersign.entries'] as const

/**
 * The memory kept beside the records that have been read: whoever clears the query client, as the end of a session
 * does, clears it too. Searched text may name a person: it is kept nowhere else, neither in the URL nor in the
 * browser's history state nor in its storage.
 */
export function entryMemoryOf(client: QueryClient): EntryMemory {
  const known = client.getQueryData<EntryMemory>(KEY)
  if (known !== undefined) return known
  const made = createEntryMemory()
  client.setQueryDefaults(KEY, { gcTime: Infinity })
  client.setQueryData(KEY, made)
  return made
}
