import type { Options } from 'ajv'
import { annotations } from '../../language/schema.ts'
import type { JSONSchema } from 'json-schema-to-ts'
import type { Resource } from '../../language/resource.ts'
import { operationsOf, requestSchema, responseSchema } from '../../language/operations.ts'
import { partOf } from './partOf.ts'

/**
 * How both kinds of validators are compiled, so that they agree: every issue is listed, messages are left to the
 * provider, and formats to the gateway, whose code for them would not fit the browser. Annotations are part of the
 * vocabulary and judge nothing.
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
 * The schema reduced to types: an answer that is longer, older or other than expected is still shown as sent (X2),
 * one of the wrong type cannot be.
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

/** The schemas that every operation's request and response are checked against in the browser. */
export const validatorSchemas = (definitions: readonly Resource[]): readonly OperationSchemas[] =>
  definitions.flatMap(operationsOf).map((operation) => ({
    id: operation.id,
    part: partOf(operation),
    request: requestSchema(operation),
    response: typesOnly(responseSchema(operation)),
  }))
