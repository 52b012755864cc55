import { GatewayError } from './errors.ts'

const RETRY_AFTER_S = 5

/** Allows each person, by user id, `most` uploads at once, so that one person cannot take all places. */
export function createPerUserLimit(most: number) {
  const held = new Map<number, number>()
  const add = (person: number, change: 1 | -1): void => {
    const left = (held.get(person) ?? 0) + change
    if (left > 0) held.set(person, left)
    else held.delete(person)
  }
  return {
    /** Runs `work` as one of the person's. @throws GatewayError RATE_LIMITED when the person has too many */
    async within<T>(person: number, work: () => Promise<T>): Promise<T> {
      if ((held.get(person) ?? 0) >= most)
        throw new GatewayError('RATE_LIMITED', {
          message: `You are sending ${most} files already. Wait until one of them has arrived.`,
          retryAfter: RETRY_AFTER_S,
        })
      add(person, 1)
      try {
        return await work()
      } finally {
        add(person, -1)
      }
    },
  }
}

/** A number of places for expensive work; work without a place waits its turn. */
export interface Semaphore {
  /**
   * Resolves with the function that returns the place.
   *
   * @throws GatewayError OVERLOADED when too many wait already, or when `signal` fires before there is a place
   */
  take(signal: AbortSignal): Promise<() => void>
}

/** The failure of what has waited too long for a place, or of what no browser waits for any more. */
export const overloaded = ({ reason }: Partial<AbortSignal> = {}): GatewayError =>
  reason instanceof GatewayError ? reason : new GatewayError('OVERLOADED', { retryAfter: RETRY_AFTER_S })

/** `most` places, for which at most `waiting` may wait. First come, first served. */
export function createSemaphore({ most, waiting }: { readonly most: number; readonly waiting: number }): Semaphore {
  const queue: (() => void)[] = []
  let taken = 0

  const release = (): void => {
    const next = queue.shift()
    if (next === undefined) taken -= 1
    else next()
  }
  const createRelease = (): (() => void) => {
    let isReleased = false
    return () => {
      if (!isReleased) release()
      isReleased = true
    }
  }

  return {
    async take(signal) {
      if (signal.aborted) throw overloaded(signal)
      if (taken < most) {
        taken += 1
        return createRelease()
      }
      if (queue.length >= waiting) throw overloaded()
      return new Promise((resolve, reject) => {
        const turn = (): void => {
          signal.removeEventListener('abort', leave)
          resolve(createRelease())
        }
        const leave = (): void => {
          queue.splice(queue.indexOf(turn), 1)
          reject(overloaded(signal))
        }
        signal.addEventListener('abort', leave, { once: true })
        queue.push(turn)
      })
    },
  }
}

export interface PersonPlaces {
  /** As `Semaphore.take`, for one of the person's places. */
  take(person: number, signal: AbortSignal): Promise<() => void>
}

/** `most` places for each person, for which at most `waiting` of the person's own may wait. */
export function createPersonPlaces(size: { readonly most: number; readonly waiting: number }): PersonPlaces {
  const held = new Map<number, { readonly places: Semaphore; used: number }>()
  return {
    async take(person, signal) {
      const own = held.get(person) ?? { places: createSemaphore(size), used: 0 }
      held.set(person, own)
      own.used += 1
      const leave = (): void => {
        own.used -= 1
        if (own.used === 0) held.delete(person)
      }
      try {
        const release = await own.places.take(signal)
        return () => {
          release()
          leave()
        }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}
