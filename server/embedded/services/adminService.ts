import { statements } from '../accounts/statements.ts'
import { application } from './application.ts'
import { requireToken } from './tokens.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import type { Tokens } from './tokens.ts'

const params = { type: 'object', properties: { id: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } } }
const approval = { type: 'object', required: ['isapproved'], properties: { isapproved: { type: 'boolean' } } }

/** The admin service: the treasury master (spec back-office section 7). */
export function adminService(database: DatabaseSync, tokens: Tokens, log: (line: string) => void): FastifyInstance {
  const app = application(log)
  const { all, first } = statements(database)
  const missing = { message: 'Ticker not found' }
  requireToken(app, tokens)
  app.get('/treasuries-master', async () =>
    all('SELECT id, ticker, isapproved FROM treasuries ORDER BY id').map((row) => ({
      id: row['id'],
      ticker: row['ticker'],
      isapproved: row['isapproved'] === 1,
    })),
  )
  app.patch<{ Params: { id: string }; Body: { isapproved: boolean } }>(
    '/treasuries-master/:id',
    { schema: { params, body: approval } },
    async (request, reply) => {
      const values = [Number(request.body.isapproved), Number(request.params.id)]
      const row = first('UPDATE treasuries SET isapproved = ? WHERE id = ? RETURNING ticker', values)
      return row ? { ticker: row['ticker'] } : reply.code(404).send(missing)
    },
  )
  app.delete<{ Params: { id: string } }>('/treasuries-master/:id', { schema: { params } }, async (request, reply) => {
    const row = first('DELETE FROM treasuries WHERE id = ? RETURNING ticker', [Number(request.params.id)])
    return row ? { ticker: row['ticker'] } : reply.code(404).send(missing)
  })
  return app
}
