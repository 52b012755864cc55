/** Rows of a page of the reference lists (spec back-office section 9). */
export const REFERENCE_PAGE_SIZE = 20

/** The query of a list that is paged from 1 on. */
export const pageQuery = {
  type: 'object',
  properties: { page: { type: 'string', pattern: '^[1-9][0-9]{0,8}$' } },
} as const

/** A call of such a list. */
export interface PageCall {
  readonly Querystring: { readonly page?: string }
}
