import type { AnySchema, Options } from 'ajv'
import { typesOnly } from '../../language/checkAnswer.ts'
import { annotations } from '../../language/schema.ts'
import type { Resource } from '../../language/resource.ts'
import { requestSchema, responseSchema } from '../../language/operationSchemas.ts'
import { operationsOf } from '../../language/operations.ts'
import { partOf } from './partOf.ts'

/**
 * The options for both kinds of validators, so that they agree: every issue is listed, messages come from the provider,
 * and formats are checked by the gateway, because their code is too large for the browser. Annotations are in the
 * vocabulary but check nothing.
 */
export const ajvOptions: Options = {
  allErrors: true,
  messages: false,
  allowUnionTypes: true,
  validateFormats: false,
  keywords: [...annotations],
}

export interface OperationSchemas {
  readonly id: string
  readonly part: string
  readonly request: AnySchema
  readonly response: AnySchema
}

/** The request and response schemas of every operation, checked in the browser. */
export const validatorSchemas = (definitions: readonly Resource[]): readonly OperationSchemas[] =>
  definitions.flatMap(operationsOf).map((operation) => ({
    id: operation.id,
    part: partOf(operation),
    request: requestSchema(operation),
    response: typesOnly(responseSchema(operation)),
  }))
