import { inTransaction, statements } from '../../../server/embedded/database.ts'
import { namedAccounts } from '../data/named/namedAccounts.ts'
import { isUndecided } from '../data/wire.ts'
import { conflict, done, unknown } from '../outcome.ts'
import type { CustomerRequest } from '../data/wire.ts'
import type { Outcome } from '../outcome.ts'
import type { accountClosings, RequestOutcome } from './closings.ts'
import type { Decision, DeskParts } from './firm.ts'

/** The item ids of one list of the named accounts, each with the id of its account. */
const namedIds = (list: 'request' | 'ach'): ReadonlyMap<number, number> =>
  new Map(
    namedAccounts.flatMap(({ id, override }) =>
      (override?.(() => '')[list] ?? []).map((item) => [item.id, id] as const),
    ),
  )

const requestOwners = namedIds('request')
const achOwners = namedIds('ach')
const derivedOwner = (itemId: number): number => Math.floor(itemId / 10)

/** The account in the id of a generated request. The account may not have such a request. */
function requestOwner(requestId: number): number {
  return requestOwners.get(requestId) ?? derivedOwner(requestId)
}

/** The account in the id of a bank relationship. The account may not have it. */
function achOwner(achId: number): number {
  return achOwners.get(achId) ?? derivedOwner(achId)
}

/** Decides requests of customers and ends bank relationships. */
export function requestDesk(
  { database, detail, changed, clock }: DeskParts,
  closings: ReturnType<typeof accountClosings>,
) {
  const { run } = statements(database)
  const requestOf = (accountId: number, id: number): CustomerRequest | undefined =>
    detail(accountId)?.detail.request.find((request) => request.id === id)

  function showOpenTransfers(accountId: number): void {
    const requests = detail(accountId)?.detail.request ?? []
    const isOpen = requests.some((each) => each.request_type === 'TRANSFER_ACCOUNT' && isUndecided(each))
    run('UPDATE accounts SET open_transfer = ? WHERE id = ?', [Number(isOpen), accountId])
  }

  /** Decides a request, which is final. */
  function decide(requestId: number, action: Decision['action'], comment: string): RequestOutcome {
    const accountId = closings.ownerOf(requestId) ?? requestOwner(requestId)
    const request = requestOf(accountId, requestId)
    if (!request) return unknown('Request not found')
    if (!isUndecided(request)) return conflict(`Request ${requestId} is already ${request.status}`)
    inTransaction(database, () => {
      run('INSERT INTO request_decisions VALUES (?, ?, ?, ?, ?)', [requestId, accountId, action, comment, clock()])
      if (request.request_type === 'CLOSE_ACCOUNT') closings.settle(requestId, accountId, action === 'APPROVED')
      else showOpenTransfers(accountId)
    })
    changed()
    const now = requestOf(accountId, requestId)
    return { ...done(`Request ${requestId} is ${action}`), ...(now && { request: now }) }
  }

  /** Removes a bank relationship from the account's list (D-89, D-90). */
  function cancelAch(achId: number, comment: string): Outcome {
    const accountId = achOwner(achId)
    if (!detail(accountId)?.detail.ach.some(({ id }) => id === achId)) return unknown('ACH relationship not found')
    run('INSERT INTO ach_cancellations VALUES (?, ?, ?, ?)', [achId, accountId, comment, clock()])
    return done('ACH relationship cancelled successfully')
  }

  return { decide, cancelAch }
}
