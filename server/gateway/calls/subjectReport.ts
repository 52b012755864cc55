import type { FastifyInstance } from 'fastify'
import { readingLabels, readingsNote } from '../../../language/auditView.ts'
import {
  annotatedPlaces,
  detailPlaces,
  type PersonalPlace,
  readPlaces,
  recordPlaces,
} from '../../../language/personal.ts'
import { isMasked } from '../../../language/pii.ts'
import type { Resource } from '../../../language/resource.ts'
import { recordEvent } from '../audit/auditTrail.ts'
import { auditLine } from '../audit/auditView.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import { extensionLabels, type GatewayContext } from '../core/gatewayContext.ts'
import { withinExportQuota } from './exportQuota.ts'
import type { Operations } from '../operations/preparedOperations.ts'
import { assertAuditReader } from '../signIn/permitted.ts'
import { isFresh } from '../signIn/stepUp.ts'
import { type AuditSubject, subjectKey } from '../../store/auditRecord.ts'
import type { View } from '../../store/views.ts'
import { subjectOfBody } from './viewed.ts'

/** Entries of each kind in one report; a record has rarely a hundred. */
const MOST = 5000

const moment = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

const placesOf = (definition: Resource): readonly PersonalPlace[] => [
  ...recordPlaces(definition),
  ...(definition.detail === null ? [] : detailPlaces(definition)),
  ...Object.keys(definition.reads).flatMap((name) => readPlaces(definition, name)),
  ...Object.values(definition.bindings).flatMap(({ response }) => annotatedPlaces(response.schema)),
]

/** The personal values that screens show of a record and its parts, by their places. No value is part of it. */
const shownOf = (definitions: readonly Resource[], { resource }: AuditSubject) =>
  definitions
    .filter(({ name, partOf }) => name === resource || partOf?.resource === resource)
    .flatMap((definition) =>
      [...new Map(placesOf(definition)).entries()].map(([place, pii]) => ({
        screen: definition.label,
        place,
        class: pii,
        inTheBrowser: isMasked(pii) ? 'masked' : 'whole',
      })),
    )

const howOf = ({ shownAt }: View): string => readingLabels[shownAt === null ? 'ahead' : 'shown']

/** Who has seen the record, then who was only sent it ahead as far as is known, each time the last one first. */
const seenBy = (views: readonly View[]) =>
  [readingLabels.shown, readingLabels.ahead].flatMap((how) => {
    const people = Map.groupBy(
      views.filter((view) => howOf(view) === how),
      ({ email }) => email,
    )
    return [...people].map(([person, own]) => ({
      person,
      how,
      times: own.length,
      first: moment(own.at(-1)?.at ?? null),
      last: moment(own[0]?.at ?? null),
    }))
  })

/** The operations that save a whole list as a file. */
const filesOfList = (operations: Operations, { resource }: AuditSubject): readonly string[] => [
  `${resource}.export`,
  ...[...operations.values()].flatMap(({ operation }) =>
    operation.resource === resource && operation.kind === 'download' && !operation.path.includes('{')
      ? [operation.id]
      : [],
  ),
]

async function reportOf(context: GatewayContext, operations: Operations, subject: AuditSubject) {
  const { store, console, config } = context
  const [entries, files, views, approvals] = await Promise.all([
    store.audit.search({ subject, limit: MOST + 1 }),
    store.audit.search({ operations: filesOfList(operations, subject), limit: MOST + 1 }),
    store.views.search({ subject, limit: MOST + 1 }),
    store.approvals.list({ subject: subjectKey(subject), limit: MOST + 1 }),
  ])
  const labels = extensionLabels(context)
  const linesOf = (found: typeof entries) =>
    found
      .slice(0, MOST)
      .map((entry) => auditLine(entry, operations, labels))
      .map(({ seq, at, person, operation, label, reason, result }) => ({
        number: seq,
        at: moment(at),
        person,
        operation,
        label,
        reason,
        result,
      }))
  return {
    product: config.productName,
    record: subject,
    isComplete: [entries, files, views, approvals].every(({ length }) => length <= MOST),
    shown: shownOf(console.model.definitions, subject),
    note: readingsNote,
    seenBy: seenBy(views),
    views: views.slice(0, MOST).map((view) => ({
      person: view.email,
      operation: view.operation,
      how: howOf(view),
      readAt: moment(view.at),
      shownAt: moment(view.shownAt),
    })),
    trail: linesOf(entries),
    // Which records a file of the list had is not on record: it may have had this one.
    filesOfItsList: linesOf(files),
    approvals: approvals.slice(0, MOST).map(({ operation, state, request, requestedAt, decidedAt, decision }) => ({
      operation,
      title: request.title,
      state,
      requestedBy: request.requester.email,
      requestedAt: moment(requestedAt),
      decidedBy: decision?.person.email ?? null,
      decidedAt: moment(decidedAt),
    })),
  }
}

/**
 * Adds `POST /console/report`: what the console holds about one record and who has seen it, as a file, for people who
 * may read the audit trail, after a fresh sign-in. Each report is on record and counts as an export.
 */
export function registerReport(app: FastifyInstance, context: GatewayContext, operations: Operations): void {
  const { store } = context
  app.post('/console/report', async (request, reply) => {
    const staff = await assertAuditReader(context, request, 'console.report')
    const subject = subjectOfBody(request.body)
    if (
      operations.get(`${subject.resource}.list`) === undefined &&
      operations.get(`${subject.resource}.getOne`) === undefined
    )
      throw new GatewayError('NOT_FOUND', { message: 'There are no such records.' })
    if (!isFresh(context, staff)) throw new GatewayError('STEP_UP')
    const report = await withinExportQuota(context, staff, 'console.report', async () => {
      const made = await reportOf(context, operations, subject).catch(
        failWith('AUDIT_UNAVAILABLE', { message: 'What is on record cannot be read. Try again.' }),
      )
      await recordEvent(
        store,
        `${subject.resource}.report`,
        staff,
        { result: 'ok', target: `id=${subject.id}` },
        subject,
      )
      return made
    })
    const madeAt = new Date(context.now()).toISOString()
    void reply.header(
      'content-disposition',
      `attachment; filename="report-${subject.resource}-${subject.id.replaceAll(/[^A-Za-z0-9._-]/g, '_')}-${madeAt.slice(0, 10)}.json"`,
    )
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ ...report, madeAt, madeBy: staff.session.data.email }, null, 2))
  })
}
