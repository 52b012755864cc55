import { isInFundMaster } from '../data/securities.ts'
import type { SqlRow } from '../../../server/embedded/statements.ts'
import type { statements } from '../../../server/embedded/statements.ts'
import type { CashTicker } from '../data/cashTickers.ts'

const columns = 'id, ticker, type, is_available'

/** How a change ended: with the row as it is now, or with the reason why nothing was changed. */
export type CashOutcome =
  | { readonly kind: 'done'; readonly row: CashTicker }
  | { readonly kind: 'refused' | 'conflict' | 'unknown'; readonly message: string }

function wireRow(row: SqlRow): CashTicker {
  const isAvailable = row['is_available']
  return {
    id: Number(row['id']),
    ticker: String(row['ticker']),
    type: String(row['type']),
    isAvailableInEtfMfSecurityMaster: isAvailable === null ? null : isAvailable === 1,
  }
}

const unknown = { kind: 'unknown', message: 'Ticker not found' } as const

/** The cash master: tickers are unique whatever the case of their letters. */
export function cashMaster({ all, first }: ReturnType<typeof statements>) {
  function refusal(ticker: string, id: number): CashOutcome | undefined {
    if (ticker === '') return { kind: 'refused', message: 'Ticker is required' }
    if (!first('SELECT 1 FROM cash_tickers WHERE ticker = ? AND id <> ?', [ticker, id])) return undefined
    return { kind: 'conflict', message: `Ticker ${ticker} already exists` }
  }
  const outcome = (row: SqlRow | undefined): CashOutcome => (row ? { kind: 'done', row: wireRow(row) } : unknown)

  return {
    list: (): readonly CashTicker[] => all(`SELECT ${columns} FROM cash_tickers ORDER BY id`).map(wireRow),
    add(given: string): CashOutcome {
      const ticker = given.trim()
      const sql = `INSERT INTO cash_tickers (ticker, type, is_available) VALUES (?, 'CASH', ?) RETURNING ${columns}`
      return refusal(ticker, 0) ?? outcome(first(sql, [ticker, Number(isInFundMaster(ticker))]))
    },
    rename(id: number, given: string): CashOutcome {
      const ticker = given.trim()
      if (!first('SELECT 1 FROM cash_tickers WHERE id = ?', [id])) return unknown
      const sql = `UPDATE cash_tickers SET ticker = ?, is_available = ? WHERE id = ? RETURNING ${columns}`
      return refusal(ticker, id) ?? outcome(first(sql, [ticker, Number(isInFundMaster(ticker)), id]))
    },
    remove: (id: number): CashOutcome =>
      outcome(first(`DELETE FROM cash_tickers WHERE id = ? RETURNING ${columns}`, [id])),
  }
}
