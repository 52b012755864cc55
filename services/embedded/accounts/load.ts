import { accountAt } from '../data/account.ts'
import { inTransaction } from '../../../server/embedded/database.ts'
import { createClearingTables } from '../clearing/schema.ts'
import { buildTickerMasters } from '../reference/schema.ts'
import { createSupportTables, createSupportTriggers } from '../support/schema.ts'
import { createVerificationTables } from '../verification/schema.ts'
import { createIndexes, createTables } from './schema.ts'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Account } from '../data/account.ts'
import type { Settings } from '../../../server/embedded/keptValues.ts'

/** What a set of generated data is made from. */
export interface DataSource {
  readonly accounts: number
  readonly seed: number
  /** When it was first built, in milliseconds since 1970: the few moments that must be recent count from it. */
  readonly builtAt: number
}

/** Raised whenever the generator changes, so that stored data of an older one is built anew. */
const GENERATOR = 6

/** The bank account as the list shows it: '****' and the last four digits. */
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
  database.exec(createTables)
  database.exec(createClearingTables)
  database.exec(createVerificationTables)
  database.exec(createSupportTables)
  const insert = database.prepare(`INSERT INTO accounts VALUES (${Array(16).fill('?').join(', ')})`)
  for (let position = 1; position <= source.accounts; position += 1) {
    insertAccount(insert, accountAt(source.seed, source.accounts, position))
  }
  buildTickerMasters(database, source.seed)
  database.exec(createIndexes)
  database.exec(createSupportTriggers)
}

/** What the data of a source is called: the same words, the same accounts. */
export const nameOfData = ({ accounts, seed }: Omit<DataSource, 'builtAt'>): string =>
  `${accounts} accounts from seed ${seed} (generator ${GENERATOR})`

/**
 * Makes sure that the database holds the data of `source`: what is there is kept when it was built from the same
 * source, else it is replaced, changes made by staff included. Gives the source with the moment of the first build;
 * `source.builtAt` is that moment if it has to be built now. `log` hears of every build.
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
