import { inTransaction, statements } from '../../../server/embedded/database.ts'
import type { DeskParts } from './details.ts'
import type { Decision } from './firm.ts'
import { type CustomerRequest, isUndecided } from '../data/wire.ts'
import { namedAccounts } from '../named/namedAccounts.ts'
import { accountNotFound, conflict, done, type Outcome, refused, unknown } from '../shared/requests.ts'
import type { Status } from '../../../schemas/shared/enumerations.ts'
import { sqlStatus } from '../data/statuses.ts'

export interface RequestOutcome extends Outcome {
  readonly request?: CustomerRequest
}

/** Greater than every generated id of a request. */
const FIRST_SENT_ID = 100_000_001
const pendingStatuses: ReadonlySet<string> = new Set<Status<'request'>>(['SENT', 'INPROGRESS', 'PENDING', 'APPROVED'])
const closeAccount = `UPDATE accounts SET status = ${sqlStatus<'account'>('CLOSED')}, is_active = 0, open_transfer = 0 WHERE id = ?`

function newestClosing(requests: readonly CustomerRequest[]): CustomerRequest | undefined {
  const closings = requests.filter(({ request_type: type }) => type === 'CLOSE_ACCOUNT')
  return closings.toSorted((a, b) => b.id - a.id)[0]
}

/** Close requests: sent by staff, approved by the clearing firm after a delay. */
export function accountClosings({ database, detail, changed, clock, delays }: DeskParts) {
  const { all, first, run } = statements(database)

  /** Closes the accounts with a due close request. Cheap without one, so every request may call it. */
  function catchUp(): void {
    const due = clock() - delays.closeApproved
    if (!first('SELECT 1 FROM close_requests WHERE applied = 0 AND sent_at <= ? LIMIT 1', [due])) return
    inTransaction(database, () => {
      const sql = 'UPDATE close_requests SET applied = 1 WHERE applied = 0 AND sent_at <= ? RETURNING account_id'
      for (const row of all(sql, [due])) run(closeAccount, [Number(row['account_id'])])
    })
    changed()
  }

  /** The newest request before the account was reopened; requests up to it do not block a new one. */
  function lastBeforeReopening(accountId: number): number {
    const row = first('SELECT last_request FROM reopened_accounts WHERE account_id = ?', [accountId])
    return Number(row?.['last_request'] ?? 0)
  }

  function refusal(accountId: number, userId: number): Outcome | undefined {
    const found = detail(accountId)
    if (!found) return accountNotFound
    if (found.account.userId !== userId) return refused('The account belongs to another user')
    if (found.accountNo === null) return refused('The account has no number at the clearing firm yet')
    const newest = newestClosing(found.detail.request)
    if (!newest || newest.id <= lastBeforeReopening(accountId) || !pendingStatuses.has(newest.status)) return undefined
    return conflict(`Close request ${newest.id} is already ${newest.status}`)
  }

  /** Requests the closing of an account (D-61 to D-63). */
  function send(accountId: number, userId: number): RequestOutcome {
    const refused = refusal(accountId, userId)
    if (refused) return refused
    run(
      `INSERT INTO close_requests (id, account_id, sent_at)
       VALUES ((SELECT coalesce(max(id) + 1, ${FIRST_SENT_ID}) FROM close_requests), ?, ?)`,
      [accountId, clock()],
    )
    const request = newestClosing(detail(accountId)?.detail.request ?? [])
    return { ...done('Request Sent Successfully.'), ...(request && { request }) }
  }

  return {
    catchUp,
    send,
    /** The account of a close request that staff sent. */
    ownerOf(requestId: number): number | undefined {
      const row = first('SELECT account_id FROM close_requests WHERE id = ?', [requestId])
      return row && Number(row['account_id'])
    },
    /** Ends the clearing firm's own handling of a close request that staff decided. */
    settle(requestId: number, accountId: number, isApproved: boolean): void {
      run('UPDATE close_requests SET applied = 1 WHERE id = ?', [requestId])
      if (isApproved) run(closeAccount, [accountId])
    },
  }
}

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
