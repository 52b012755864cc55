import { missingTicker, tickerParams } from './tickerParams.ts'
import type { FastifyInstance } from 'fastify'
import type { statements } from '../../../server/embedded/statements.ts'

const approval = { type: 'object', required: ['is_approved'], properties: { is_approved: { type: 'boolean' } } }

/** The cryptocurrency master (spec back-office section 7, 'Crypto master'); approving answers with the ticker. */
export function cryptocurrencyRoutes(app: FastifyInstance, { all, first }: ReturnType<typeof statements>): void {
  app.get('/cryptocurrency-master', async () =>
    all('SELECT id, ticker, is_approved FROM crypto_tickers ORDER BY id').map((row) => ({
      id: row['id'],
      ticker: row['ticker'],
      is_approved: JSON.parse(String(row['is_approved'])) as unknown,
    })),
  )
  app.patch<{ Params: { id: string }; Body: { is_approved: boolean } }>(
    '/cryptocurrency-master/:id',
    { schema: { params: tickerParams, body: approval } },
    async (request, reply) => {
      const values = [JSON.stringify(request.body.is_approved), Number(request.params.id)]
      const row = first('UPDATE crypto_tickers SET is_approved = ? WHERE id = ? RETURNING ticker', values)
      return row ? { ticker: row['ticker'] } : reply.code(404).send(missingTicker)
    },
  )
  app.delete<{ Params: { id: string } }>(
    '/cryptocurrency-master/:id',
    { schema: { params: tickerParams } },
    async (request, reply) => {
      const row = first('DELETE FROM crypto_tickers WHERE id = ? RETURNING ticker', [Number(request.params.id)])
      return row ? { ticker: row['ticker'] } : reply.code(404).send(missingTicker)
    },
  )
}
