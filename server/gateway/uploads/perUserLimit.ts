import { GatewayError } from '../errors.ts'

/** How many uploads each person has under way, so that nobody takes all places. */
export interface PerUserLimit {
  /** Runs `work` as one of the person's. @throws GatewayError RATE_LIMITED when the person has too many */
  within<T>(person: number, work: () => Promise<T>): Promise<T>
}

const RETRY_AFTER_S = 5

/** At most `most` at once for each person, by user id. */
export function createPerUserLimit(most: number): PerUserLimit {
  const held = new Map<number, number>()
  const add = (person: number, change: 1 | -1): void => {
    const left = (held.get(person) ?? 0) + change
    if (left > 0) held.set(person, left)
    else held.delete(person)
  }
  return {
    async within(person, work) {
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
