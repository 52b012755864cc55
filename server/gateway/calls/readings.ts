import { fromWire } from '../../../language/coerceRecord.ts'
import { responseSchema } from '../../../language/operations.ts'
import { valueAt } from '../../../language/pointer.ts'
import type { Resource } from '../../../language/resource.ts'
import type { RowQuery } from '../../../language/stateRead.ts'
import { callForWhole, type OperationCall, readWhole } from './operationCall.ts'
import { GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { isObject } from '../core/json.ts'
import { deadline } from '../core/limits.ts'
import { listReadingOf } from '../operations/operationRequest.ts'
import type { Operations, PreparedOperation } from '../operations/preparedOperations.ts'
import { pruneAnswer } from '../operations/pruneAnswer.ts'

/**
 * What is read to check one call before it is made. An answer about a record is read once, however many rules look at
 * it, and within the time of a read. Failures are GatewayErrors.
 */
export interface Readings {
  /** The record, or the answer, of a read such as `accounts.getOne`: whole, for the gateway's own use. */
  whole(operation: string, id: string): Promise<unknown>
  /** The whole answer as the browser receives it. */
  masked(operation: string, id: string): Promise<unknown>
  /** The records on the first page of a list, as the service has them. */
  rows(resource: string, query: RowQuery): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** The definition of a resource with a detail. */
  definitionOf(resource: string): Resource | undefined
}

/** The refusal of a call whose record cannot be read. */
export const unreadable = (cause?: unknown): GatewayError => new GatewayError('OWNER_UNREADABLE', { cause })

function preparedOf(operations: Operations, id: string): PreparedOperation {
  const prepared = operations.get(id)
  if (prepared === undefined) throw unreadable()
  return prepared
}

/** The readings for one call. */
export function createReadings(
  context: GatewayContext,
  operations: Operations,
  { staff, signal }: Pick<OperationCall, 'staff' | 'signal'>,
): Readings {
  const answers = new Map<string, Promise<unknown>>()
  const answerOf = (prepared: PreparedOperation, id: string): Promise<unknown> => {
    const key = `${prepared.operation.id} ${id}`
    // Shorter than the call's own time, so that some of it is left for the call itself.
    const answer = answers.get(key) ?? readWhole(context, prepared, staff, id, signal)
    answers.set(key, answer)
    return answer
  }
  return {
    whole: async (operation, id) => {
      const prepared = preparedOf(operations, operation)
      const { operation: read } = prepared
      return fromWire(valueAt(await answerOf(prepared, id), read.response.item ?? ''), responseSchema(read))
    },
    masked: async (operation, id) => {
      const prepared = preparedOf(operations, operation)
      return pruneAnswer(await answerOf(prepared, id), prepared.shape).body
    },
    rows: async (resource, query) => {
      const isFiltered = Object.keys(query.filters).length > 0
      const filtered = isFiltered ? operations.get(`${resource}.listFiltered`) : undefined
      const prepared = filtered ?? preparedOf(operations, `${resource}.list`)
      const checked = listReadingOf(prepared, query)
      if (checked === undefined) throw unreadable()
      const call = { prepared, checked, staff, idempotencyKey: null }
      const { body } = await callForWhole(context, { ...call, signal: deadline(context.limits.readMs, signal) })
      const rows = valueAt(body, prepared.operation.response.items ?? '')
      return Array.isArray(rows) ? rows.filter(isObject) : []
    },
    definitionOf: (resource) => operations.get(`${resource}.getOne`)?.operation.definition,
  }
}
