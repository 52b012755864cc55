import { statements } from '../../../server/embedded/statements.ts'
import { inTransaction } from '../../../server/embedded/database.ts'
import type { Outcome } from '../accounts/changes.ts'
import type { CustomerRequest } from '../data/wire.ts'
import type { DeskParts, RequestOutcome } from './deskParts.ts'

/** Above every id that is generated for a request. */
const FIRST_SENT_ID = 100_000_001
const pendingStatuses: ReadonlySet<string> = new Set(['SENT', 'INPROGRESS', 'PENDING', 'APPROVED'])
const closeAccount = `UPDATE accounts SET status = 'CLOSED', is_active = 0, open_transfer = 0 WHERE id = ?`

function newestClosing(requests: readonly CustomerRequest[]): CustomerRequest | undefined {
  const closings = requests.filter(({ request_type: type }) => type === 'CLOSE_ACCOUNT')
  return closings.toSorted((a, b) => b.id - a.id)[0]
}

/** The closing of accounts: sent by staff, approved by the clearing firm after a while. */
export function accountClosings({ database, detail, changed, clock, delays }: DeskParts) {
  const { all, first, run } = statements(database)

  /** Closes the accounts whose close request has come due. Cheap when there is none, so every call may ask. */
  function catchUp(): void {
    const due = clock() - delays.closeApproved
    if (!first('SELECT 1 FROM close_requests WHERE applied = 0 AND sent_at <= ? LIMIT 1', [due])) return
    inTransaction(database, () => {
      const sql = 'UPDATE close_requests SET applied = 1 WHERE applied = 0 AND sent_at <= ? RETURNING account_id'
      for (const row of all(sql, [due])) run(closeAccount, [Number(row['account_id'])])
    })
    changed()
  }

  /** The newest request of the time before the account was reopened; what was asked then no longer stands in the way. */
  function lastBeforeReopening(accountId: number): number {
    const row = first('SELECT last_request FROM reopened_accounts WHERE account_id = ?', [accountId])
    return Number(row?.['last_request'] ?? 0)
  }

  function refusal(accountId: number, userId: number): Outcome | undefined {
    const found = detail(accountId)
    if (!found) return { kind: 'unknown', message: 'Account not found' }
    if (found.account.userId !== userId) return { kind: 'refused', message: 'The account belongs to another user' }
    if (found.accountNo === null) {
      return { kind: 'refused', message: 'The account has no number at the clearing firm yet' }
    }
    const newest = newestClosing(found.detail.request)
    if (!newest || newest.id <= lastBeforeReopening(accountId) || !pendingStatuses.has(newest.status)) return undefined
    return { kind: 'conflict', message: `Close request ${newest.id} is already ${newest.status}` }
  }

  /** Asks the clearing firm to close the account of a customer (D-61 to D-63). */
  function send(accountId: number, userId: number): RequestOutcome {
    const refused = refusal(accountId, userId)
    if (refused) return refused
    run(
      `INSERT INTO close_requests (id, account_id, sent_at)
       VALUES ((SELECT coalesce(max(id) + 1, ${FIRST_SENT_ID}) FROM close_requests), ?, ?)`,
      [accountId, clock()],
    )
    const request = newestClosing(detail(accountId)?.detail.request ?? [])
    return { kind: 'done', message: 'Request Sent Successfully.', ...(request && { request }) }
  }

  return {
    catchUp,
    send,
    /** The account of a close request that staff sent. */
    ownerOf(requestId: number): number | undefined {
      const row = first('SELECT account_id FROM close_requests WHERE id = ?', [requestId])
      return row && Number(row['account_id'])
    },
    /** Ends the clearing firm's own handling of a close request, because staff have decided it. */
    settle(requestId: number, accountId: number, isApproved: boolean): void {
      run('UPDATE close_requests SET applied = 1 WHERE id = ?', [requestId])
      if (isApproved) run(closeAccount, [accountId])
    },
  }
}
