import { sqlStatus, type AccountStatus } from '../data/statuses.ts'
import { statements } from '../../../server/embedded/database.ts'
import { closeRequestAt, decided, type Decision, type FirmTime } from './firm.ts'
import { accountAt } from './accountAt.ts'
import { accountDetail } from '../data/detail.ts'
import { type SupportedDetail, supportOverlay } from './overlay.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { Account, DataSource } from '../data/account.ts'
import type { CustomerRequest, Snap } from '../data/wire.ts'

export interface AccountNow {
  readonly account: Account
  readonly status: AccountStatus
  /** The number at the clearing firm, while the account has one. */
  readonly accountNo: string | null
  readonly detail: SupportedDetail
  /** The documents as generated, which the generated cases mention. */
  readonly generatedSnaps: readonly Snap[]
}

export interface DetailParts extends FirmTime {
  readonly database: DatabaseSync
  readonly source: DataSource
}

/** Reads accounts by id with all changes of staff and the clearing firm; undefined for an unknown id. */
export function accountDetails({ database, source, ...time }: DetailParts) {
  const { all, first } = statements(database)
  const snapsNow = accountSnaps(database)
  const supported = supportOverlay(database, source.seed)

  function requestsOf(accountId: number, generated: readonly CustomerRequest[]): readonly CustomerRequest[] {
    const sent = all('SELECT id, sent_at FROM close_requests WHERE account_id = ? ORDER BY id', [accountId])
    const rows = all<Decision & { readonly id: number }>(
      'SELECT request_id AS id, action, comment, decided_at AS decidedAt FROM request_decisions WHERE account_id = ?',
      [accountId],
    )
    const found = new Map(rows.map((row) => [row.id, row]))
    return [...generated, ...sent.map((row) => closeRequestAt(Number(row['id']), Number(row['sent_at']), time))].map(
      (request) => {
        const decision = found.get(request.id)
        return decision ? decided(request, decision, time) : request
      },
    )
  }

  return (id: number): AccountNow | undefined => {
    const row = first('SELECT position, status, is_active, name, email, account_no FROM accounts WHERE id = ?', [id])
    if (!row) return undefined
    const account = accountAt(source.seed, source.accounts, Number(row['position']))
    const status = typeof row['status'] === 'string' ? (row['status'] as AccountStatus) : null
    const live = { status, isActive: row['is_active'] === 1, builtAt: source.builtAt }
    const generated = accountDetail(source.seed, account, live)
    const detail = supported(generated, account, row)
    const gone = new Set(
      all('SELECT ach_id FROM ach_cancellations WHERE account_id = ?', [id]).map((entry) => Number(entry['ach_id'])),
    )
    return {
      account,
      status,
      accountNo: row['account_no'] === null ? null : String(row['account_no']),
      generatedSnaps: detail.snaps,
      detail: {
        ...detail,
        snaps: snapsNow(id, detail.snaps),
        ach: detail.ach.filter((entry) => !gone.has(entry.id)),
        request: requestsOf(id, detail.request),
      },
    }
  }
}

/** Reads the documents of an account, generated and saved ones, each with its current status. */
function accountSnaps(database: DatabaseSync) {
  const { all } = statements(database)
  return (accountId: number, generated: readonly Snap[]): readonly Snap[] => {
    const saved = all<Snap>(
      `SELECT snap_id, sketch_id, doc_type, proof, ${sqlStatus<'document'>('uploaded')} AS status FROM saved_snaps
        WHERE account_id = ? ORDER BY rowid`,
      [accountId],
    )
    const decided = new Map(
      all('SELECT snap_id, status FROM snap_decisions WHERE account_id = ?', [accountId]).map((row) => [
        row['snap_id'],
        String(row['status']),
      ]),
    )
    return [...generated, ...saved].map((snap) => ({
      ...snap,
      status: decided.get(snap.snap_id) ?? snap.status,
    }))
  }
}

/** What every desk of the clearing firm works with. */
export interface DeskParts extends FirmTime {
  readonly database: DatabaseSync
  readonly detail: ReturnType<typeof accountDetails>
  /** Called after every change of a column that the list filters by. */
  readonly changed: () => void
  readonly seed: number
}
