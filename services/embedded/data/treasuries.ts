import { Random } from './random.ts'

/** One security of the treasury master. */
export interface Treasury {
  readonly id: number
  /** A CUSIP-shaped ticker of nine characters. */
  readonly ticker: string
  readonly isapproved: boolean
}

const COUNT = 60
const SERIES = Array.from('ABCDEFGHJKLMNPQRSTUVWXYZ')

/** The check digit of the CUSIP scheme: letters count from 10, every second value is doubled, digits are summed. */
function checkDigit(base: string): number {
  let sum = 0
  for (const [index, character] of Array.from(base).entries()) {
    const value = Number.parseInt(character, 36) * (index % 2 === 1 ? 2 : 1)
    sum += Math.floor(value / 10) + (value % 10)
  }
  return (10 - (sum % 10)) % 10
}

/** The treasury master as first delivered: unique tickers, about one in five not approved yet. */
export function treasuries(seed: number): readonly Treasury[] {
  const random = new Random(seed, 0, 50)
  const bases = new Set(['912828YK'])
  while (bases.size < COUNT) {
    const letters = `${random.pick(SERIES)}${random.pick(SERIES)}`
    bases.add(`${random.pick(['912828', '91282C', '912810', '912797'])}${letters}`)
  }
  return [...bases].map((base, index) => ({
    id: index + 1,
    ticker: `${base}${checkDigit(base)}`,
    isapproved: index === 0 || !random.chance(0.2),
  }))
}
