import type { QueryClient } from '@tanstack/react-query'
import type { Typed } from './inputErrors.ts'

/** What has been typed into actions' dialogs and not been sent, for the person who typed it. */
interface Drafts {
  readonly read: (person: string, key: string) => Typed
  readonly keep: (person: string, key: string, typed: Typed) => void
  readonly drop: (key: string) => void
}

function createDrafts(): Drafts {
  const kept = new Map<string, Typed>()
  let owner: string | undefined
  /** What one person typed is gone as soon as another one is here. */
  const claim = (person: string) => {
    if (owner !== person) kept.clear()
    owner = person
  }
  return {
    read(person, key) {
      claim(person)
      return kept.get(key) ?? {}
    },
    keep(person, key, typed) {
      claim(person)
      kept.set(key, typed)
    },
    drop: (key) => void kept.delete(key),
  }
}

const all = new WeakMap<QueryClient, Drafts>()

/**
 * The drafts of a console, in memory alone (U15). They outlast a failure, a look at another page, and a session that
 * the same person begins again in another tab; signing in here loads the document anew, and a closed tab leaves
 * nothing.
 */
export function draftsIn(client: QueryClient): Drafts {
  const known = all.get(client) ?? createDrafts()
  all.set(client, known)
  return known
}
