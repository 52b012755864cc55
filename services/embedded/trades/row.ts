import type { SqlRow } from '../../../server/embedded/statements.ts'

/** The columns of a trade line. */
export const tradeColumns = `id, created_at, trade_date, account_no, ticker, order_type, sell_all, order_category,
  quantity, order_price, order_status, security_type`

/** A stored line as the calls send it (spec back-office section 3, 'Trade line'). */
export const wireTrade = (row: SqlRow) => ({ ...row, sell_all: row['sell_all'] === 1 })
