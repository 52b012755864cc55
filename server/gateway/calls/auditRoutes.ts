import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { provenLines, tableOf } from '../audit/auditExport.ts'
import { auditExportOf, auditSearchOf, recordedFilter } from '../audit/auditFilter.ts'
import { recordEvent, unreadable } from '../audit/auditTrail.ts'
import { auditPage, doneByNoPerson, searchedIn } from '../audit/auditPages.ts'
import { auditRecordView } from '../audit/auditView.ts'
import { settlementOf, settleOutcome } from '../audit/settleOutcome.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import { extensionLabels, type GatewayContext } from '../core/gatewayContext.ts'
import { abandonedBy } from '../core/limits.ts'
import { withinExportQuota } from './exportQuota.ts'
import type { Operations } from '../operations/preparedOperations.ts'
import { frameworkPermissions } from '../../../language/registry.ts'
import { OUTCOME_SETTLED } from '../../store/auditRecord.ts'
import { assertAuditReader, assertPermitted } from '../signIn/permitted.ts'
import { isFresh } from '../signIn/stepUp.ts'

/** Entries of one file. */
const EXPORTED = 100_000

/** The attempt of a person who may not settle outcomes: it is about no record. */
const SETTLE = `console.${OUTCOME_SETTLED}`

const noRecord = () => new GatewayError('NOT_FOUND', { message: 'There is no such record.' })

/** The number of a record in an address. */
function seqIn({ seq }: { readonly seq: string }): number {
  if (!/^[1-9]\d{0,14}$/.test(seq)) throw noRecord()
  return Number(seq)
}

/** Adds `POST /console/audit/{seq}/settle`, which records how an unknown outcome was settled. */
function registerSettling(app: FastifyInstance, context: GatewayContext): void {
  app.post<{ Params: { seq: string } }>('/console/audit/:seq/settle', async (request) => {
    const seq = seqIn(request.params)
    await assertAuditReader(context, request, SETTLE, { entry: seq })
    const staff = await assertPermitted(context, request, frameworkPermissions.settleOutcomes, SETTLE, { entry: seq })
    const body = settlementOf(request.body)
    await context.store.sessions.touch(staff.session.id).catch(failWith('AUDIT_UNAVAILABLE'))
    return settleOutcome(context, staff, seq, body)
  })
}

/**
 * Adds `POST /console/audit`, the entries of the audit trail that match a filter, `GET /console/audit/{seq}`, one record
 * with its proof, and `POST /console/audit/export`, the matching records as NDJSON with their proofs or as a table, then
 * what was seen where the search shows it, which needs a fresh sign-in. `POST /console/audit/{seq}/settle` records how an
 * unknown outcome was settled. Each search, each record and each export is on record itself.
 */
export function registerAudit(app: FastifyInstance, context: GatewayContext, operations: Operations): void {
  const { store, limits, console } = context
  const { audit } = store
  const asking = doneByNoPerson(console.extensions, operations)
  const labels = extensionLabels(context)
  registerSettling(app, context)

  app.post('/console/audit', async (request) => {
    const staff = await assertAuditReader(context, request, 'console.audit')
    const { asked, filter, before, beforeReading } = await auditSearchOf(request.body, store, { operations, labels })
    const query = { filter, show: asked.show, before, beforeReading }
    const page = await auditPage({ store, operations, asked: asking, labels, now: context.now() }, query).catch(
      unreadable,
    )
    // Once for each search, whose later pages are the same one.
    if (before === undefined)
      await recordEvent(store, 'console.audit', staff, { result: 'ok', filter: recordedFilter(asked, audit) })
    return page
  })

  app.get<{ Params: { seq: string } }>('/console/audit/:seq', async (request) => {
    const staff = await assertAuditReader(context, request, 'console.auditRecord')
    const seq = seqIn(request.params)
    const proof = await audit.proof(seq).catch(unreadable)
    if (proof === undefined) throw noRecord()
    const newest = store.checkpoints?.state().newest ?? null
    await recordEvent(store, 'console.auditRecord', staff, { result: 'ok', record: seq })
    return auditRecordView(proof, newest, { operations, labels })
  })

  app.post('/console/audit/export', async (request, reply) => {
    const staff = await assertAuditReader(context, request, 'console.exportAudit')
    const { asked, filter, format = 'ndjson' } = await auditExportOf(request.body, store, { operations, labels })
    if (!isFresh(context, staff)) throw new GatewayError('STEP_UP')
    const searched = searchedIn({ operations, asked: asking }, { filter, show: asked.show })
    const entries = await audit.count(searched.filter, EXPORTED).catch(unreadable)
    const { reading } = searched
    const readings = reading === undefined ? 0 : await store.views.count(reading, EXPORTED).catch(unreadable)
    if (entries + readings > EXPORTED)
      throw new GatewayError('BAD_REQUEST', {
        message: 'More than 100,000 entries match. Choose a shorter time or more filters.',
      })
    const signal = abandonedBy(reply, limits.exportMs)
    const release = await withinExportQuota(context, staff, 'console.exportAudit', () =>
      context.downloads.take(staff.session.data.userId, signal),
    )
    reply.raw.once('close', release)
    await recordEvent(store, 'console.exportAudit', staff, {
      result: 'ok',
      entries,
      readings,
      format,
      filter: recordedFilter(asked, audit),
    })
    const day = new Date(context.now()).toISOString().slice(0, 10)
    void reply.header('content-disposition', `attachment; filename="audit-${day}.${format}"`)
    if (format === 'csv')
      return reply
        .type('text/csv; charset=utf-8')
        .send(Readable.from(tableOf(context, searched, { operations, labels })))
    return reply.type('application/x-ndjson').send(Readable.from(provenLines(context, searched, staff.requestId)))
  })
}
