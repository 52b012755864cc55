import type { Store } from 'ra-core'

const prefix = 'countersign.'
const kept =
  /^(?:theme|density|keys|sidebar(?:\.open)?|(?:preferences\.)?[A-Za-z0-9_-]+\.columns|[A-Za-z0-9_-]+\.handed\.\d+)$/

/**
 * True if a key is kept after the page closes: theme, density, single keys, sidebar, the chosen columns (`{list}.columns`) and
 * when a record was last handed to a person, as far as they know (`{list}.handed.{person}`).
 */
export const isKept = (key: string): boolean => kept.test(key)

const parse = (text: string | null | undefined): unknown => {
  if (text === null || text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // The value under our key is not ours. Treat it as missing.
    return undefined
  }
}

type Listener = (value: unknown) => void

/** Listeners by key. They also get changes from other tabs. */
const createSubscriptions = () => {
  const listeners = new Map<string, Set<Listener>>()
  return {
    publish: (key: string, value: unknown) => listeners.get(key)?.forEach((listener) => listener(value)),
    keys: () => [...listeners.keys()],
    subscribe: (key: string, listener: Listener) => {
      const set = listeners.get(key) ?? new Set<Listener>()
      listeners.set(key, set.add(listener))
      return () => void set.delete(listener)
    },
  }
}

/**
 * react-admin's store. Values stay in memory and are lost with the page. Only allow-listed keys go to the given
 * storage. If the storage is full or forbidden, those keys are lost with the page too.
 */
export const createPreferenceStore = (storage: Storage | null): Store => {
  const memory = new Map<string, unknown>()
  const { publish, keys, subscribe } = createSubscriptions()

  const forget = (matches: (key: string) => boolean) => {
    for (const key of [...memory.keys()].filter(matches)) {
      memory.delete(key)
      publish(key, undefined)
    }
  }
  const remember = (key: string, value: unknown) => {
    try {
      if (value === undefined) storage?.removeItem(prefix + key)
      else storage?.setItem(prefix + key, JSON.stringify(value))
    } catch {
      // Quota or policy forbids it. The choice is kept until the page closes.
    }
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    const name = key?.startsWith(prefix) ? key.slice(prefix.length) : null
    if (name === null || !isKept(name)) return
    memory.delete(name)
    publish(name, parse(newValue))
  }
  const read = (key: string): unknown =>
    memory.has(key) ? memory.get(key) : isKept(key) ? parse(storage?.getItem(prefix + key)) : undefined
  const write = (key: string, value: unknown) => {
    if (value === undefined) memory.delete(key)
    else memory.set(key, value)
    if (isKept(key)) remember(key, value)
    publish(key, value)
  }

  return {
    setup: () => window.addEventListener('storage', onStorage),
    teardown: () => window.removeEventListener('storage', onStorage),
    getItem: <T>(key: string, defaultValue?: T) => (read(key) as T | undefined) ?? defaultValue,
    setItem: write,
    removeItem: (key) => write(key, undefined),
    removeItems: (start) => forget((key) => key.startsWith(start)),
    // Called when a session ends. The next person keeps only the allow-listed keys, such as the theme.
    reset: () => forget((key) => !isKept(key)),
    subscribe,
    listItems: (start = '') =>
      Object.fromEntries(
        [...new Set([...memory.keys(), ...keys()])]
          .filter((key) => key.startsWith(start))
          .map((key) => [key, read(key)]),
      ),
  }
}
