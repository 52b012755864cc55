import type { QueryClient } from '@tanstack/react-query'
import { noFilters, type FormFilters } from './formFilters.ts'
import type { ListParams } from './listQuery.ts'

/** What a list remembers for one entry of the browser's history. */
export interface Entry {
  readonly search: string
  /** What is sent instead of a search. */
  readonly instead: ReadonlyMap<string, string>
  /** The personal filters of its form, which never go into an address. */
  readonly filters: FormFilters
  /** Number of loaded pages in a list with 'Load more'. */
  readonly pages: number
  readonly scroll: number
  /** Address of the record last opened from it; empty without one. */
  readonly opened: string
  /** The index of the row whose link the person pressed. */
  readonly openedRow: number
  /** How often a record was opened from it. Each time its order is fixed again. */
  readonly turns: number
  readonly params: ListParams | undefined
  /** The queue has the records with the oldest value of this column first, in place of the list's order. */
  readonly oldestBy: string | undefined
}

/** Memory by history entry. It lasts as long as the page: Back restores it, a reload does not (D-44). */
export interface EntryMemory {
  readonly read: (id: string) => Entry
  readonly write: (id: string, change: Partial<Entry>) => void
  readonly subscribe: (listener: () => void) => () => void
}

const blank: Entry = {
  search: '',
  instead: new Map(),
  filters: noFilters,
  pages: 1,
  scroll: 0,
  opened: '',
  openedRow: 0,
  turns: 0,
  params: undefined,
  oldestBy: undefined,
}

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
 * The memory, kept in the query client next to the records. Emptying the client at the end of a session clears it too.
 * Searched text and personal filters may name a person, so they are kept nowhere else: not in the URL, the browser's
 * history state or its storage.
 */
export function entryMemoryOf(client: QueryClient): EntryMemory {
  const known = client.getQueryData<EntryMemory>(KEY)
  if (known !== undefined) return known
  const made = createEntryMemory()
  client.setQueryDefaults(KEY, { gcTime: Infinity })
  client.setQueryData(KEY, made)
  return made
}
