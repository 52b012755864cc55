import { sponsors } from '../data/sponsors.ts'
import { pageQuery, REFERENCE_PAGE_SIZE } from './pageQuery.ts'
import type { FastifyInstance } from 'fastify'
import type { PageCall } from './pageQuery.ts'

/** Sponsored placements, whose answer does not say how many pages there are (spec back-office section 7; D-162). */
export function sponsorRoutes(app: FastifyInstance, seed: number): void {
  const rows = sponsors(seed)
  app.get<PageCall>('/sponsor/get_details', { schema: { querystring: pageQuery } }, async ({ query }) => {
    const skip = (Number(query.page ?? 1) - 1) * REFERENCE_PAGE_SIZE
    return { data: { result: rows.slice(skip, skip + REFERENCE_PAGE_SIZE) } }
  })
}
