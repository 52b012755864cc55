import { application } from '../../../server/embedded/application.ts'
import { statements, type Statements } from '../../../server/embedded/database.ts'
import { requireToken } from '../../../server/embedded/tokens.ts'
import { idText, objectOf } from '../services/requestSchemas.ts'
import { cashRoutes } from './cashMaster.ts'
import type { FastifyInstance } from 'fastify'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Tokens } from '../../../server/embedded/tokens.ts'

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

const params = { type: 'object', properties: { id: idText } } as const

/** Listing, approving and removing tickers; a change answers with the ticker alone (spec back-office section 7). */
function approvalRoutes(app: FastifyInstance, { all, first }: Statements, master: ApprovalMaster): void {
  const { path, table, flag, read, write } = master
  const missing = { message: 'Ticker not found' }
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
