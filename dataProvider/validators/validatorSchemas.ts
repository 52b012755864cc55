import type { Options } from 'ajv'
import { annotations } from '../../language/schema.ts'
import type { JSONSchema } from 'json-schema-to-ts'
import type { Resource } from '../../language/resource.ts'
import { operationsOf, requestSchema, responseSchema } from '../../language/operations.ts'
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

/** The two schemas of one operation, and the part of the validators that it belongs to. */
export interface OperationSchemas {
  readonly id: string
  readonly part: string
  readonly request: JSONSchema
  readonly response: JSONSchema
}

const isSchemaObject = (schema: unknown): schema is Readonly<Record<string, unknown>> =>
  typeof schema === 'object' && schema !== null && !Array.isArray(schema)

/**
 * The schema reduced to types: an answer that is longer, older or different is still shown as sent (X2), while a value
 * of the wrong type can't be.
 */
function typesOnly(schema: unknown): JSONSchema {
  if (!isSchemaObject(schema)) return schema === false ? false : true
  const { type, properties, items, required } = schema
  return {
    ...(type === undefined ? {} : { type }),
    ...(isSchemaObject(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, typesOnly(part)])) }
      : {}),
    ...(items === undefined ? {} : { items: typesOnly(items) }),
    ...(Array.isArray(required) ? { required } : {}),
  } as unknown as JSONSchema
}

/** The request and response schemas of every operation, checked in the browser. */
export const validatorSchemas = (definitions: readonly Resource[]): readonly OperationSchemas[] =>
  definitions.flatMap(operationsOf).map((operation) => ({
    id: operation.id,
    part: partOf(operation),
    request: requestSchema(operation),
    response: typesOnly(responseSchema(operation)),
  }))
