import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { application } from '../../../server/embedded/application.ts'
import { type SqlRow, type Statements, statements } from '../../../server/embedded/database.ts'
import { requireToken, type Tokens } from '../../../server/embedded/tokens.ts'
import { isInFundMaster } from '../data/securities.ts'
import type { CashTicker } from './tickerMasters.ts'
import { conflict, idText, objectOf, type Outcome, refused, sendOutcome, unknown } from '../shared/requests.ts'

const columns = 'id, ticker, type, is_available'

/** The row after a change, or why nothing changed. */
type CashChange = CashTicker | Outcome

function wireRow(row: SqlRow): CashTicker {
  const isAvailable = row['is_available']
  return {
    id: Number(row['id']),
    ticker: String(row['ticker']),
    type: String(row['type']),
    isAvailableInEtfMfSecurityMaster: isAvailable === null ? null : isAvailable === 1,
  }
}

const tickerNotFound = unknown('Ticker not found')

/** The cash master. Tickers are unique regardless of case. */
function cashMaster({ all, first }: Statements) {
  function refusal(ticker: string, id: number): Outcome | undefined {
    if (ticker === '') return refused('Ticker is required')
    if (!first('SELECT 1 FROM cash_tickers WHERE ticker = ? AND id <> ?', [ticker, id])) return undefined
    return conflict(`Ticker ${ticker} already exists`)
  }
  const changed = (row: SqlRow | undefined): CashChange => (row ? wireRow(row) : tickerNotFound)

  return {
    list: (): readonly CashTicker[] => all(`SELECT ${columns} FROM cash_tickers ORDER BY id`).map(wireRow),
    add(given: string): CashChange {
      const ticker = given.trim()
      const sql = `INSERT INTO cash_tickers (ticker, type, is_available) VALUES (?, 'CASH', ?) RETURNING ${columns}`
      return refusal(ticker, 0) ?? changed(first(sql, [ticker, Number(isInFundMaster(ticker))]))
    },
    rename(id: number, given: string): CashChange {
      const ticker = given.trim()
      if (!first('SELECT 1 FROM cash_tickers WHERE id = ?', [id])) return tickerNotFound
      const sql = `UPDATE cash_tickers SET ticker = ?, is_available = ? WHERE id = ? RETURNING ${columns}`
      return refusal(ticker, id) ?? changed(first(sql, [ticker, Number(isInFundMaster(ticker)), id]))
    },
    remove: (id: number): CashChange =>
      changed(first(`DELETE FROM cash_tickers WHERE id = ? RETURNING ${columns}`, [id])),
  }
}

const params = { type: 'object', properties: { id: idText } } as const
const ticker = { type: 'string', maxLength: 200 } as const
const addition = objectOf({ type: { const: 'CASH' }, ticker })
const edit = objectOf({ ticker })

function send(reply: FastifyReply, change: CashChange, code = 200) {
  return 'kind' in change ? sendOutcome(reply, change) : reply.code(code).send(change)
}

/** The calls of the cash master (spec back-office section 7). `user_id` has no effect: the token names the user (D-153). */
function cashRoutes(app: FastifyInstance, sql: Statements): void {
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

/** A master list whose tickers are approved one by one. */
interface ApprovalMaster {
  readonly path: string
  readonly table: string
  /** The column and member that says whether a ticker is approved. */
  readonly flag: string
  readonly read: (stored: SQLOutputValue | undefined) => unknown
  readonly write: (approved: boolean) => string | number
}

const treasuryMaster: ApprovalMaster = {
  path: '/treasuries-master',
  table: 'treasuries',
  flag: 'isapproved',
  read: (stored) => stored === 1,
  write: Number,
}

/** Rows disagree on the type of `is_approved`, so the column holds JSON. */
const cryptocurrencyMaster: ApprovalMaster = {
  path: '/cryptocurrency-master',
  table: 'crypto_tickers',
  flag: 'is_approved',
  read: (stored): unknown => JSON.parse(String(stored)),
  write: (approved) => JSON.stringify(approved),
}

/** Listing, approving and removing tickers; a change answers with the ticker alone (spec back-office section 7). */
function approvalRoutes(app: FastifyInstance, { all, first }: Statements, master: ApprovalMaster): void {
  const { path, table, flag, read, write } = master
  const missing = { message: tickerNotFound.message }
  app.get(path, async () =>
    all(`SELECT id, ticker, ${flag} FROM ${table} ORDER BY id`).map((row) => ({ ...row, [flag]: read(row[flag]) })),
  )
  app.patch<{ Params: { id: string }; Body: Readonly<Record<string, boolean>> }>(
    `${path}/:id`,
    { schema: { params, body: objectOf({ [flag]: { type: 'boolean' } }) } },
    async (request, reply) => {
      const values = [write(request.body[flag] === true), Number(request.params.id)]
      return (
        first(`UPDATE ${table} SET ${flag} = ? WHERE id = ? RETURNING ticker`, values) ?? reply.code(404).send(missing)
      )
    },
  )
  app.delete<{ Params: { id: string } }>(`${path}/:id`, { schema: { params } }, async (request, reply) => {
    const values = [Number(request.params.id)]
    return first(`DELETE FROM ${table} WHERE id = ? RETURNING ticker`, values) ?? reply.code(404).send(missing)
  })
}

/** The admin service: the ticker masters (spec back-office section 7; D-151). */
export function adminService(database: DatabaseSync, tokens: Tokens, log: (line: string) => void): FastifyInstance {
  const app = application(log)
  const sql = statements(database)
  requireToken(app, tokens)
  approvalRoutes(app, sql, treasuryMaster)
  cashRoutes(app, sql)
  approvalRoutes(app, sql, cryptocurrencyMaster)
  return app
}
