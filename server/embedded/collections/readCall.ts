import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyRequest } from 'fastify'
import type { JSONSchema } from 'json-schema-to-ts'
import type { Source } from '../../../language/binding.ts'
import { type Operation, requestSchema } from '../../../language/operations.ts'
import { isValues } from '../../../language/pointer.ts'
import { placeholdersOf } from '../../../language/template.ts'

type Values = Readonly<Record<string, unknown>>

/** A value as text: a text itself, anything else as JSON. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** A request of a definition: its operation, and its values by wire names. */
export interface Call {
  readonly operation: Operation
  readonly path: Values
  readonly query: Values
  readonly body: Values
}

const ajv = new Ajv({ strict: false, coerceTypes: true, removeAdditional: true })
addFormats(ajv)

interface Closed {
  readonly properties: Readonly<Record<string, JSONSchema>>
}

/** In a query every constant is text. */
const asText = (schema: Closed): Closed => ({
  ...schema,
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

const queryOf = ({ query }: Operation, given: unknown): Values =>
  Object.fromEntries(
    Object.entries(isValues(given) ? given : {}).map(([name, value]) => {
      const source = query[name]
      return [name, source !== undefined && 'json' in source ? parsed(value) : value]
    }),
  )

/**
 * Creates the reader of an operation's requests. It checks them by the definition's own schemas; the value is a sentence
 * about what is wrong. Values that the gateway adds are ignored.
 */
export function callReader(operation: Operation): (request: FastifyRequest) => Call | string {
  const { path, query, body } = (requestSchema(operation) as unknown as { properties: Record<string, Closed> })
    .properties
  const check = ajv.compile({
    type: 'object',
    properties: { path, query: query && asText(query), ...(body && { body }) },
  })
  return (request) => {
    const call = {
      operation,
      path: isValues(request.params) ? { ...request.params } : {},
      query: queryOf(operation, request.query),
      body: isValues(request.body) ? structuredClone(request.body) : {},
    }
    return check(call) ? call : ajv.errorsText(check.errors, { dataVar: '' })
  }
}

const leavesOf = (sources: Readonly<Record<string, Source>>, values: Values): readonly (readonly [Source, unknown])[] =>
  Object.entries(sources).flatMap(([name, source]) => {
    const value = values[name]
    return 'nested' in source ? leavesOf(source.nested, isValues(value) ? value : {}) : [[source, value] as const]
  })

/** The values of the call by their sources. */
export const sourcesOf = ({ operation, query, body }: Call): readonly (readonly [Source, unknown])[] => [
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
