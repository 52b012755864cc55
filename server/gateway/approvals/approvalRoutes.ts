import { valueAt } from '../../../language/pointer.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { approvalBodies, type ApprovalPage } from '../../../language/approval.ts'
import type { Operation } from '../../../language/operations.ts'
import { plainText } from '../../../language/plainText.ts'
import { RECORD_ID } from '../../../language/recordId.ts'
import { subjectOf } from '../audit/approvalEvents.ts'
import type { StaffRequest } from '../audit/auditTrail.ts'
import { versionOf } from '../calls/claimedHeaders.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import { type GatewayContext, grantedPermissions } from '../core/gatewayContext.ts'
import { type StaffNames, staffNames } from '../core/staffNames.ts'
import { inputReader } from '../core/readInput.ts'
import { staffOf } from '../signIn/sessionGuard.ts'
import { assertPermitted } from '../signIn/permitted.ts'
import { assertFresh } from '../signIn/stepUp.ts'
import type { Approval } from '../../store/approvalRecord.ts'
import { detailOf, type Reader, rowOf } from './approvalView.ts'
import {
  type ApprovalParts,
  approve,
  assertFirst,
  assertSecond,
  dismissApproval,
  endApproval,
  isRequester,
} from './decideApproval.ts'
import { type OpenedApproval, opened, problemNow, readNow } from './openedApproval.ts'

const readList = inputReader<ListBody>(approvalBodies.list)
const readApproval = inputReader<FromSchema<typeof approvalBodies.approve>>(approvalBodies.approve)
const readRejection = inputReader<FromSchema<typeof approvalBodies.reject>>(approvalBodies.reject)

/** The approvals that are looked through, and those of one page. */
const MOST = 500
const PAGE = 50

/** The operations that need a second person and that this person may do. */
const ownOperations = ({ context, operations }: ApprovalParts, { session }: StaffRequest): readonly string[] => {
  const granted = grantedPermissions(context, session.data)
  return [...operations.values()]
    .filter(({ operation }) => operation.action?.secondApprover !== undefined && granted.includes(operation.permission))
    .map(({ operation }) => operation.id)
}

type ListBody = FromSchema<typeof approvalBodies.list>

const holds = (text: string, wanted: string | undefined): boolean =>
  wanted === undefined || text.toLowerCase().includes(wanted.trim().toLowerCase())

/** Whether an approval is one that the filters of a page let through. */
function passes({ operation, subject, request, decision }: Approval, wanted: ListBody, nameOf: StaffNames): boolean {
  const people = [request.requester, ...(decision === undefined ? [] : [decision.person])]
  return (
    (wanted.operation === undefined || operation === wanted.operation) &&
    people.flatMap((person) => [person.email, nameOf(person)]).some((text) => holds(text, wanted.person)) &&
    (holds(`${request.title} ${subject?.split('/')[1] ?? ''}`, wanted.record) ||
      wanted.subjects?.includes(subject ?? '') === true)
  )
}

const readerOf = async (context: GatewayContext, { session }: StaffRequest): Promise<Reader> => ({
  userId: session.data.userId,
  nameOf: await staffNames(context),
})

async function pageOf(parts: ApprovalParts, staff: StaffRequest, wanted: ListBody): Promise<ApprovalPage> {
  const { userId } = staff.session.data
  const before = wanted.before === undefined ? {} : { before: Date.parse(wanted.before) }
  const mine = { requestedBy: userId }
  const others = { operations: ownOperations(parts, staff), isOpen: wanted.view === 'review' }
  const query =
    wanted.view === 'mine' ? mine : wanted.view === 'review' ? { ...others, notRequestedBy: userId } : others
  const found = await parts.context.store.approvals
    .list({ ...query, ...before, limit: MOST })
    .catch(failWith('STORE_UNAVAILABLE'))
  const reader = await readerOf(parts.context, staff)
  const passing = found.filter((approval) => passes(approval, wanted, reader.nameOf))
  const rows = passing.slice(0, PAGE).map((approval) => rowOf(approval, reader))
  const last = passing.length > PAGE ? rows.at(-1)?.requestedAt : undefined
  const looked = found.length === MOST ? found.at(-1)?.requestedAt : undefined
  return { rows, next: last ?? (looked === undefined ? null : new Date(looked).toISOString()) }
}

const UUID = /^[0-9a-f-]{36}$/

/** No one learns whether there is an approval that they may not see. */
const noApproval = (): GatewayError =>
  new GatewayError('NOT_FOUND', { message: 'There is no such approval, or you may not decide about it.' })

async function found({ context, operations }: ApprovalParts, { params }: FastifyRequest): Promise<OpenedApproval> {
  const id = String(valueAt(params, '/id'))
  const approval = UUID.test(id)
    ? await context.store.approvals.find(id).catch(failWith('STORE_UNAVAILABLE'))
    : undefined
  if (approval === undefined) throw noApproval()
  return opened(operations, approval)
}

/** Checks that the person may see an approval: it is their own, or they may do what it asks for. */
function assertVisible({ context }: ApprovalParts, { approval, prepared }: OpenedApproval, staff: StaffRequest): void {
  const granted = grantedPermissions(context, staff.session.data)
  if (!isRequester(approval, staff) && !granted.includes(prepared.operation.permission)) throw noApproval()
}

