import { notLoaded } from '../HttpError.ts'
import { partOf } from './partOf.ts'
import type { FindValidators, ValidatorParts, Validators } from './types.ts'

/** Fetches validators when they are needed, or ahead of it. Every part is fetched once; one that failed, again. */
export interface ValidatorLoader {
  readonly find: FindValidators
  /** Fetches the part of this name ahead. Rejects as `find` does; a part that does not exist is no failure. */
  readonly preload: (part: string) => Promise<void>
  /** Fetches everything ahead, a few parts at a time, so that what a person asks for meanwhile is not held up. */
  readonly preloadAll: () => Promise<void>
}

/** How many parts are fetched ahead at a time: fewer than a browser's connections to one host. */
const AT_ONCE = 3

/** Creates a loader over the parts of `virtual:validators`. Nothing is fetched before it is asked for. */
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
