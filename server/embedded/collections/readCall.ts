import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyRequest } from 'fastify'
import { innerSources, JSON_API, type Leaf, type Source, isLeaf } from '../../../language/binding.ts'
import { fromWire } from '../../../language/coerceRecord.ts'
import { requestSchema } from '../../../language/operationSchemas.ts'
import type { Operation } from '../../../language/operations.ts'
import { isValues, type Values } from '../../../language/pointer.ts'
import { readSeveral } from '../../../language/several.ts'
import type { FieldSchema } from '../../../language/schema.ts'
import { placeholdersOf } from '../../../language/template.ts'
import { schemaCompiler } from '../../config/schemaCompiler.ts'

/** A value as text: a text itself, anything else as JSON. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** A request of a definition: its operation, and its values by wire names. */
export interface Call {
  readonly operation: Operation
  readonly path: Values
  readonly query: Values
  readonly body: Values
}

const ajv = new Ajv({ strict: false, coerceTypes: 'array', removeAdditional: true })
addFormats(ajv)
const compile = schemaCompiler(ajv)

interface Closed {
  readonly properties: Readonly<Record<string, FieldSchema>>
}

/** In a query every constant is text, and a list in pages has a first one for callers who name none. */
const asText = (schema: Closed, { kind, definition, binding }: Operation): Closed => ({
  ...schema,
  ...(kind === 'list' && binding !== 'getMany' && definition.dialect === null && { required: [] }),
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, own]) => [
      name,
      typeof own === 'object' && own.const !== undefined ? { enum: [own.const, textOf(own.const)] } : own,
    ]),
  ),
})

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return text
  }
}

/** Several values of one parameter as a list. What cannot be read as one stays, and fails the check. */
function severalOf(value: unknown, source: Source): unknown {
  if ('nested' in source) return isValues(value) ? severalIn(value, source.nested) : value
  try {
    return readSeveral(value, source)
  } catch {
    return value
  }
}

const severalIn = (values: Values, sources: Readonly<Record<string, Source>>): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const source = sources[name]
      return [name, source === undefined ? value : severalOf(value, source)]
    }),
  )

/** The null of JSON:API in place of a reference to nothing as the reference of the call, whose id is null. */
function referenceOf(value: unknown, nested: Readonly<Record<string, Source>>): unknown {
  if (isValues(value)) return withReferences(value, nested)
  const { type, id, ...others } = nested
  const isReference = type !== undefined && id !== undefined && Object.keys(others).length === 0
  return value === null && isReference ? { type: 'const' in type ? type.const : null, id: null } : value
}

const withReferences = (values: Values, sources: Readonly<Record<string, Source>>): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const source = sources[name]
      return [name, source !== undefined && 'nested' in source ? referenceOf(value, source.nested) : value]
    }),
  )

/** Times and money come in the units of the service. */
function bodyOf({ body: sources = {}, contentType }: Operation, schema: Closed | undefined, given: unknown): Values {
  const sent = isValues(given) ? structuredClone(given) : {}
  const values = contentType === JSON_API ? withReferences(sent, sources) : sent
  return Object.fromEntries(
    Object.entries(severalIn(values, sources)).map(([name, value]) => [
      name,
      fromWire(value, schema?.properties[name]),
    ]),
  )
}

const queryOf = ({ query }: Operation, given: unknown): Values =>
  Object.fromEntries(
    Object.entries(isValues(given) ? given : {}).map(([name, value]) => {
      const source = query[name]
      if (source === undefined) return [name, value]
      return [name, 'json' in source ? parsed(value) : severalOf(value, source)]
    }),
  )

/**
 * Creates the reader of an operation's requests. It checks them by the definition's own schemas; the value is a sentence
 * about what is wrong. Values that the gateway adds are ignored.
 */
export function callReader(operation: Operation): (request: FastifyRequest) => Call | string {
  const { path, query, body } = requestSchema(operation).properties
  const check = compile({
    type: 'object',
    properties: { path, query: query && asText(query, operation), ...(body && { body }) },
  })
  return (request) => {
    const call = {
      operation,
      path: isValues(request.params) ? { ...request.params } : {},
      query: queryOf(operation, request.query),
      body: bodyOf(operation, body, request.body),
    }
    return check(call) ? call : ajv.errorsText(check.errors, { dataVar: '' })
  }
}

const leavesOf = (sources: Readonly<Record<string, Source>>, values: Values): readonly (readonly [Leaf, unknown])[] =>
  Object.entries(sources).flatMap(([name, source]) => {
    const value = values[name]
    if (isLeaf(source)) return [[source, value] as const]
    return leavesOf(innerSources(source) ?? {}, typeof value === 'object' && value !== null ? { ...value } : {})
  })

export const sourcesOf = ({ operation, query, body }: Call): readonly (readonly [Leaf, unknown])[] => [
  ...leavesOf(operation.query, query),
  ...leavesOf(operation.body ?? {}, body),
]

/** The fields by which the call names its record: the id alone when it has one. Empty for a call without a record. */
export function namedBy(call: Call): Values {
  if (call.operation.definition.kind === 'form') return {}
  const inPath = placeholdersOf(call.operation.path).map((name) => [name, call.path[name]] as const)
  const sent = sourcesOf(call).flatMap(([source, value]) => ('field' in source ? [[source.field, value] as const] : []))
  const fields = Object.fromEntries([...inPath, ...sent].filter(([, value]) => value !== undefined))
  return 'id' in fields ? { id: fields['id'] } : fields
}
