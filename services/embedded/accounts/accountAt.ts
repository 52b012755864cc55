import { namedAccounts } from '../named/namedAccounts.ts'
import { personFor } from '../data/person.ts'
import { Random } from '../../../server/embedded/random.ts'
import { type AccountStatus, statusAt, UNKNOWN_STATUS, unknownStatusPositions } from '../data/statuses.ts'
import { utcSeconds } from '../data/wire.ts'
import { ownersName, type Account, type Utm } from '../data/account.ts'

const NEWEST = Date.UTC(2026, 2, 1, 11, 40)
const SPAN = 730 * 24 * 3600 * 1000
const campaigns = ['spring-roth', 'year-end-ira', 'refer-a-friend', 'back-to-school', 'first-trade', 'tax-day'] as const
const mediums = ['email', 'cpc', 'social', 'podcast', 'affiliate'] as const
const sources = ['newsletter', 'search', 'partner-site', 'creator', 'app-store'] as const
const beforeSubmission: ReadonlySet<AccountStatus> = new Set(['SUBMIT_FAILED', 'NEW', '', null])
const openFor: ReadonlySet<AccountStatus> = new Set(['COMPLETE', 'RESTRICTED'])

/** Unique by construction: 80,000 numbers per branch in scattered order, with branch letters from ZZ down. */
function accountNumber(index: number): string {
  const branch = Math.floor(index / 80_000)
  const letters = String.fromCharCode(90 - (Math.floor(branch / 26) % 26), 90 - (branch % 26))
  return `9${letters}${20_000 + (((index % 80_000) * 48_611) % 80_000)}`
}

function pendingFor(random: Random, status: AccountStatus): number {
  if (status === 'SUSPENDED') return random.chance(0.6) ? random.integer(1, 3) : 0
  if (status === 'ACTION_REQUIRED') return random.chance(0.75) ? random.integer(1, 2) : 0
  return 0
}

function utmFor(random: Random): readonly Utm[] | null {
  const draw = random.next()
  if (draw < 0.04) return null
  if (draw < 0.45) return []
  return [{ utm_campaign: random.pick(campaigns), utm_medium: random.pick(mediums), utm_source: random.pick(sources) }]
}

function bankFor(random: Random, status: AccountStatus): string | null {
  if (!random.chance(openFor.has(status) ? 0.86 : beforeSubmission.has(status) ? 0.1 : 0.4)) return null
  return random.chance(0.004) ? random.digits(4) : `000${random.digits(9)}`
}

/** Newest first and always in order, because the random part stays inside the slot of the position. */
function timeFor(random: Random, position: number, total: number): string {
  const time = NEWEST - ((position - 1 + random.next()) / total) * SPAN
  return utcSeconds(time)
}

/** The account at a position (1 to total). The same seed, total and position always give the same account. */
export function accountAt(seed: number, total: number, position: number): Account {
  const named = namedAccounts[position - 1]
  if (named) return { ...named, position }
  const random = new Random(seed, position)
  const id = 10_000 + total - position + 1
  // One position in forty is a second account of the person below it in the list.
  const personKey = position % 40 === 7 && position < total ? position + 1 : position
  const userId = personKey === position ? id + 5000 : id + 4999
  const primary = personFor(seed, personKey)
  const spouse = personKey === position && random.chance(0.09) ? personFor(seed, position, 1) : null
  const joint = spouse && random.chance(0.7) ? { ...spouse, family: primary.family } : spouse
  const status = unknownStatusPositions.has(position) ? UNKNOWN_STATUS : statusAt(random.next())
  const early = beforeSubmission.has(status)
  return {
    position,
    id,
    userId,
    personKey,
    primary,
    joint,
    name: ownersName(primary, joint),
    accountNo: early ? null : accountNumber(position),
    requestTime: early && random.chance(0.4) ? null : timeFor(random, position, total),
    bankAccountNo: bankFor(random, status),
    status,
    pendingDocuments: pendingFor(random, status),
    openTransfer: status === 'COMPLETE' && random.chance(0.025),
    // Drawn for the user, so that both accounts of one user agree.
    isTest: new Random(seed, personKey, 2).chance(0.03),
    isRestricted: new Random(seed, personKey, 3).chance(0.02),
    apexRestricted: status === 'RESTRICTED' || (!early && random.chance(0.01)),
    isActive: openFor.has(status),
    utm: utmFor(random),
  }
}
