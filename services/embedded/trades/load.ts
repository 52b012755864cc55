import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { inTransaction, type Settings, statements } from '../../../server/embedded/database.ts'
import { type TradeLine, tradeLines } from '../data/trades.ts'
import { sqlStatus } from '../data/statuses.ts'

/**
 * Lines get their ids in the order of their times, so the newest come first by falling id. `trade_counts` counts the
 * lines by every column with few values; triggers keep it up to date. The number of pages of such a filter needs no walk
 * over the lines.
 */
const dropTradeTables = ['trades', 'trade_counts', 'trade_files']
  .map((table) => `DROP TABLE IF EXISTS ${table};`)
  .join('')

/** The tables alone: creating indexes after the lines is several times faster. The hash of a file identifies it. */
const createTradeTables = `
  CREATE TABLE IF NOT EXISTS trades (
    id INTEGER PRIMARY KEY, created_at TEXT NOT NULL, trade_date TEXT, account_no TEXT NOT NULL,
    ticker TEXT NOT NULL COLLATE NOCASE, order_type TEXT NOT NULL, sell_all INTEGER NOT NULL,
    order_category TEXT NOT NULL, quantity TEXT, order_price TEXT, order_status TEXT NOT NULL,
    security_type TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS trade_files (
    hash TEXT PRIMARY KEY, lines INTEGER NOT NULL, booked_at INTEGER NOT NULL
  ) STRICT;
`

const choices = ['order_status', 'security_type', 'order_type', 'order_category', 'sell_all'] as const
const chosen = choices.join(', ')
const counted = (row: string): string => choices.map((column) => `${row}.${column}`).join(', ')

/**
 * The indexes and counts, in steps so that requests are answered in between. Two indexes cover all columns with few
 * values, so a filter by them reads no lines.
 */
const tradeIndexSteps: readonly string[] = [
  'CREATE INDEX IF NOT EXISTS trades_account ON trades (account_no)',
  `CREATE INDEX IF NOT EXISTS trades_ticker ON trades (ticker, ${chosen})`,
  `CREATE INDEX IF NOT EXISTS trades_choices ON trades (${chosen})`,
  'CREATE INDEX IF NOT EXISTS trades_date ON trades (trade_date)',
  'CREATE INDEX IF NOT EXISTS trades_created ON trades (created_at)',
  `CREATE TABLE IF NOT EXISTS trade_counts (
    order_status TEXT NOT NULL, security_type TEXT NOT NULL, order_type TEXT NOT NULL, order_category TEXT NOT NULL,
    sell_all INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (${chosen})
  ) STRICT, WITHOUT ROWID;
  INSERT OR REPLACE INTO trade_counts SELECT ${counted('trades')}, count(*) FROM trades GROUP BY 1, 2, 3, 4, 5;
  CREATE TRIGGER IF NOT EXISTS trades_added AFTER INSERT ON trades BEGIN
    INSERT INTO trade_counts VALUES (${counted('new')}, 1) ON CONFLICT DO UPDATE SET n = n + 1;
  END;
  CREATE TRIGGER IF NOT EXISTS trades_removed AFTER DELETE ON trades BEGIN
    UPDATE trade_counts SET n = n - 1
      WHERE (${chosen}) = (${counted('old')});
  END;`,
]

/** The source of trade lines. */
interface TradeLoad {
  readonly database: DatabaseSync
  readonly settings: Settings
  readonly seed: number
  /** Number of lines (EMBEDDED_TRADES). */
  readonly trades: number
  /** The name of the accounts of the lines. Lines of other accounts are replaced. */
  readonly accounts: string
  /** Aborts the load; the next start completes it. */
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

/** Increase it whenever lines, tables or indexes change, so that older stored lines are rebuilt. */
const FORM = 1
/** Lines per transaction: about 20 ms during which no request is answered. */
const CHUNK = 4000
const LINES_A_STATEMENT = 40
const COLUMNS = 12

const traders = `SELECT account_no AS accountNo, request_time AS since FROM accounts
  WHERE account_no IS NOT NULL AND request_time IS NOT NULL AND status IN (${sqlStatus<'account'>('COMPLETE', 'RESTRICTED', 'CLOSED')})
  ORDER BY request_time DESC, position`

const valuesOf = (line: TradeLine) =>
  Object.values(line).map((value) => (typeof value === 'boolean' ? Number(value) : value))

/** Writes the next chunk without replacing stored lines; false when none is left. */
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

/** Keeps the lines of an unfinished load of the same data and drops all others. */
function prepareTables(database: DatabaseSync, settings: Settings, wanted: string): void {
  inTransaction(database, () => {
    if (settings.read('trades_begun') !== wanted) database.exec(dropTradeTables)
    settings.write('trades', '')
    settings.write('trades_begun', wanted)
    database.exec(createTradeTables)
  })
}

/**
 * Loads the trade lines in the background, so the services answer meanwhile. Lines of the same accounts and number are
 * kept, and an unfinished load of an earlier process is completed.
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
  const people = statements(database)
    .all<{ readonly accountNo: string; readonly since: string }>(traders)
    .map(({ accountNo, since }) => ({ accountNo, since: Date.parse(since) }))
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

/** Prepares to load trade lines. A failure is logged once, and `ready` rejects with it. */
export function tradeLoading(load: Omit<TradeLoad, 'signal'>) {
  const controller = new AbortController()
  const start = Promise.withResolvers<void>()
  const loaded = start.promise.then(() => loadTrades({ ...load, signal: controller.signal }))
  const ended = loaded.catch((error: unknown) => load.log(`embedded data: trades were not loaded: ${String(error)}`))
  return {
    /** Starts loading. Call it once the services listen. */
    begin: () => start.resolve(),
    /** Resolves when the lines are loaded; rejects when loading failed. */
    ready: () => loaded,
    /** Aborts the load and waits until it no longer uses the database. */
    stop() {
      controller.abort()
      start.resolve()
      return ended
    },
  }
}
