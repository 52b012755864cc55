import { Readable } from 'node:stream'
import { idText, objectOf, pageText } from '../services/requestSchemas.ts'
import { exportAccounts } from './export.ts'
import type { FastifyInstance } from 'fastify'
import type { DatabaseSync } from 'node:sqlite'
import type { accountDetails } from './details.ts'
import type { AccountFilter, AccountList } from './list.ts'
import type { DataSource } from './load.ts'

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
    pages: pageText,
    status: { type: 'string', maxLength: 100 },
    search_key: { type: 'string', maxLength: 200 },
    pending_documents: flag,
    transfer_request: flag,
  },
}

const detailQuery = objectOf({ apex_account_id: idText })
const exportQuery = objectOf({}, { funds: flag })

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

interface AccountRouteParts {
  readonly list: AccountList
  readonly detail: ReturnType<typeof accountDetails>
  readonly database: DatabaseSync
  readonly source: DataSource
}

/** List, detail and export of accounts. */
export function accountRoutes(app: FastifyInstance, { list, detail, database, source }: AccountRouteParts): void {
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
