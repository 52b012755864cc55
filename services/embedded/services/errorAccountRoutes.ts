import { pageQuery, REFERENCE_PAGE_SIZE } from './pageQuery.ts'
import type { FastifyInstance } from 'fastify'
import type { errorAccounts } from '../reference/errorAccounts.ts'
import type { PageCall } from './pageQuery.ts'

/** Accounts whose set-up failed (D-159). The page count comes as text, which other services send as a number. */
export function errorAccountRoutes(app: FastifyInstance, list: ReturnType<typeof errorAccounts>): void {
  app.get<PageCall>('/user/apex/admin/error_accounts', { schema: { querystring: pageQuery } }, async ({ query }) => ({
    result: list.rows((Number(query.page ?? 1) - 1) * REFERENCE_PAGE_SIZE, REFERENCE_PAGE_SIZE),
    total_pages: String(Math.ceil(list.count() / REFERENCE_PAGE_SIZE)),
  }))
}