/** The approvals that a request asks about: of one record, of a resource and its parts, or of a form. @throws GatewayError BAD_REQUEST, FORBIDDEN */
async function askedAbout({ context, operations }: ApprovalParts, request: FastifyRequest) {
  const { query } = request
  const [resource, id] = [valueAt(query, '/resource'), valueAt(query, '/id')]
  const isNamed = id === undefined || (typeof id === 'string' && RECORD_ID.test(id))
  if (typeof resource !== 'string' || !isNamed)
    throw new GatewayError('BAD_REQUEST', { message: 'Name a resource, and the id of one of its records if wanted.' })
  const read =
    operations.get(`${resource}.getOne`) ?? operations.get(`${resource}.list`) ?? operations.get(`${resource}.submit`)
  if (read === undefined) throw new GatewayError('NOT_FOUND')
  await assertPermitted(context, request, read.operation.permission, 'console.approvals', { about: resource })
  if (id !== undefined) return { subject: `${resource}/${id}` }
  const isOf = ({ definition }: Operation) => [definition.name, definition.partOf?.resource].includes(resource)
  return { operations: [...operations.values()].flatMap(({ operation }) => (isOf(operation) ? [operation.id] : [])) }
}

/** Adds the routes that read approvals: lists, the number that waits, those of one record, and one with its record. */
function registerReads(app: FastifyInstance, parts: ApprovalParts): void {
  const { approvals } = parts.context.store
  // By POST, because the filters are personal data (U20).
  app.post('/console/approvals', async (request) => pageOf(parts, staffOf(request), readList(request.body)))
  app.get('/console/approvals/waiting', async (request) => {
    const staff = staffOf(request)
    const mine = ownOperations(parts, staff)
    const count = await approvals.countFor(staff.session.data.userId, mine).catch(failWith('STORE_UNAVAILABLE'))
    return { count }
  })
  app.get('/console/approvals/about', async (request) => {
    const staff = staffOf(request)
    const about = await askedAbout(parts, request)
    const open = await approvals.list({ ...about, isOpen: true, limit: MOST }).catch(failWith('STORE_UNAVAILABLE'))
    const reader = await readerOf(parts.context, staff)
    if (!('subject' in about)) return { rows: open.map((each) => rowOf(each, reader)), next: null }
    const rows = open.map(async (each) => rowOf(each, reader, await problemNow(parts, each, staff)))
    return { rows: await Promise.all(rows), next: null }
  })
  app.get('/console/approvals/:id', async (request) => {
    const staff = staffOf(request)
    const own = await found(parts, request)
    assertVisible(parts, own, staff)
    const subject = subjectOf(own.approval)
    const seen = { staff, operation: own.approval.operation, subject }
    const now = await parts.views.watchRecord(seen, () => readNow(parts, own, staff))
    if (now.subject !== undefined && now.subject.id !== subject?.id)
      await parts.views.watchRecord({ ...seen, subject: now.subject }, async () => now)
    return detailOf(own, now, await readerOf(parts.context, staff))
  })
}

/** Adds the routes that decide: approve and reject for the second person, withdraw and dismiss for the first. */
function registerDecisions(app: FastifyInstance, parts: ApprovalParts): void {
  const { context } = parts
  const begin = async (request: FastifyRequest) => {
    const staff = staffOf(request)
    await context.store.sessions.touch(staff.session.id).catch(failWith('AUDIT_UNAVAILABLE'))
    return { staff, own: await found(parts, request) }
  }
  app.post('/console/approvals/:id/approve', async (request, reply) => {
    const { comment: typed = '', outcomeChecked } = readApproval(request.body ?? {})
    const { staff, own } = await begin(request)
    await assertSecond(context, own, staff)
    assertFresh(context, staff, own.prepared.operation.permission)
    const comment = plainText(typed)
    const consent = { comment, version: versionOf(request, own.prepared.operation), isChecked: outcomeChecked === true }
    const { status, body } = await approve(parts, own, staff, consent)
    return reply.code(status).send(body)
  })
  app.post('/console/approvals/:id/reject', async (request, reply) => {
    const comment = plainText(readRejection(request.body).comment)
    const { staff, own } = await begin(request)
    await assertSecond(context, own, staff)
    await endApproval(context, own.approval, staff, { state: 'rejected', comment })
    return reply.code(204).send()
  })
  app.post('/console/approvals/:id/withdraw', async (request, reply) => {
    const { staff, own } = await begin(request)
    await assertFirst(context, own, staff)
    await endApproval(context, own.approval, staff, { state: 'withdrawn', comment: '' })
    return reply.code(204).send()
  })
  app.post('/console/approvals/:id/dismiss', async (request, reply) => {
    const { staff, own } = await begin(request)
    await assertFirst(context, own, staff)
    await dismissApproval(context, own.approval, staff)
    return reply.code(204).send()
  })
}

/**
 * Adds the routes under `/console/approvals`, for actions that a second person approves. They work without `FOUR_EYES`
 * too, so that what waited when it was turned off can be looked up.
 */
export function registerApprovals(app: FastifyInstance, parts: ApprovalParts): void {
  registerReads(app, parts)
  registerDecisions(app, parts)
}
