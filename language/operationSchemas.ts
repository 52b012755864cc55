import { VISIBLE } from './plainText.ts'
import type { JSONSchema } from 'json-schema-to-ts'
import type { ActionInput } from './action.ts'
import type { ListParameter, Source } from './binding.ts'
import { sentSchema } from './drawnInput.ts'
import { evidenceSchema, takesEvidence } from './evidence.ts'
import type { Operation } from './operations.ts'
import { listOf } from './resource.ts'
import type { FieldSchema, ObjectSchema } from './schema.ts'
import { idsSchema, jsonSchemaOf, MOST_RECORDS } from './simpleRest.ts'
import { MOST_ORDERS, sortTexts } from './sort.ts'
import { placeholdersOf } from './template.ts'

/** A value is at the place that the binding gives it, not at the field's own. */
function placeless(schema: FieldSchema): FieldSchema {
  if (typeof schema !== 'object') return schema
  const { path: _path, ...own } = schema
  return own
}

/** The schema of an answer to a question that must be answered: a text, or each text of a list, has something that one sees. */
function answerSchema(schema: FieldSchema, isRequired: boolean): JSONSchema {
  if (!isRequired || typeof schema !== 'object') return schema
  const { type, items } = schema
  if (type === 'array' && typeof items === 'object' && !Array.isArray(items))
    return { ...schema, items: answerSchema(items as FieldSchema, true) }
  return type === 'string' ? { ...schema, allOf: [{ pattern: VISIBLE }] } : schema
}

const inputSchema = (input: ActionInput | undefined): JSONSchema =>
  answerSchema(placeless(input?.schema ?? false), input?.required !== undefined)

const sourceSchema = (source: Source, operation: Operation): JSONSchema => {
  const { definition, action } = operation
  if ('const' in source) return { const: source.const }
  if ('field' in source) return placeless(definition.record.properties[source.field] ?? false)
  if ('set' in source)
    return action?.input[source.set] === undefined
      ? placeless(sentSchema(definition.record.properties[source.set] ?? false))
      : inputSchema(action.input[source.set])
  if ('json' in source) return jsonSchemaOf(source.json, definition.record, listOf(definition))
  if ('input' in source) return inputSchema(action?.input[source.input])
  if ('nested' in source) return closed(source.nested, operation)
  if ('list' in source) {
    const items = source.list.map((each) => sourceSchema(each, operation))
    return { type: 'array', items, minItems: items.length, maxItems: items.length }
  }
  if ('sort' in source) {
    const one = { enum: sortTexts(source, definition) }
    return source.several === undefined ? one : { type: 'array', items: one, minItems: 1, maxItems: MOST_ORDERS }
  }
  if ('filter' in source) return definition.list?.filters[source.filter] ?? false
  if ('session' in source) return false
  if (source.param === 'ids') return idsSchema(definition.record)
  return source.param === 'search'
    ? (definition.list?.search?.schema ?? parameterSchemas.search)
    : parameterSchemas[source.param]
}

const parameterSchemas: Readonly<Record<Exclude<ListParameter, 'ids'>, JSONSchema>> = {
  page: { type: 'integer', minimum: 1, maximum: 1_000_000 },
  pageIndex: { type: 'integer', minimum: 0, maximum: 999_999 },
  perPage: { type: 'integer', minimum: 1, maximum: MOST_RECORDS },
  offset: { type: 'integer', minimum: 0, maximum: 1_000_000_000 },
  startIndex: { type: 'integer', minimum: 1, maximum: 1_000_000_001 },
  cursor: { type: 'string', minLength: 1, maxLength: 4096 },
  search: { type: 'string', maxLength: 200 },
}

const isAlwaysRequired = (input: ActionInput | undefined): boolean =>
  input?.required !== undefined && input.when === undefined

/** True for values that may be omitted: filters, the search, and optional inputs. */
const isOptional = (source: Source, { action, definition }: Operation): boolean =>
  'filter' in source ||
  'sort' in source ||
  ('param' in source && source.param === 'cursor') ||
  (('field' in source || 'set' in source || 'input' in source || 'nested' in source) && source.optional === true) ||
  ('param' in source && source.param === 'search' && definition.list?.search?.submit === undefined) ||
  ('input' in source && source.fallback === undefined && !isAlwaysRequired(action?.input[source.input]))

/** JSON Schema of an object with these properties and no others. */
export interface ClosedSchema {
  readonly type: 'object'
  readonly additionalProperties: false
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, JSONSchema>>
}

export interface RequestSchema extends ClosedSchema {
  readonly properties: {
    readonly path: ClosedSchema
    readonly query: ClosedSchema
    readonly body?: ClosedSchema
    readonly evidence?: typeof evidenceSchema
  }
}

function closed(sources: Readonly<Record<string, Source>>, operation: Operation): ClosedSchema {
  const entries = Object.entries(sources).filter(([, source]) => !('session' in source))
  return {
    type: 'object',
    additionalProperties: false,
    required: entries.filter(([, source]) => !isOptional(source, operation)).map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, source]) => [name, sourceSchema(source, operation)])),
  }
}

/**
 * JSON Schema of the whole request, `{ path, query, body, evidence }` by wire names. It is closed, so nothing
 * undeclared passes. Values that the gateway fills in from the session are not part of it.
 */
export function requestSchema(operation: Operation): RequestSchema {
  const path = Object.fromEntries(placeholdersOf(operation.path).map((name) => [name, { field: name }]))
  return {
    type: 'object',
    additionalProperties: false,
    required: [
      'path',
      'query',
      ...(operation.body === undefined ? [] : ['body']),
      ...(takesEvidence(operation.action) ? ['evidence'] : []),
    ],
    properties: {
      path: closed(path, operation),
      query: closed(operation.query, operation),
      ...(operation.body === undefined ? {} : { body: closed(operation.body, operation) }),
      ...(takesEvidence(operation.action) ? { evidence: evidenceSchema } : {}),
    },
  }
}

/** Fields that any answer to an action may have: messages and failures are read from them (X6, X7). */
export const answerFields = {
  message: {},
  result: {},
  detail: {},
  error: {},
  errors: {},
  status: {},
  success: {},
} as const

/**
 * JSON Schema of an operation's answer: one record of a list, the detail, or an action's answer. It is open (X4): the
 * gateway drops undeclared fields, and the browser checks the types of declared ones.
 */
export function responseSchema({ kind, definition, response }: Operation): ObjectSchema {
  if (kind === 'list') return definition.record
  if (kind === 'getOne') return definition.detail?.schema ?? definition.record
  const { schema = definition.record } = response
  if (kind === 'read') return schema
  // A declared answer keeps its own fields. Without one, the fields of any answer about the call replace the record's.
  const properties =
    response.schema === undefined
      ? { ...schema.properties, ...answerFields }
      : { ...answerFields, ...schema.properties }
  return { type: 'object', properties }
}
