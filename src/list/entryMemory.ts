import type { QueryClient } from '@tanstack/react-query'
import { noFilters } from './form/formFilters.ts'
import type { FormFilters } from './form/formFilters.ts'

/** What a list remembers of one entry of the browser's history. */
interface Entry {
  readonly search: string
  /** The personal filters of its form: they have no place in an address. */
  readonly filters: FormFilters
  /** How many pages stand one below another, where further ones are added. */
  readonly pages: number
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

const blank: Entry = { search: '', filters: noFilters, pages: 1, scroll: 0, opened: '' }

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
 * does, clears it too. Searched text and personal
 * filters may name a person: they are kept nowhere else, neither in the URL nor in the
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
