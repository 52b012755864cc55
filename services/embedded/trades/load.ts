import { setImmediate } from 'node:timers/promises'
import { statements } from '../../../server/embedded/statements.ts'
import { tradeLines } from '../data/trades.ts'
import { inTransaction } from '../../../server/embedded/database.ts'
import { createTradeTables, dropTradeTables, tradeIndexSteps } from './schema.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { SqlRow } from '../../../server/embedded/statements.ts'
import type { TradeLine, Trader } from '../data/trades.ts'
import type { Settings } from '../../../server/embedded/keptValues.ts'

/** What trade lines are loaded from. */
export interface TradeLoad {
  readonly database: DatabaseSync
  readonly settings: Settings
  readonly seed: number
  /** How many lines (EMBEDDED_TRADES). */
  readonly trades: number
  /** Says which accounts the lines belong to: lines of other accounts are replaced. */
  readonly accounts: string
  /** Ends the load before it is complete; the next start makes up for it. */
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

/** Raised whenever lines, tables or indexes change, so that what an older process stored is made anew. */
const FORM = 1
/** Lines written at a time: about 20 ms in which nobody else is answered. */
const CHUNK = 4000
const LINES_A_STATEMENT = 40
const COLUMNS = 12

const traders = `SELECT account_no, request_time FROM accounts
  WHERE account_no IS NOT NULL AND request_time IS NOT NULL AND status IN ('COMPLETE', 'RESTRICTED', 'CLOSED')
  ORDER BY request_time DESC, position`

const traderOf = (row: SqlRow): Trader => ({
  accountNo: String(row['account_no']),
  since: Date.parse(String(row['request_time'])),
})

const valuesOf = (line: TradeLine) => [
  line.id,
  line.created_at,
  line.trade_date,
  line.account_no,
  line.ticker,
  line.order_type,
  Number(line.sell_all),
  line.order_category,
  line.quantity,
  line.order_price,
  line.order_status,
  line.security_type,
]

/** Writes the next chunk, one that was written before being left as it is; false when there was none left. */
function writeChunk(database: DatabaseSync, lines: Iterator<TradeLine, void, void>): boolean {
  const { run } = statements(database)
  const insert = (count: number): string =>
    `INSERT OR IGNORE INTO trades VALUES ${Array(count)
      .fill(`(${Array(COLUMNS).fill('?').join(', ')})`)
      .join(', ')}`
  return inTransaction(database, () => {
    let batch: TradeLine[] = []
    for (let written = 0; written < CHUNK; written += 1) {
      const next = lines.next()
      if (!next.done) batch.push(next.value)
      if (batch.length === 0) return false
      if (next.done || batch.length === LINES_A_STATEMENT) {
        run(insert(batch.length), batch.flatMap(valuesOf))
        batch = []
      }
      if (next.done) return false
    }
    return true
  })
}

/** Leaves the lines of an unfinished load of the same kind, and nothing of any other. */
function prepareTables(database: DatabaseSync, settings: Settings, wanted: string): void {
  inTransaction(database, () => {
    if (settings.read('trades_begun') !== wanted) database.exec(dropTradeTables)
    settings.write('trades', '')
    settings.write('trades_begun', wanted)
    database.exec(createTradeTables)
  })
}

/**
 * Makes sure that the database holds the trade lines, in the background so that the services answer meanwhile. What is
 * there from the same accounts and the same number of lines is kept; what an earlier process left half done is completed.
 */
export async function loadTrades({
  database,
  settings,
  seed,
  trades,
  accounts,
  signal,
  log,
}: TradeLoad): Promise<void> {
  const wanted = `${trades} trades in form ${FORM} of ${accounts}`
  if (signal.aborted || settings.read('trades') === wanted) return
  const started = performance.now()
  prepareTables(database, settings, wanted)
  const people = database.prepare(traders).all().map(traderOf)
  const lines = tradeLines({ seed, count: trades, traders: people })
  let isLeft = true
  while (isLeft) {
    isLeft = writeChunk(database, lines)
    await setImmediate()
    if (signal.aborted) return
  }
  for (const step of tradeIndexSteps) {
    database.exec(step)
    await setImmediate()
    if (signal.aborted) return
  }
  settings.write('trades', wanted)
  log(`embedded data: built ${trades} trades in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
