import { Readable } from 'node:stream'
import { exportAccounts } from '../accounts/export.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import type { accountDetails } from '../accounts/details.ts'
import type { AccountFilter } from '../accounts/filter.ts'
import type { AccountList } from '../accounts/list.ts'
import type { DataSource } from '../accounts/load.ts'

interface ListQuery {
  readonly pages?: string
  readonly status?: string
  readonly search_key?: string
  readonly pending_documents?: string
  readonly transfer_request?: string
}

const flag = { enum: ['', 'true', 'false', 'True', 'False'] } as const
const listQuery = {
  type: 'object',
  properties: {
    pages: { type: 'string', pattern: '^[1-9][0-9]{0,8}$' },
    status: { type: 'string', maxLength: 100 },
    search_key: { type: 'string', maxLength: 200 },
    pending_documents: flag,
    transfer_request: flag,
  },
}
const detailQuery = {
  type: 'object',
  required: ['apex_account_id'],
  properties: { apex_account_id: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } },
}
const exportQuery = { type: 'object', properties: { funds: flag } }

const isTrue = (value: string | undefined): boolean => value?.toLowerCase() === 'true'

function filterOf(query: ListQuery): AccountFilter {
  const search = query.search_key?.replaceAll('\0', '').trim()
  return {
    ...(query.status ? { status: query.status } : {}),
    ...(search ? { search } : {}),
    pendingDocuments: isTrue(query.pending_documents),
    openTransfer: isTrue(query.transfer_request),
  }
}

/** What the read routes stand on. */
interface ReadParts {
  readonly list: AccountList
  readonly detail: ReturnType<typeof accountDetails>
  readonly database: DatabaseSync
  readonly source: DataSource
}

/** List, detail and export of accounts. */
export function accountReadRoutes(app: FastifyInstance, { list, detail, database, source }: ReadParts): void {
  app.get<{ Querystring: ListQuery }>(
    '/user/apex/get_apex_accounts',
    { schema: { querystring: listQuery } },
    async ({ query }) => list.page(filterOf(query), Number(query.pages ?? 1)),
  )
  app.get<{ Querystring: { apex_account_id: string } }>(
    '/user/apex/get_apex_details_for_account',
    { schema: { querystring: detailQuery } },
    async ({ query }, reply) =>
      detail(Number(query.apex_account_id))?.detail ?? reply.code(404).send({ message: 'Account not found' }),
  )
  app.get<{ Querystring: { funds?: string } }>(
    '/export-account-list',
    { schema: { querystring: exportQuery } },
    async ({ query }, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="Account List.csv"')
        .send(Readable.from(exportAccounts(database, source, isTrue(query.funds)))),
  )
}
