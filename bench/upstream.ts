import Fastify, { type FastifyInstance } from 'fastify'
import fastifyStatic from '@fastify/static'

const PER_PAGE = 50
const PAGES = 100
const statuses = ['COMPLETE', 'SUSPENDED', 'ACTION_REQUIRED', 'SUBMIT_FAILED', 'PENDING']

const rowAt = (index: number) => ({
  id: index + 1,
  name: `Customer Number ${index + 1}`,
  user__email: `customer.${index + 1}@example.test`,
  user__id: 100_000 + index,
  user__is_test: index % 7 === 0,
  account_no: `9ZZ${10_000 + index}`,
  request_time: new Date(Date.UTC(2026, 2, 4, 18, 22) - index * 3_600_000).toISOString(),
  bank_account: index % 3 === 0 ? null : `****${1000 + index}`,
  status: statuses[index % statuses.length],
  pending_documents: index % 4,
  is_restricted: index % 11 === 0,
  apex_account_restricted: index % 13 === 0,
  is_active: true,
  profile_utm: [{ utm_campaign: 'spring', utm_medium: 'email', utm_source: 'newsletter' }],
})

const rowsFrom = (start: number, count: number) => Array.from({ length: count }, (_, offset) => rowAt(start + offset))

const staff = {
  token: 'f'.repeat(40),
  profile: {
    user: { id: 1, email: 'admin@countersign.test' },
    first_name: 'Ada',
    last_name: 'Mint',
    terms_agreed: 1,
    new_user: false,
  },
  self_role: 'admin',
  client_exist: false,
  user_advisor_menu: [],
  is_staff: true,
}

/**
 * One upstream for both contenders, so that neither has the faster database: the console's calls under `/main`, the
 * same rows in the simple-rest dialect under `/api`, and the built baseline at the root.
 */
export async function startUpstream(baselineDir: string): Promise<{ url: string; close(): Promise<void> }> {
  const app: FastifyInstance = Fastify()
  app.get<{ Querystring: { pages?: string } }>('/main/user/apex/get_apex_accounts', (request) => ({
    apex_accounts: rowsFrom((Number(request.query.pages ?? 1) - 1) * PER_PAGE, PER_PAGE),
    total_pages: PAGES,
    status: statuses,
  }))
  app.post('/main/v1/validate-okta-user', () => staff)
  app.get<{ Querystring: { range?: string } }>('/api/accounts', (request, reply) => {
    const [first = 0, last = PER_PAGE - 1] = JSON.parse(request.query.range ?? '[]') as number[]
    void reply.header('content-range', `accounts ${first}-${last}/${PAGES * PER_PAGE}`)
    return rowsFrom(first, last - first + 1)
  })
  await app.register(fastifyStatic, { root: baselineDir })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}
