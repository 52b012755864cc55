import type { ListParameter, Source } from '../language/binding.ts'
import { takesEvidence, type Evidence } from '../language/evidence.ts'
import type { Operation } from '../language/operations.ts'
import type { ObjectSchema } from '../language/schema.ts'
import { sortText, type Sort } from '../language/sort.ts'
import { placeholdersOf } from '../language/template.ts'
import { malformed } from './HttpError.ts'
import type { Issue, Validate } from './validators/types.ts'

type Values = Readonly<Record<string, unknown>>

/** The data that one call's values come from. */
export interface RequestValues {
  readonly page?: number
  readonly perPage?: number
  readonly cursor?: string | undefined
  readonly sort?: Sort | undefined
  readonly search?: string | undefined
  readonly filters?: Values
  readonly record?: Values
  readonly input?: Values
  readonly evidence?: Evidence
}

/** A request by wire names, with typed values. */
export interface OperationRequest {
  readonly path: Values
  readonly query: Values
  readonly body?: Values
  readonly evidence?: Evidence
}

function parameterOf(parameter: ListParameter, values: RequestValues): unknown {
  const { page = 1, perPage = 1, cursor, search } = values
  const parameters = { page, pageIndex: page - 1, perPage, offset: (page - 1) * perPage, cursor, search }
  return parameters[parameter]
}

function valueOf(source: Source, values: RequestValues, schema: ObjectSchema): unknown {
  const { filters, record, input, sort } = values
  if ('const' in source) return source.const
  if ('field' in source) return record?.[source.field]
  if ('input' in source) return input?.[source.input] ?? source.fallback
  if ('filter' in source) return filters?.[source.filter]
  if ('session' in source || 'set' in source || 'json' in source) return undefined
  if ('sort' in source) return sort && sortText(source.sort, sort, schema)
  if ('nested' in source) return filled(source.nested, values, schema)
  if ('list' in source) return source.list.map((each) => valueOf(each, values, schema) ?? null)
  return parameterOf(source.param, values)
}

const isNull = (source: Source | undefined): boolean =>
  source !== undefined && 'const' in source && source.const === null

/** A source without a value omits its parameter; an empty string is a value (D-36, D-37). */
const filled = (sources: Readonly<Record<string, Source>>, values: RequestValues, schema: ObjectSchema): Values =>
  Object.fromEntries(
    Object.entries(sources)
      .map(([name, source]) => [name, valueOf(source, values, schema)] as const)
      .filter(([name, value]) => value !== undefined && (value !== null || isNull(sources[name]))),
  )

const placeOf = ({ instancePath, params }: Issue): string =>
  [...instancePath.split('/').slice(1), ...(params.missingProperty === undefined ? [] : [params.missingProperty])].join(
    '.',
  )

const placesOf = (issues: readonly Issue[] | null | undefined): string =>
  [...new Set((issues ?? []).map(placeOf))].join(', ')

/** URLs collapse `.` and `..`, encoded or not, so as a record's id they would lead to another path. */
const isDots = (value: unknown): boolean => value === '.' || value === '..'

/**
 * Checks a request against the operation's closed schema. Throws `HttpError` 400 with the names of the wrong or missing
 * parameters, never with values.
 */
export function assertRequest(operation: Operation, request: OperationRequest, validate: Validate): void {
  if (validate(request) && !Object.values(request.path).some(isDots)) return
  const places = placesOf(validate.errors) || 'path'
  throw malformed(
    'MALFORMED_REQUEST',
    `This cannot be sent: ${places} is missing or not as declared for ${operation.id}.`,
  )
}

/** Builds a request from the operation's sources alone, and checks it. */
export function buildRequest(operation: Operation, values: RequestValues, validate: Validate): OperationRequest {
  const { record } = operation.definition
  const path = Object.fromEntries(placeholdersOf(operation.path).map((name) => [name, { field: name }]))
  const request: OperationRequest = {
    path: filled(path, values, record),
    query: filled(operation.query, values, record),
    ...(operation.body === undefined ? {} : { body: filled(operation.body, values, record) }),
    ...(takesEvidence(operation.action) && values.evidence !== undefined ? { evidence: values.evidence } : {}),
  }
  assertRequest(operation, request, validate)
  return request
}
