import type { SqlRow } from '../../../server/embedded/statements.ts'

/** The columns of a list row, in the order of the wire (spec account-review section 3, 'Account list row'). */
export const rowColumns = `accounts.id, accounts.name, accounts.email, accounts.user_id, accounts.is_test, accounts.account_no,
  accounts.request_time, accounts.bank_account, accounts.status, accounts.pending_documents, accounts.is_restricted,
  accounts.apex_restricted, accounts.is_active, accounts.utm, accounts.position`

/** A stored row as the list call sends it. */
export function wireRow(row: SqlRow) {
  const utm = row['utm']
  return {
    id: row['id'],
    name: row['name'],
    user__email: row['email'],
    user__id: row['user_id'],
    user__is_test: row['is_test'] === 1,
    account_no: row['account_no'],
    request_time: row['request_time'],
    bank_account: row['bank_account'],
    status: row['status'],
    pending_documents: row['pending_documents'],
    is_restricted: row['is_restricted'] === 1,
    apex_account_restricted: row['apex_restricted'] === 1,
    is_active: row['is_active'] === 1,
    profile_utm: typeof utm === 'string' ? (JSON.parse(utm) as unknown) : null,
  }
}
