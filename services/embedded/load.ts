import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { dropCollections } from '../../server/embedded/collections/rows.ts'
import { inTransaction, type Settings } from '../../server/embedded/database.ts'
import { accountAt } from './accounts/accountAt.ts'
import { createIndexes, createTables, dropTables } from './accounts/tables.ts'
import type { Account, DataSource } from './data/account.ts'

/** Increase it whenever the generator changes, so that older stored data is rebuilt. */
const GENERATOR = 6

/** The bank account in the list: '****' and the last four digits. */
function masked(bankAccountNo: string | null): string | null {
  return bankAccountNo ? `****${bankAccountNo.slice(-4)}` : bankAccountNo
}

function insertAccount(insert: StatementSync, account: Account): void {
  insert.run(
    account.position,
    account.id,
    account.userId,
    account.name,
    account.primary.email,
    account.accountNo,
    account.requestTime,
    masked(account.bankAccountNo),
    account.status,
    account.pendingDocuments,
    Number(account.openTransfer),
    Number(account.isTest),
    Number(account.isRestricted),
    Number(account.apexRestricted),
    Number(account.isActive),
    account.utm && JSON.stringify(account.utm),
  )
}

function build(database: DatabaseSync, source: Omit<DataSource, 'builtAt'>): void {
  database.exec(dropTables + dropCollections)
  database.exec(createTables)
  const insert = database.prepare(`INSERT INTO accounts VALUES (${Array(16).fill('?').join(', ')})`)
  for (let position = 1; position <= source.accounts; position += 1) {
    insertAccount(insert, accountAt(source.seed, source.accounts, position))
  }
  database.exec(createIndexes)
}

/** The name of the data of a source. Equal names mean equal accounts. */
export const nameOfData = ({ accounts, seed }: Omit<DataSource, 'builtAt'>): string =>
  `${accounts} accounts from seed ${seed} (generator ${GENERATOR})`

/**
 * Builds the data of `source` unless the database has it; other data is replaced together with the changes of staff.
 * Returns the source with the moment of the first build, which is `source.builtAt` when the data is built now.
 */
export function loadData(
  database: DatabaseSync,
  settings: Settings,
  source: DataSource,
  log: (line: string) => void,
): DataSource {
  const wanted = nameOfData(source)
  const present = settings.read('data')
  const builtAt = Number(settings.read('built_at'))
  if (present === wanted && builtAt > 0) return { ...source, builtAt }
  if (present !== undefined) log(`embedded data: replacing ${present}`)
  const started = performance.now()
  inTransaction(database, () => {
    build(database, source)
    settings.write('data', wanted)
    settings.write('built_at', String(source.builtAt))
  })
  database.exec('ANALYZE')
  log(`embedded data: built ${wanted} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return source
}
