import { hostileNames, longNames, nameGroups, streets, towns } from './names.ts'
import { Random } from '../../../server/embedded/random.ts'

/** An owner of an account. All values are made up; SSNs are from 900 to 999, which are never issued. */
export interface Person {
  readonly given: string
  readonly family: string
  readonly gender: 'M' | 'F'
  readonly email: string
}

export interface Particulars {
  readonly address: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly phone: string
  /** YYYY-MM-DD */
  readonly dateOfBirth: string
  readonly ssn: string
}

const totalWeight = nameGroups.reduce((sum, group) => sum + group.weight, 0)

function groupAt(draw: number): (typeof nameGroups)[number] {
  let rest = draw * totalWeight
  const found = nameGroups.find((group) => (rest -= group.weight) < 0) ?? nameGroups[0]
  if (!found) throw new RangeError('no name groups')
  return found
}

/** Letters that Unicode does not split into a base letter and a mark. */
const plain: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', þ: 'th', ð: 'd', ı: 'i', æ: 'ae' }

const ASCII_WORD = /^[A-Za-z' .-]*$/

function slug(text: string): string {
  const lower = text.toLowerCase()
  const folded = ASCII_WORD.test(text)
    ? lower
    : lower.normalize('NFD').replace(/[łøđßþðıæ]/g, (letter) => plain[letter] ?? letter)
  return folded.replace(/[^a-z]+/g, '').slice(0, 20)
}

function withEmail(key: number, tag: string, given: string, family: string, gender: 'M' | 'F'): Person {
  const parts = [slug(given), slug(family)].filter((part) => part !== '')
  return { given, family, gender, email: `${parts.join('.') || 'client'}${tag}${key}@example.test` }
}

/** The person with this key; `stream` 1 is the second owner of a joint account. The e-mail is unique to key and stream. */
export function personFor(seed: number, key: number, stream: 0 | 1 = 0): Person {
  const random = new Random(seed, key, 10 + stream)
  const gender = random.chance(0.5) ? 'F' : 'M'
  const tag = stream === 0 ? '' : '.joint'
  const hostile = stream === 0 ? hostileNames.get(key) : undefined
  if (hostile) return withEmail(key, tag, hostile[0], hostile[1], gender)
  const group = groupAt(random.next())
  if (stream === 0 && random.chance(0.003)) {
    const [given, family] = random.pick(longNames)
    return withEmail(key, tag, given, family, gender)
  }
  return withEmail(key, tag, random.pick(gender === 'F' ? group.women : group.men), random.pick(group.family), gender)
}

/** Address, phone, date of birth and SSN of the person with this key. */
export function particularsFor(seed: number, key: number, stream: 0 | 1 = 0): Particulars {
  const random = new Random(seed, key, 20 + stream)
  const [city, state, zip, area] = random.pick(towns)
  const month = String(random.integer(1, 12)).padStart(2, '0')
  const day = String(random.integer(1, 28)).padStart(2, '0')
  return {
    address: `${random.integer(1, 980)} ${random.pick(streets)}${random.chance(0.25) ? ` Apt ${random.integer(1, 40)}` : ''}`,
    city,
    state,
    zip,
    phone: `${area}555${String(random.integer(100, 199)).padStart(4, '0')}`,
    dateOfBirth: `${random.integer(1941, 2004)}-${month}-${day}`,
    ssn: `9${random.digits(2)}-${random.digits(2)}-${random.digits(4)}`,
  }
}
