import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import type { HistoryPage } from '../../../language/evidence.ts'
import { RECORD_ID } from '../../../language/recordId.ts'
import { recordEvent, staffRequest, type StaffRequest } from '../audit/auditTrail.ts'
import { historyEvent, isOfChange } from '../audit/historyEvent.ts'
import { GatewayError } from '../core/errors.ts'
import { forbidden, type GatewayContext, grantedPermissions } from '../core/gatewayContext.ts'
import { perSession } from '../http/requestChecks.ts'
import { explain, type Operations } from '../operations/preparedOperations.ts'
import type { ViewLog } from './viewLog.ts'
import { sessionOf } from '../signIn/sessionGuard.ts'

/** The request of `GET /console/history`. */
type HistoryRequest = ReturnType<typeof historyRequestOf>

interface Query {
  readonly resource: string
  readonly id: string
  /** Only entries older than the one with this number. */
  readonly before?: string
}

const name = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' } as const

/** JSON Schema of the query of `GET /console/history`. */
export const historyQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['resource', 'id'],
  properties: {
    resource: name,
    id: { type: 'string', pattern: RECORD_ID.source },
    before: { type: 'string', pattern: '^[1-9][0-9]{0,15}$' },
  },
} as const

const isQuery = new Ajv().compile<Query>(historyQuery)

/** Reads the query. @throws GatewayError BAD_REQUEST with the problem, never a value */
function historyRequestOf(query: unknown) {
  if (!isQuery(query)) throw new GatewayError('BAD_REQUEST', { message: explain(isQuery.errors) })
  const { resource, id, before } = query
  return { subject: { resource, id }, before: before === undefined ? undefined : Number(before) }
}

/** Entries of one answer. */
const PAGE = 100

/** Checks that the person may read the record, and so its history. A refusal is recorded. */
async function assertPermitted(
  context: GatewayContext,
  operations: Operations,
  { subject }: HistoryRequest,
  staff: StaffRequest,
): Promise<void> {
  const { resource, id } = subject
  const permission = operations.get(`${resource}.getOne`)?.operation.permission
  if (permission === undefined) throw new GatewayError('NOT_FOUND', { message: 'There is no history of such records.' })
  if (grantedPermissions(context, staff.session.data).includes(permission)) return
  const details = { result: 'refused', permission, target: `id=${id}` }
  await recordEvent(context.store, `${resource}.history`, staff, details)
  throw forbidden(context, permission)
}

async function pageOf(
  { store, console }: GatewayContext,
  operations: Operations,
  asked: HistoryRequest,
): Promise<HistoryPage> {
  const found = await store.audit.history({ ...asked, limit: PAGE + 1 }).catch((cause: unknown) => {
    throw new GatewayError('AUDIT_UNAVAILABLE', { message: 'The audit trail cannot be read. Try again.', cause })
  })
  const labels = Object.fromEntries(console.extensions.flatMap((extension) => Object.entries(extension.labels)))
  const page = found.slice(0, PAGE)
  const events = page
    .filter(({ record }) => !isOfChange(record))
    .map((entry) => historyEvent(entry, operations, labels))
  return { events, next: found.length > PAGE ? (page.at(-1)?.seq ?? null) : null }
}

/**
 * Adds `GET /console/history?resource=books&id=4108`: what staff did or tried to do to one record and its nested records,
 * newest first, in pages (`before`: the `next` of the previous page). It answers a `HistoryPage`, calls no service, and
 * is recorded as a reading of the record.
 */
export function registerHistory(
  app: FastifyInstance,
  context: GatewayContext,
  operations: Operations,
  views: ViewLog,
): void {
  const options = { config: { rateLimit: perSession(context.limits.sessionRate) } }
  app.get('/console/history', options, async (request, reply) => {
    const asked = historyRequestOf(request.query)
    const staff = staffRequest(request, sessionOf(request))
    await assertPermitted(context, operations, asked, staff)
    const seen = { staff, operation: `${asked.subject.resource}.history`, subject: asked.subject }
    const page = await views.watchRecord(seen, () => pageOf(context, operations, asked))
    return reply.header('cache-control', 'no-store').send(page)
  })
}
