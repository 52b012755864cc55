import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isEdit } from '../../../language/availability.ts'
import type { Upload } from '../../../language/binding.ts'
import { recordRefusal } from '../audit/auditTrail.ts'
import { addFirstSeen } from './addFirstSeen.ts'
import { admitChange, admitRecord, type Guard } from './admit.ts'
import { approvalReasonIn, claimedOwnerIn, claimedOwner, confirmationIn, ownerOf, versionOf } from './claimedHeaders.ts'
import type { StatedCall } from './currentRecord.ts'
import { attemptedSubject } from './formRecord.ts'
import { callForJson } from './sendCall.ts'
import { type OperationCall, callFor } from './operationCall.ts'
import { withinExportQuota } from './exportQuota.ts'
import { runExport } from './runExport.ts'
import { runDownload } from './runDownload.ts'
import type { ViewLog } from './viewLog.ts'
import { type Admitted, isRepeatGuarded, runMutation } from './runMutation.ts'
import type { AuditSubject } from '../../store/auditRecord.ts'
import { type Answer, failWith, GatewayError } from '../core/errors.ts'
import { forbidden, type GatewayContext } from '../core/gatewayContext.ts'
import { abandonedBy, deadline } from '../core/limits.ts'
import { assertInputs, assertNoSsn } from '../operations/assertInputs.ts'
import { inputsIn, type RawRequest, readRequest } from '../operations/operationRequest.ts'
import type { Operations, PreparedOperation } from '../operations/preparedOperations.ts'
import { isPermitted } from '../signIn/permitted.ts'
import { staffOf } from '../signIn/sessionGuard.ts'
import { assertFresh } from '../signIn/stepUp.ts'
import type { UploadFolder } from '../uploads/uploadFolder.ts'
import { createUploadReceiver, type UploadReceiver } from '../uploads/uploadReceiver.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

const JSON_TYPE = 'application/json; charset=utf-8'

/** A permitted change as it came. */
export interface ChangeRequest extends StatedCall {
  readonly raw: RawRequest
  readonly idempotencyKey: string
  readonly isChecked: boolean
  /** Why a second person should approve it, where the action itself asks for no reason. */
  readonly approvalReason: string | undefined
  /** Checks the change against its record and the rules of the console. */
  readonly admit: () => Promise<Admitted>
}

/** What may happen to a change instead of being sent at once. */
export interface SecondPerson {
  /** True for a change that waits for a second person. */
  readonly isNeeded: (call: ChangeRequest) => boolean
  readonly request: (call: ChangeRequest) => Promise<Answer>
}

/** The context with the check of every change before it is recorded. */
interface Gate extends GatewayContext {
  readonly secondPerson: SecondPerson
  admit(call: StatedCall): Promise<Admitted>
  /** The record of an attempt without the permission, where its values do not name it and it may be read for it. */
  attempted(call: Omit<OperationCall, 'signal'>): Promise<AuditSubject | undefined>
}

/** The operation that a request names; the method must be the operation's. */
function operationOf(operations: Operations, { headers, method }: FastifyRequest): PreparedOperation {
  const prepared = operations.get(String(headers['x-operation'] ?? ''))
  if (prepared === undefined) throw new GatewayError('NOT_FOUND')
  if (prepared.operation.browserMethod !== method) throw new GatewayError('METHOD_NOT_ALLOWED')
  return prepared
}

/**
 * Checks the permission, then the inputs of the action. An attempt without the permission is recorded with its target,
 * and learns nothing about the inputs.
 */
async function assertPermitted(
  context: Gate,
  request: FastifyRequest,
  call: Omit<OperationCall, 'signal'>,
): Promise<void> {
  const { prepared, checked, staff } = call
  const { operation } = prepared
  const { permission, action } = operation
  if (await isPermitted(context, staff, permission)) {
    // Before anything is recorded: a call that is not configured is not an attempt.
    callFor(prepared)
    // Whether an Edit form shows an input depends on the record, which is read later.
    if (action !== undefined && !isEdit(action)) assertInputs(prepared, inputsIn(operation, checked))
    assertNoSsn(operation, inputsIn(operation, checked))
    assertFresh(context, staff, permission)
    return
  }
  const subject = await context.attempted(call)
  await recordRefusal(
    context.store,
    { operation, checked, staff, subject },
    { permission, ...claimedOwner(request, operation) },
  )
  throw forbidden(context, permission)
}

function idempotencyKeyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !UUID.test(key)) throw new GatewayError('IDEMPOTENCY_KEY_MISSING')
  return key.toLowerCase()
}

/** The mark of a reading that is not shown yet. */
const isPrefetch = ({ headers }: FastifyRequest): boolean => headers['x-prefetch'] === '1'

async function read(
  context: GatewayContext,
  views: ViewLog,
  call: OperationCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asking = { claimed: claimedOwnerIn(request), isPrefetch: isPrefetch(request) }
  const { body, total, next } = await views.watch(call, asking, () => callForJson(context, call))
  const timed = await addFirstSeen(context.store, call.prepared, body, call.staff.log)
  if (total !== undefined) void reply.header('content-range', `${call.prepared.operation.resource} */${total}`)
  if (next !== undefined) void reply.header('x-next-page', encodeURIComponent(next))
  return reply.type(JSON_TYPE).send(JSON.stringify(timed))
}

