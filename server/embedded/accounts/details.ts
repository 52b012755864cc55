import { accountAt } from '../data/account.ts'
import { accountDetail } from '../data/detail.ts'
import { statements } from './statements.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { DataSource } from './load.ts'

/** Reads the detail of one account by id; undefined when there is none. */
export function accountDetails(database: DatabaseSync, source: DataSource) {
  const { first } = statements(database)
  return (id: number): ReturnType<typeof accountDetail> | undefined => {
    const row = first('SELECT position, status, is_active FROM accounts WHERE id = ?', [id])
    if (!row) return undefined
    const account = accountAt(source.seed, source.accounts, Number(row['position']))
    const status = row['status']
    return accountDetail(source.seed, account, {
      status: typeof status === 'string' ? status : null,
      isActive: row['is_active'] === 1,
    })
  }
}
