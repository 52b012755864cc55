import type { Operation } from '../schemas/meta/operations.ts'
import { buildRequest } from './buildRequest.ts'
import type { OperationRequest, RequestValues } from './buildRequest.ts'
import type { Flaw } from './checkAnswer.ts'
import { send } from './send.ts'
import type { SendOptions, Transport } from './send.ts'
import type { Drift } from './types.ts'
import type { Validate, Validators } from './validators/types.ts'

/** What all methods of the provider share: building, sending and checking one call. */
export interface Caller {
  readonly prepare: (operation: Operation, values: RequestValues) => OperationRequest
  readonly send: (operation: Operation, request: OperationRequest, options: SendOptions) => Promise<Response>
  readonly responseCheck: (operation: Operation) => Validate
  /** Tells of drift, each place and rule once an answer. */
  readonly report: (operation: Operation, flaws: readonly Flaw[]) => void
}

/** Binds transport and validators together. Throws on an operation that the validators were not built for. */
export function createCaller(
  transport: Transport,
  validators: Validators,
  onDrift: ((report: Drift) => void) | undefined,
): Caller {
  const validatorsOf = ({ id }: Operation): Validators[string] => {
    const found = Object.hasOwn(validators, id) ? validators[id] : undefined
    if (found === undefined) throw new Error(`There are no validators for ${id}: build them from the same definitions`)
    return found
  }
  return {
    prepare: (operation, values) => buildRequest(operation, values, validatorsOf(operation).request),
    send: (operation, request, options) => send(operation, request, transport, options),
    responseCheck: (operation) => validatorsOf(operation).response,
    report(operation, flaws) {
      const distinct = new Map(flaws.map((flaw) => [`${flaw.pointer} ${flaw.keyword}`, flaw]))
      for (const { pointer, keyword } of distinct.values()) onDrift?.({ operation: operation.id, pointer, keyword })
    },
  }
}
