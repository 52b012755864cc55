import { missingTicker, tickerParams } from './tickerParams.ts'
import type { FastifyInstance } from 'fastify'
import type { statements } from '../../../server/embedded/statements.ts'

const approval = { type: 'object', required: ['isapproved'], properties: { isapproved: { type: 'boolean' } } }

/** The treasury master (spec back-office section 7). */
export function treasuryRoutes(app: FastifyInstance, { all, first }: ReturnType<typeof statements>): void {
  app.get('/treasuries-master', async () =>
    all('SELECT id, ticker, isapproved FROM treasuries ORDER BY id').map((row) => ({
      id: row['id'],
      ticker: row['ticker'],
      isapproved: row['isapproved'] === 1,
    })),
  )
  app.patch<{ Params: { id: string }; Body: { isapproved: boolean } }>(
    '/treasuries-master/:id',
    { schema: { params: tickerParams, body: approval } },
    async (request, reply) => {
      const values = [Number(request.body.isapproved), Number(request.params.id)]
      const row = first('UPDATE treasuries SET isapproved = ? WHERE id = ? RETURNING ticker', values)
      return row ? { ticker: row['ticker'] } : reply.code(404).send(missingTicker)
    },
  )
  app.delete<{ Params: { id: string } }>(
    '/treasuries-master/:id',
    { schema: { params: tickerParams } },
    async (request, reply) => {
      const row = first('DELETE FROM treasuries WHERE id = ? RETURNING ticker', [Number(request.params.id)])
      return row ? { ticker: row['ticker'] } : reply.code(404).send(missingTicker)
    },
  )
}
