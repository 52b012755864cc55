/**
 * A small deterministic generator (mulberry32): the same seed and key give the same draws on every machine,
 * so that generated records can be derived again instead of stored. Not for secrets.
 */
export class Random {
  private state: number

  /** `key` is what the draws belong to (a position, an id), `stream` keeps two uses of one key apart. */
  constructor(seed: number, key: number, stream = 0) {
    const mixed =
      Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(key + 1, 0xc2b2ae35) ^ Math.imul(stream + 1, 0x27d4eb2f)
    this.state = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  }

  /** A number in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** One of the values; throws a RangeError when there is none. */
  pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.next() * values.length)]
    if (value === undefined) throw new RangeError('nothing to pick from')
    return value
  }

  /** `length` decimal digits, the first of them not 0. */
  digits(length: number): string {
    let text = String(this.integer(1, 9))
    while (text.length < length) text += String(this.integer(0, 9))
    return text
  }
}
