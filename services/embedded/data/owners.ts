import { namedAccounts } from './namedAccounts.ts'
import { teoAndAnaBrandtDetail } from './teoAndAnaBrandt.ts'

const brandt = teoAndAnaBrandtDetail({ status: null, isActive: false, builtAt: 0 })

/** The ids that a named account gives to the items of one of its lists, each with the account's id. */
function namedIds(list: 'request' | 'ach'): ReadonlyMap<number, number> {
  const own = namedAccounts.flatMap(({ id, override }) =>
    (override?.(() => '')[list] ?? []).map((item) => [item.id, id] as const),
  )
  return new Map([...own, ...brandt[list].map((item) => [item.id, 4108] as const)])
}

const requestOwners = namedIds('request')
const achOwners = namedIds('ach')
const derivedOwner = (itemId: number): number => Math.floor(itemId / 10)

/** The account that a generated request would belong to; whether it is there is for its detail to say. */
export function requestOwner(requestId: number): number {
  return requestOwners.get(requestId) ?? derivedOwner(requestId)
}

/** The account that a bank relationship would belong to; whether it is there is for its detail to say. */
export function achOwner(achId: number): number {
  return achOwners.get(achId) ?? derivedOwner(achId)
}
