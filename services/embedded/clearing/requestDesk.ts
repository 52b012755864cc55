import { statements } from '../../../server/embedded/statements.ts'
import { achOwner, requestOwner } from '../data/owners.ts'
import { isUndecided } from '../data/wire.ts'
import { inTransaction } from '../../../server/embedded/database.ts'
import type { Outcome } from '../accounts/changes.ts'
import type { CustomerRequest } from '../data/wire.ts'
import type { accountClosings } from './closings.ts'
import type { DeskParts, RequestOutcome } from './deskParts.ts'
import type { Decision } from './moves.ts'

/** The desk that decides customers' requests and ends bank relationships. */
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

  /** Decides a customer's request, once and for good. */
  function decide(requestId: number, action: Decision['action'], comment: string): RequestOutcome {
    const accountId = closings.ownerOf(requestId) ?? requestOwner(requestId)
    const request = requestOf(accountId, requestId)
    if (!request) return { kind: 'unknown', message: 'Request not found' }
    if (!isUndecided(request)) {
      return { kind: 'conflict', message: `Request ${requestId} is already ${request.status}` }
    }
    inTransaction(database, () => {
      run('INSERT INTO request_decisions VALUES (?, ?, ?, ?, ?)', [requestId, accountId, action, comment, clock()])
      if (request.request_type === 'CLOSE_ACCOUNT') closings.settle(requestId, accountId, action === 'APPROVED')
      else showOpenTransfers(accountId)
    })
    changed()
    const now = requestOf(accountId, requestId)
    return { kind: 'done', message: `Request ${requestId} is ${action}`, ...(now && { request: now }) }
  }

  /** Ends a bank relationship: it leaves the account's list for good (D-89, D-90). */
  function cancelAch(achId: number, comment: string): Outcome {
    const accountId = achOwner(achId)
    if (!detail(accountId)?.detail.ach.some(({ id }) => id === achId)) {
      return { kind: 'unknown', message: 'ACH relationship not found' }
    }
    run('INSERT INTO ach_cancellations VALUES (?, ?, ?, ?)', [achId, accountId, comment, clock()])
    return { kind: 'done', message: 'ACH relationship cancelled successfully' }
  }

  return { decide, cancelAch }
}
