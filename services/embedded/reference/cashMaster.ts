import { isInFundMaster } from '../data/securities.ts'
import { outcomeCodes } from '../outcome.ts'
import { idText, objectOf } from '../services/requestSchemas.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { SqlRow, Statements } from '../../../server/embedded/database.ts'
import type { CashTicker } from './tickerMasters.ts'

const columns = 'id, ticker, type, is_available'

/** The row after a change, or why nothing changed. */
type CashOutcome =
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

/** The cash master. Tickers are unique regardless of case. */
function cashMaster({ all, first }: Statements) {
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

const params = { type: 'object', properties: { id: idText } } as const
const ticker = { type: 'string', maxLength: 200 } as const
const addition = objectOf({ type: { const: 'CASH' }, ticker })
const edit = objectOf({ ticker })

function send(reply: FastifyReply, outcome: CashOutcome, code: number = outcomeCodes.done) {
  if (outcome.kind === 'done') return reply.code(code).send(outcome.row)
  return reply.code(outcomeCodes[outcome.kind]).send({ message: outcome.message })
}

/** The calls of the cash master (spec back-office section 7). `user_id` has no effect: the token names the user (D-153). */
export function cashRoutes(app: FastifyInstance, sql: Statements): void {
  const cash = cashMaster(sql)
  app.get('/cashmaster', async () => cash.list())
  app.post<{ Body: { ticker: string } }>('/cashmaster', { schema: { body: addition } }, async ({ body }, reply) =>
    send(reply, cash.add(body.ticker), 201),
  )
  app.patch<{ Params: { id: string }; Body: { ticker: string } }>(
    '/cashmaster/:id',
    { schema: { params, body: edit } },
    async (request, reply) => send(reply, cash.rename(Number(request.params.id), request.body.ticker)),
  )
  app.delete<{ Params: { id: string } }>('/cashmaster/:id', { schema: { params } }, async (request, reply) =>
    send(reply, cash.remove(Number(request.params.id))),
  )
}