async function change(context: Gate, call: OperationCall, request: FastifyRequest, reply: FastifyReply) {
  const left = abandonedBy(reply)
  const idempotencyKey = idempotencyKeyOf(request)
  const owner = ownerOf(request, call.prepared.operation)
  const version = versionOf(request, call.prepared.operation)
  const confirmation = confirmationIn(request)
  const admit = () => context.admit({ ...call, owner, version, confirmation })
  await context.store.sessions.touch(call.staff.session.id).catch(failWith('AUDIT_UNAVAILABLE'))
  const isChecked = isRepeatGuarded(call.prepared.operation) && request.headers['x-outcome-checked'] === '1'
  const raw = { target: request.originalUrl, body: request.body }
  const approvalReason = approvalReasonIn(request)
  const asked = { ...call, idempotencyKey, owner, version, confirmation, approvalReason, admit, isChecked, raw }
  const { status, body } = context.secondPerson.isNeeded(asked)
    ? await context.secondPerson.request(asked)
    : await runMutation(context, { ...call, idempotencyKey, admit, isChecked, left })
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify(body))
}

/** As `change`, for a form with files: all checks of a change come before a file is read. */
async function upload(
  context: Gate,
  receiver: UploadReceiver,
  { prepared, staff, accepted }: Pick<OperationCall, 'prepared' | 'staff'> & { readonly accepted: Upload },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const admit = async (checked: OperationCall['checked']): Promise<void> => {
    await assertPermitted(context, request, { prepared, checked, staff, idempotencyKey: null })
    idempotencyKeyOf(request)
    ownerOf(request, prepared.operation)
  }
  const person = staff.session.data.userId
  return receiver.receive({ prepared, upload: accepted, request, reply, person, admit }, (received, signal) =>
    change(context, { prepared, staff, idempotencyKey: null, signal, ...received }, request, reply),
  )
}

/** Sends a file of a nested record, if it belongs to the record that the browser names. */
async function download(
  context: GatewayContext,
  operations: Operations,
  call: StatedCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const leave = await context.downloads.take(call.staff.session.data.userId, call.signal)
  reply.raw.once('close', leave)
  const { subject } = await admitRecord(context, operations, call)
  const { id, action } = call.prepared.operation
  const make = () => runDownload(context, { ...call, subject }, request.headers['x-shown'] === '1')
  const { headers, body } = await (action?.scope === 'list'
    ? withinExportQuota(context, call.staff, id, make)
    : make().finally(() => void context.bursts.took(call.staff)))
  return reply.headers(headers).send(body)
}

/** The mark of a list that is read for a file. */
const isExport = ({ headers }: FastifyRequest): boolean => headers['x-export'] === '1'

async function exportList(context: GatewayContext, call: OperationCall, reply: FastifyReply): Promise<FastifyReply> {
  const leave = await context.downloads.take(call.staff.session.data.userId, call.signal)
  reply.raw.once('close', leave)
  const lines = await runExport(context, call)
  return reply.type('application/x-ndjson').send(lines)
}

interface OperationParts {
  readonly guards: readonly Guard[]
  readonly uploads: UploadFolder
  readonly secondPerson: SecondPerson
  readonly views: ViewLog
}

/**
 * Adds the one route to the upstream services. There is no pass-through: the request names an operation, and only what
 * its binding declares is sent.
 */
export function registerOperations(
  app: FastifyInstance,
  context: GatewayContext,
  operations: Operations,
  { guards, uploads, secondPerson, views }: OperationParts,
): void {
  const { limits } = context
  const receiver = createUploadReceiver(limits, uploads)
  const gate: Gate = {
    ...context,
    secondPerson,
    admit: (call) => admitChange(context, operations, { ...call, guards }),
    attempted: (call) => attemptedSubject(context, operations, call),
  }
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/api/:service/*',
    handler: async (request, reply) => {
      const prepared = operationOf(operations, request)
      request.operation = prepared.operation
      // By this the explanations of the console know the requests of a call, without their addresses.
      void reply.header('server-timing', `call;desc="${prepared.operation.id}"`)
      const staff = staffOf(request)
      if (prepared.operation.upload !== undefined) {
        const sending = { prepared, staff, accepted: prepared.operation.upload }
        return upload(gate, receiver, sending, request, reply)
      }
      const checked = readRequest(prepared, { target: request.originalUrl, body: request.body })
      const call = { prepared, checked, staff, idempotencyKey: null }
      await assertPermitted(gate, request, call)
      const { operation } = prepared
      if (operation.effect === 'mutate') {
        // A change is completed even when the browser disconnects, so that its outcome is known.
        const signal = deadline(limits.mutateMs)
        return change(gate, { ...call, signal }, request, reply)
      }
      if (operation.kind === 'list' && isExport(request))
        return exportList(context, { ...call, signal: abandonedBy(reply, limits.exportMs) }, reply)
      if (operation.kind !== 'download')
        return read(context, views, { ...call, signal: abandonedBy(reply, limits.readMs) }, request, reply)
      const signal = abandonedBy(reply, limits.exportMs)
      return download(
        context,
        operations,
        {
          ...call,
          signal,
          owner: ownerOf(request, operation),
          version: undefined,
          confirmation: confirmationIn(request),
        },
        request,
        reply,
      )
    },
  })
}
