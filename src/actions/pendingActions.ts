import { perClient } from '../data/perClient.ts'

/** The running actions of one console, wherever they were started. */
export interface PendingActions {
  /** Claims a key. False if it is already claimed. */
  readonly begin: (key: string) => boolean
  readonly end: (key: string) => void
  /** Drops all keys, because the session is over. The gateway still makes each change once. */
  readonly forget: () => void
  /** The keys of one resource, without its name. The set's identity is stable until a key changes. */
  readonly of: (resource: string) => ReadonlySet<string>
  readonly subscribe: (listener: () => void) => () => void
}

const NONE: ReadonlySet<string> = new Set()

function createPendingActions(): PendingActions {
  const byResource = new Map<string, ReadonlySet<string>>()
  const listeners = new Set<() => void>()
  const split = (key: string): readonly [resource: string, rest: string] => {
    const at = key.indexOf('/')
    return [key.slice(0, at), key.slice(at + 1)]
  }
  const of = (resource: string) => byResource.get(resource) ?? NONE
  const set = (resource: string, keys: ReadonlySet<string>) => {
    byResource.set(resource, keys)
    for (const listener of listeners) listener()
  }
  return {
    of,
    begin(key) {
      const [resource, rest] = split(key)
      if (of(resource).has(rest)) return false
      set(resource, new Set([...of(resource), rest]))
      return true
    },
    end(key) {
      const [resource, rest] = split(key)
      set(resource, new Set([...of(resource)].filter((each) => each !== rest)))
    },
    forget() {
      for (const resource of byResource.keys()) set(resource, NONE)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * The running actions of a query client's console. All places that offer the same action share them, so that none
 * starts it a second time (X5). Keys are `{resource}/{busyKey}`.
 */
export const pendingActionsIn = perClient(createPendingActions)
