import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import type { HistoryPage } from '../../../language/history.ts'
import { expireApprovals, requestedTargets } from '../audit/approvalEvents.ts'
import { recordEvent, type StaffRequest, unreadable } from '../audit/auditTrail.ts'
import { historyEvent } from '../audit/historyEvent.ts'
import { isOfChange, statesAfter } from '../audit/statesAfter.ts'
import type { AuditEntry } from '../../store/auditSearch.ts'
import { GatewayError } from '../core/errors.ts'
import { extensionLabels, forbidden, type GatewayContext, grantedPermissions } from '../core/gatewayContext.ts'
import { inputReader, recordName } from '../core/readInput.ts'
import type { Operations } from '../operations/preparedOperations.ts'
import type { ViewLog } from './viewLog.ts'
import { staffOf } from '../signIn/sessionGuard.ts'

type HistoryRequest = ReturnType<typeof historyRequestOf>

export const historyQuery = {
  type: 'object',
  additionalProperties: false,
  required: ['resource', 'id'],
  properties: {
    ...recordName,
    /** Only entries older than the one with this number. */
    before: { type: 'string', pattern: '^[1-9][0-9]{0,15}$' },
  },
} as const

const readQuery = inputReader<FromSchema<typeof historyQuery>>(historyQuery)

function historyRequestOf(query: unknown) {
  const { resource, id, before } = readQuery(query)
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
  context: GatewayContext,
  operations: Operations,
  asked: HistoryRequest,
  { session }: StaffRequest,
): Promise<HistoryPage> {
  const found = await expireApprovals(context)
    .then(() => context.store.audit.history({ ...asked, limit: PAGE + 1 }))
    .catch(unreadable)
  const hasMore = found.length > PAGE
  const read = found.slice(0, PAGE)
  const isOwn = ({ record }: AuditEntry) => !isOfChange(record)
  // What was read after a change is on the page of that change.
  const page = hasMore ? read.slice(0, read.findLastIndex(isOwn) + 1) : read
  const known = {
    userId: session.data.userId,
    operations,
    labels: extensionLabels(context),
    read: statesAfter(page),
    requested: await requestedTargets(context, asked.subject, page).catch(unreadable),
  }
  const events = page.filter(isOwn).map((entry) => historyEvent(entry, known))
  return { events, next: hasMore ? ((page.at(-1) ?? read.at(-1))?.seq ?? null) : null }
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
  app.get('/console/history', async (request) => {
    const asked = historyRequestOf(request.query)
    const staff = staffOf(request)
    await assertPermitted(context, operations, asked, staff)
    const seen = { staff, operation: `${asked.subject.resource}.history`, subject: asked.subject }
    return views.watchRecord(seen, () => pageOf(context, operations, asked, staff))
  })
}
