/**
 * Lines get their ids in the order of their times, so the newest come first by falling id. `trade_counts` counts the
 * lines by every column with few values; triggers keep it up to date. The number of pages of such a filter needs no walk
 * over the lines.
 */
export const dropTradeTables = `
  DROP TABLE IF EXISTS trades;
  DROP TABLE IF EXISTS trade_counts;
  DROP TABLE IF EXISTS trade_files;
`

/** The tables alone: creating indexes after the lines is several times faster. The hash of a file identifies it. */
export const createTradeTables = `
  CREATE TABLE IF NOT EXISTS trades (
    id INTEGER PRIMARY KEY,
    created_at TEXT NOT NULL,
    trade_date TEXT,
    account_no TEXT NOT NULL,
    ticker TEXT NOT NULL COLLATE NOCASE,
    order_type TEXT NOT NULL,
    sell_all INTEGER NOT NULL,
    order_category TEXT NOT NULL,
    quantity TEXT,
    order_price TEXT,
    order_status TEXT NOT NULL,
    security_type TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS trade_files (
    hash TEXT PRIMARY KEY,
    lines INTEGER NOT NULL,
    booked_at INTEGER NOT NULL
  ) STRICT;
`

const choices = ['order_status', 'security_type', 'order_type', 'order_category', 'sell_all'] as const
const chosen = choices.join(', ')
const counted = (row: string): string => choices.map((column) => `${row}.${column}`).join(', ')

/**
 * The indexes and counts, in steps so that requests are answered in between. Two indexes cover all columns with few
 * values, so a filter by them reads no lines.
 */
export const tradeIndexSteps: readonly string[] = [
  'CREATE INDEX IF NOT EXISTS trades_account ON trades (account_no)',
  `CREATE INDEX IF NOT EXISTS trades_ticker ON trades (ticker, ${chosen})`,
  `CREATE INDEX IF NOT EXISTS trades_choices ON trades (${chosen})`,
  'CREATE INDEX IF NOT EXISTS trades_date ON trades (trade_date)',
  'CREATE INDEX IF NOT EXISTS trades_created ON trades (created_at)',
  `CREATE TABLE IF NOT EXISTS trade_counts (
    order_status TEXT NOT NULL,
    security_type TEXT NOT NULL,
    order_type TEXT NOT NULL,
    order_category TEXT NOT NULL,
    sell_all INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (${chosen})
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
