import { notLoaded } from '../HttpError.ts'
import { partOf } from './partOf.ts'
import type { FindValidators, ValidatorParts, Validators } from './types.ts'

/** Loads validators on demand, or ahead of time. Every part is loaded once; a failed part is loaded again. */
export interface ValidatorLoader {
  readonly find: FindValidators
  /** Loads this part ahead of time. Rejects like `find`; a part that does not exist is not a failure. */
  readonly preload: (part: string) => Promise<void>
  /**
   * Loads everything ahead of time, a few parts at once, so that it does not delay what a person requests meanwhile.
   */
  readonly preloadAll: () => Promise<void>
}

/** The number of parts loaded ahead at once: fewer than a browser's connections to one host. */
const AT_ONCE = 3

/** Creates a loader for the parts of `virtual:validators`. Nothing is loaded before it is requested. */
export function createValidatorLoader(parts: ValidatorParts): ValidatorLoader {
  const asked = new Map<string, Promise<Validators>>()
  const fetchPart = async (name: string): Promise<Validators> => {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined
    if (part === undefined) return {}
    try {
      return (await part()).validators
    } catch {
      asked.delete(name)
      throw notLoaded()
    }
  }
  const load = (name: string): Promise<Validators> => {
    const coming = asked.get(name) ?? fetchPart(name)
    asked.set(name, coming)
    return coming
  }
  return {
    find: (operation) => load(partOf(operation)),
    preload: async (part) => {
      await load(part)
    },
    async preloadAll() {
      const names = Object.keys(parts)
      for (let first = 0; first < names.length; first += AT_ONCE)
        await Promise.all(names.slice(first, first + AT_ONCE).map(load))
    },
  }
}
