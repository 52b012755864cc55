import type { Operation } from '../language/operations.ts'
import { assertRequest, buildRequest, type OperationRequest } from './buildRequest.ts'
import type { RequestValues } from '../language/requestValues.ts'
import type { Flaw, Validate } from '../language/checkAnswer.ts'
import { send, type SendOptions, type Transport } from './send.ts'
import type { Drift } from './types.ts'
import type { FindValidators, OperationValidators, Validators } from './validators/types.ts'

interface PreparedCall {
  readonly request: OperationRequest
  readonly responseCheck: Validate
}

/** What all provider methods share: building, sending and checking one call. */
export interface Caller {
  /** Loads both validators before anything is sent, so no answer is lost for lack of the code that reads it. */
  readonly prepare: (operation: Operation, values: RequestValues) => Promise<PreparedCall>
  /** Like `prepare`, for a request that is already written. */
  readonly check: (operation: Operation, request: OperationRequest) => Promise<PreparedCall>
  readonly send: (operation: Operation, request: OperationRequest, options: SendOptions) => Promise<Response>
  /** Reports drift: each place and rule once per answer. */
  readonly report: (operation: Operation, flaws: readonly Flaw[]) => void
}

/** Combines transport and validators. A call rejects when its operation has no validators. */
export function createCaller(
  transport: Transport,
  validators: Validators | FindValidators,
  onDrift: ((report: Drift) => void) | undefined,
): Caller {
  const validatorsOf = async (operation: Operation): Promise<OperationValidators> => {
    const { id } = operation
    const table = typeof validators === 'function' ? await validators(operation) : validators
    const found = Object.hasOwn(table, id) ? table[id] : undefined
    if (found === undefined) throw new Error(`There are no validators for ${id}: build them from the same definitions`)
    return found
  }
  return {
    async prepare(operation, values) {
      const { request, response } = await validatorsOf(operation)
      return { request: buildRequest(operation, values, request), responseCheck: response }
    },
    async check(operation, written) {
      const { request, response } = await validatorsOf(operation)
      assertRequest(operation, written, request)
      return { request: written, responseCheck: response }
    },
    send: (operation, request, options) => send(operation, request, transport, options),
    report(operation, flaws) {
      const distinct = new Map(flaws.map((flaw) => [`${flaw.pointer} ${flaw.keyword}`, flaw]))
      for (const { pointer, keyword } of distinct.values()) onDrift?.({ operation: operation.id, pointer, keyword })
    },
  }
}
