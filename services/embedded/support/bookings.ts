import { createHash } from 'node:crypto'
import { statements } from '../../../server/embedded/statements.ts'
import { inTransaction } from '../../../server/embedded/database.ts'
import { conflict, done } from './supportParts.ts'
import { readTradeFile } from './tradeFile.ts'
import type { Outcome } from '../accounts/changes.ts'
import type { SupportParts } from './supportParts.ts'
import type { FileLine } from './tradeFile.ts'

/** How booking a file ended; `unreadable` has the sentence that says which lines and why. */
export type Booking = Outcome | { readonly kind: 'unreadable'; readonly message: string }

const insert = `INSERT INTO trades
  (id, created_at, trade_date, account_no, ticker, order_type, sell_all, order_category, quantity, order_price,
   order_status, security_type)
  VALUES ((SELECT coalesce(max(id), 0) + 1 FROM trades), ?, ?, ?, ?, ?, 0, 'units', ?, ?, 'SHARES_BOOKED', ?)`

/** Books files of trade lines, each of them once and as a whole; the trade lines have to be loaded before. */
export function bookings({ database, clock }: Pick<SupportParts, 'database' | 'clock'>) {
  const { first, run } = statements(database)

  function accountProblem(accountNo: string): string | undefined {
    const row = first('SELECT status FROM accounts WHERE account_no = ?', [accountNo])
    if (!row) return 'account_no is not known'
    return row['status'] === 'CLOSED' ? 'the account is closed' : undefined
  }

  function write(hash: string, lines: readonly FileLine[], now: string): void {
    inTransaction(database, () => {
      run('INSERT INTO trade_files VALUES (?, ?, ?)', [hash, lines.length, clock()])
      for (const line of lines) {
        const { account_no, ticker, side, quantity, price, trade_date, security_type } = line
        run(insert, [now, trade_date, account_no, ticker, side, quantity, price, security_type])
      }
    })
  }

  /** Books every line of the file, or none. The same bytes a second time are refused: they would be booked twice. */
  return function book(bytes: Uint8Array): Booking {
    const now = `${new Date(clock()).toISOString().slice(0, 19)}Z`
    const { lines, problem } = readTradeFile(bytes, accountProblem, now.slice(0, 10))
    if (problem !== undefined) return { kind: 'unreadable', message: problem }
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (first('SELECT 1 FROM trade_files WHERE hash = ?', [hash])) return conflict('This file was booked before')
    write(hash, lines, now)
    return done(`${lines.length} trade line${lines.length === 1 ? '' : 's'} booked`)
  }
}
