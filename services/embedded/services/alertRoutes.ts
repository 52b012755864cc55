import { pageQuery, REFERENCE_PAGE_SIZE } from './pageQuery.ts'
import type { FastifyInstance } from 'fastify'
import type { alertsNow } from '../reference/alerts.ts'
import type { PageCall } from './pageQuery.ts'

/** Alerts (spec back-office section 7, 'Alerts and sponsors'; D-161). */
export function alertRoutes(app: FastifyInstance, alerts: ReturnType<typeof alertsNow>): void {
  app.get<PageCall>('/user/apex/admin/alerts', { schema: { querystring: pageQuery } }, async ({ query }) => {
    const [page, rows] = [Number(query.page ?? 1), await alerts()]
    const skip = (page - 1) * REFERENCE_PAGE_SIZE
    const result = rows.slice(skip, skip + REFERENCE_PAGE_SIZE)
    return { data: { result, total_pages: Math.ceil(rows.length / REFERENCE_PAGE_SIZE) }, page }
  })
}
