import { Ajv, type JSONSchemaType } from 'ajv'
import type { FastifyInstance } from 'fastify'
import type { HistoryPage } from '../../../language/history.ts'
import { recordEvent, staffRequest, type StaffRequest } from '../audit/auditTrail.ts'
import { historyEvent } from '../audit/historyEvent.ts'
import { GatewayError } from '../core/errors.ts'
import { type GatewayContext, grantedPermissions } from '../core/gatewayContext.ts'
import { perSession } from '../http/requestChecks.ts'
import { explain, type Operations } from '../operations/preparedOperations.ts'
import { sessionOf } from '../signIn/sessionGuard.ts'
import type { AuditSubject } from '../../store/auditRecord.ts'

/** What `GET /console/history` asks for. */
export interface HistoryRequest {
  readonly subject: AuditSubject
  /** The number of the entry that the wanted ones are older than. */
  readonly before: number | undefined
}

interface Query {
  readonly resource: string
  readonly id: string
  readonly before?: string
}

const name = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' } as const

const schema: JSONSchemaType<Query> = {
  type: 'object',
  additionalProperties: false,
  required: ['resource', 'id'],
  properties: {
    resource: name,
    id: name,
    before: { type: 'string', pattern: '^[1-9][0-9]{0,15}$', nullable: true },
  },
}

const isQuery = new Ajv().compile(schema)

/** The query, checked. @throws GatewayError BAD_REQUEST that says what is wrong, never repeating a value */
function historyRequestOf(query: unknown): HistoryRequest {
  if (!isQuery(query)) throw new GatewayError('BAD_REQUEST', { message: explain(isQuery.errors) })
  const { resource, id, before } = query
  return { subject: { resource, id }, before: before === undefined ? undefined : Number(before) }
}

/** Entries of one answer. */
const PAGE = 100

/** Whoever may read the record may read what was done to it; a refusal is on record. */
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
  throw new GatewayError('FORBIDDEN')
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
  const events = found.slice(0, PAGE).map((entry) => historyEvent(entry, operations, labels))
  return { events, next: found.length > PAGE ? (events.at(-1)?.seq ?? null) : null }
}

/**
 * `GET /console/history?resource=books&id=4108`: what staff did to one record and to its parts, or tried, newest
 * first, in pages (`before`: the `next` of the page before). Answers a `HistoryPage`; nothing is asked of any service.
 */
export function registerHistory(app: FastifyInstance, context: GatewayContext, operations: Operations): void {
  const options = { config: { rateLimit: perSession(context.limits.sessionRate) } }
  app.get('/console/history', options, async (request, reply) => {
    const asked = historyRequestOf(request.query)
    await assertPermitted(context, operations, asked, staffRequest(request, sessionOf(request)))
    return reply.header('cache-control', 'no-store').send(await pageOf(context, operations, asked))
  })
}
