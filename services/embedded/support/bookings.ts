import multipart from '@fastify/multipart'
import { createHash } from 'node:crypto'
import { inTransaction, statements } from '../../../server/embedded/database.ts'
import { utcSeconds } from '../data/wire.ts'
import { conflict, done, outcomeCodes } from '../outcome.ts'
import { formOptions, readFileForm } from '../services/fileForm.ts'
import { failingUser, failureInside } from './failingUser.ts'
import { readTradeFile } from './tradeFile.ts'
import type { FastifyInstance } from 'fastify'
import type { DeskParts } from '../clearing/firm.ts'
import type { Outcome } from '../outcome.ts'
import type { FileLine } from './tradeFile.ts'

/** The outcome of booking a file; the message of `unreadable` names the lines and the reasons. */
type Booking = Outcome | { readonly kind: 'unreadable'; readonly message: string }

const insert = `INSERT INTO trades
  (id, created_at, trade_date, account_no, ticker, order_type, sell_all, order_category, quantity, order_price,
   order_status, security_type)
  VALUES ((SELECT coalesce(max(id), 0) + 1 FROM trades), ?, ?, ?, ?, ?, 0, 'units', ?, ?, 'SHARES_BOOKED', ?)`

/** Books files of trade lines, each once and as a whole. The trade lines must be loaded before. */
export function bookings({ database, clock }: Pick<DeskParts, 'database' | 'clock'>) {
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

  /** Books every line of the file, or none. The same bytes are refused a second time. */
  return function book(bytes: Uint8Array): Booking {
    const now = utcSeconds(clock())
    const { lines, problem } = readTradeFile(bytes, accountProblem, now.slice(0, 10))
    if (problem !== undefined) return { kind: 'unreadable', message: problem }
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (first('SELECT 1 FROM trade_files WHERE hash = ?', [hash])) return conflict('This file was booked before')
    write(hash, lines, now)
    return done(`${lines.length} trade line${lines.length === 1 ? '' : 's'} booked`)
  }
}

/** Receives files of trade lines in the multipart field `file`, at most 15 MB (D-180); 422 for an unreadable one. */
export function tradeFileRoute(
  app: FastifyInstance,
  book: ReturnType<typeof bookings>,
  ready: () => Promise<void>,
): void {
  app.register(multipart, formOptions)
  app.post('/v1/admin/sod/upload_manual_trade_line_entries', async (request, reply) => {
    if (!request.isMultipart()) return reply.code(400).send({ message: 'The form has no file' })
    const form = await readFileForm(request, async (part) => {
      const bytes = await part.toBuffer()
      return part.file.truncated ? undefined : bytes
    })
    if (form.problem !== undefined) return reply.code(400).send({ message: form.problem })
    if (!form.file) return reply.code(413).send({ message: 'The file is larger than 15 MB' })
    if (form.file.includes(failingUser.accountNo)) return failureInside
    await ready()
    const { kind, message } = book(form.file)
    return reply.code({ ...outcomeCodes, unreadable: 422 }[kind]).send({ message })
  })
}
