import { checkAnswer } from '../../../language/checkAnswer.ts'
import { withUnreadable } from '../../../language/unreadable.ts'
import { coerceRecord, fromWire } from '../../../language/coerceRecord.ts'
import { responseSchema } from '../../../language/operationSchemas.ts'
import { isValues, valueAt } from '../../../language/pointer.ts'
import { identified } from '../../../language/recordId.ts'
import type { Resource } from '../../../language/resource.ts'
import type { RowQuery } from '../../../language/rowQuery.ts'
import { callForWhole, type Outcome, readWhole } from './sendCall.ts'
import type { OperationCall } from './operationCall.ts'
import { GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { deadline } from '../core/limits.ts'
import { listReadingOf } from '../operations/operationRequest.ts'
import type { Operations, PreparedOperation } from '../operations/preparedOperations.ts'
import { pruneAnswer } from '../operations/pruneAnswer.ts'

export interface RecordReads {
  /** The record, or the answer, of a read such as `accounts.getOne`. */
  answer(operation: string, id: string): Promise<unknown>
  /** The records on a page of a list, by default the first. */
  rows(resource: string, query: RowQuery): Promise<readonly Readonly<Record<string, unknown>>[]>
  definitionOf(resource: string): Resource | undefined
}

/**
 * What is read to check one call before it is made. Every answer is read once, however many rules look at it, and
 * within the time of a read. Failures are GatewayErrors.
 */
export interface Readings {
  /** Whole, for the gateway's own use. */
  readonly whole: RecordReads
  /** As the browser has them: masked, and with unreadable values distinguished from missing ones. */
  readonly shown: RecordReads
  /** The whole answer as the browser receives it. */
  masked(operation: string, id: string): Promise<unknown>
  /** The service's own answer, with its version. */
  outcome(operation: string, id: string): Promise<Outcome>
}

/** The refusal of a call whose record cannot be read. */
export const unreadable = (cause?: unknown): GatewayError => new GatewayError('OWNER_UNREADABLE', { cause })

function preparedOf(operations: Operations, id: string): PreparedOperation {
  const prepared = operations.get(id)
  if (prepared === undefined) throw unreadable()
  return prepared
}

/** An answer by its declared types, as the provider in the browser reads it: what has another type is marked as unreadable. */
export function readAsShown(body: unknown, prepared: PreparedOperation): unknown {
  const { kind, definition } = prepared.operation
  const isRecord = kind === 'list' || (kind === 'getOne' && definition.detail === null)
  const typed = isRecord
    ? identified(definition, coerceRecord(body, definition.record))
    : fromWire(body, responseSchema(prepared.operation))
  const { value, unreadable: places } = checkAnswer(typed, prepared.typeCheck())
  return withUnreadable(value, places)
}

const rowsIn = (body: unknown, { operation }: PreparedOperation) => {
  const rows = valueAt(body, operation.response.items ?? '')
  return Array.isArray(rows) ? rows.filter(isValues) : []
}

/** The list that is read for a query. */
function listFor(operations: Operations, resource: string, { filters }: RowQuery): PreparedOperation {
  const filtered = Object.keys(filters).length > 0 ? operations.get(`${resource}.listFiltered`) : undefined
  return filtered ?? preparedOf(operations, `${resource}.list`)
}

/** The services' own answers for one call, each read once and within the time of a read. */
function createAnswers(context: GatewayContext, { staff, signal }: Pick<OperationCall, 'staff' | 'signal'>) {
  const answers = new Map<string, Promise<Outcome>>()
  const once = (key: string, read: () => Promise<Outcome>): Promise<Outcome> => {
    const answer = answers.get(key) ?? read()
    answers.set(key, answer)
    return answer
  }
  return {
    // Shorter than the call's own time, so that some of it is left for the call itself.
    one: (prepared: PreparedOperation, id: string) =>
      once(`${prepared.operation.id} ${id}`, () => readWhole(context, prepared, staff, id, signal)),
    page: (prepared: PreparedOperation, query: RowQuery) =>
      once(`${prepared.operation.id} ${JSON.stringify(query)}`, () => {
        const checked = listReadingOf(prepared, query)
        if (checked === undefined) throw unreadable()
        const call = { prepared, checked, staff, idempotencyKey: null }
        return callForWhole(context, { ...call, signal: deadline(context.limits.readMs, signal) })
      }),
  }
}

export function createReadings(
  context: GatewayContext,
  operations: Operations,
  call: Pick<OperationCall, 'staff' | 'signal'>,
): Readings {
  const answers = createAnswers(context, call)
  const readsOf = (
    bodyOf: (outcome: Outcome, prepared: PreparedOperation) => unknown,
    readItem: (item: unknown, prepared: PreparedOperation) => unknown,
  ): RecordReads => ({
    definitionOf: (resource) => operations.get(`${resource}.getOne`)?.operation.definition,
    answer: async (operation, id) => {
      const prepared = preparedOf(operations, operation)
      const body = bodyOf(await answers.one(prepared, id), prepared)
      return readItem(valueAt(body, prepared.operation.response.item ?? ''), prepared)
    },
    rows: async (resource, query) => {
      const prepared = listFor(operations, resource, query)
      const rows = rowsIn(bodyOf(await answers.page(prepared, query), prepared), prepared)
      return rows.map((row) => readItem(row, prepared)).filter(isValues)
    },
  })
  const maskedBody = ({ body }: Outcome, { shape }: PreparedOperation): unknown =>
    pruneAnswer(structuredClone(body), shape).body
  return {
    outcome: (operation, id) => answers.one(preparedOf(operations, operation), id),
    masked: async (operation, id) => {
      const prepared = preparedOf(operations, operation)
      return maskedBody(await answers.one(prepared, id), prepared)
    },
    whole: readsOf(
      ({ body }) => body,
      (item, { operation }) => fromWire(item, responseSchema(operation)),
    ),
    shown: readsOf(maskedBody, readAsShown),
  }
}
