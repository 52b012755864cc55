import { GatewayError } from '../errors.ts'

/** A number of places for work that needs much of something; what finds none waits its turn. */
export interface Semaphore {
  /**
   * Resolves with the function that gives the place back.
   *
   * @throws GatewayError OVERLOADED when too many wait already, or when `signal` fires before there is a place
   */
  take(signal: AbortSignal): Promise<() => void>
}

const RETRY_AFTER_S = 5

const overloaded = (): GatewayError => new GatewayError('OVERLOADED', { retryAfter: RETRY_AFTER_S })

/** `most` places, for which at most `waiting` may wait. First come, first served. */
export function createSemaphore({ most, waiting }: { readonly most: number; readonly waiting: number }): Semaphore {
  const queue: (() => void)[] = []
  let taken = 0

  const giveBack = (): void => {
    const next = queue.shift()
    if (next === undefined) taken -= 1
    else next()
  }
  const onceOnly = (): (() => void) => {
    let isGivenBack = false
    return () => {
      if (!isGivenBack) giveBack()
      isGivenBack = true
    }
  }

  return {
    async take(signal) {
      if (signal.aborted) throw overloaded()
      if (taken < most) {
        taken += 1
        return onceOnly()
      }
      if (queue.length >= waiting) throw overloaded()
      return new Promise((resolve, reject) => {
        const turn = (): void => {
          signal.removeEventListener('abort', leave)
          resolve(onceOnly())
        }
        const leave = (): void => {
          queue.splice(queue.indexOf(turn), 1)
          reject(overloaded())
        }
        signal.addEventListener('abort', leave, { once: true })
        queue.push(turn)
      })
    },
  }
}
