import { isValues, type Values } from '../../../language/pointer.ts'
import { itemSchema } from '../../../language/schema.ts'
import { isDeepStrictEqual } from 'node:util'
import type { JSONSchema } from 'json-schema-to-ts'
import { innerSources, type Source } from '../../../language/binding.ts'
import { REASON, takesEvidence } from '../../../language/evidence.ts'
import { composeReason } from '../../../language/reasonText.ts'
import type { Operation } from '../../../language/operations.ts'
import { fieldsOfId, RECORD_ID } from '../../../language/recordId.ts'
import { filled } from '../../../language/requestValues.ts'
import { listOf } from '../../../language/resource.ts'
import { severalFormat } from '../../../language/several.ts'
import { countsRecords, MOST_RECORDS } from '../../../language/simpleRest.ts'
import type { RowQuery } from '../../../language/rowQuery.ts'
import { fillPath, placeholdersOf } from '../../../language/template.ts'
import { hasUnseen } from '../../../language/plainText.ts'
import { GatewayError } from '../core/errors.ts'
import { hasHazard, isInexact, parseJson } from '../core/json.ts'
import { allValues, type CheckedRequest } from './checkedRequest.ts'
import { explain } from '../core/readInput.ts'
import type { PreparedOperation } from './preparedOperations.ts'

type Sources = Readonly<Record<string, Source>>
const isStructure = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** The name of the input that a source takes. The fields of a form are its inputs. */
function inputNameOf(source: Source, { definition }: Pick<Operation, 'definition'>): string | undefined {
  if ('input' in source) return source.input
  if ('set' in source) return source.set
  return 'field' in source && definition.kind === 'form' ? source.field : undefined
}

type Asked = Pick<Operation, 'definition' | 'query' | 'body'>

const inputsOf = (sources: Sources, values: Values, asked: Asked): readonly (readonly [string, unknown])[] =>
  Object.entries(sources).flatMap(([name, source]) => {
    const value = values[name]
    const input = inputNameOf(source, asked)
    if (input !== undefined) return value === undefined ? [] : [[input, value] as const]
    return isStructure(value) ? inputsOf(innerSources(source) ?? {}, value, asked) : []
  })

/** The person's input, by the names of the action's inputs or of the form's fields. */
export const inputsIn = (asked: Asked, { path, query, body }: CheckedRequest): Values => ({
  ...(asked.definition.kind === 'form' ? path : {}),
  ...Object.fromEntries([...inputsOf(asked.query, query, asked), ...inputsOf(asked.body ?? {}, body ?? {}, asked)]),
})

/** The browser's request: its raw target and its parsed JSON body. */
export interface RawRequest {
  readonly target: string
  readonly body: unknown
}

export const malformed = (message: string): GatewayError => new GatewayError('BAD_REQUEST', { message })

/** A text of the URL as the type of its schema. Text that is not exactly such a value remains text and fails. */
function typed(text: string, schema: JSONSchema | undefined): unknown {
  if (schema === undefined || typeof schema === 'boolean') return text
  const { const: only, enum: several } = schema
  const choices: readonly unknown[] = only !== undefined ? [only] : Array.isArray(several) ? several : []
  if (choices.length > 0) return choices.find((choice) => String(choice) === text) ?? text
  const types = [schema.type ?? []].flat()
  if (types.includes('string')) return text
  if ((types.includes('integer') || types.includes('number')) && String(Number(text)) === text) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** The values of the path's parameters, or `undefined` when the path is not the operation's. */
function pathValues(prepared: PreparedOperation, path: string): Record<string, unknown> | undefined {
  const parts = path.split('/')
  if (parts.length !== prepared.segments.length) return undefined
  const values: Record<string, unknown> = {}
  for (const [index, segment] of prepared.segments.entries()) {
    const part = parts[index] ?? ''
    const name = /^\{(.+)\}$/.exec(segment)?.[1]
    if (name === undefined) {
      if (part !== segment) return undefined
    } else {
      if (!RECORD_ID.test(part))
        throw malformed(`path.${name} may hold letters, digits and the characters - _ . : ~ only: correct it.`)
      values[name] = typed(part, prepared.schemas.path[name])
    }
  }
  return values
}

/** A parameter that its dialect writes as JSON. Other text remains text and fails. */
function parsed(text: string): unknown {
  try {
    const value = parseJson(text)
    return hasHazard(value) ? text : value
  } catch {
    return text
  }
}

/** Values that an address holds as JSON: parameters of a dialect, and lists. */
export const isJson = (source: Source | undefined): boolean =>
  source !== undefined && ('json' in source || 'list' in source || severalFormat(source) !== undefined)

const isNullable = (source: Source | undefined): boolean =>
  source !== undefined &&
  ('set' in source ||
    ('input' in source && source.optional === true) ||
    ('nested' in source && source.optional === true) ||
    ('const' in source && source.const === null))

function queryValues(prepared: PreparedOperation, search: string): Record<string, unknown> {
  const values = Object.create(null) as Record<string, unknown>
  for (const [name, text] of new URLSearchParams(search)) {
    if (name in values) throw malformed(`query.${name.slice(0, 64)} is given more than once: give it once.`)
    const isOwn = isJson(prepared.operation.query[name])
    values[name] = isOwn ? parsed(text) : typed(text, prepared.schemas.query[name])
  }
  return values
}

const typesIn = (schema: JSONSchema | undefined): readonly unknown[] =>
  typeof schema === 'object' ? [schema.type ?? []].flat() : []

/** The texts of one field of a form as the type of its schema: a list has one text for each item, null an empty one. */
function fieldValue(name: string, texts: readonly string[], schema: JSONSchema | undefined): unknown {
  const types = typesIn(schema)
  if (types.includes('array')) {
    const items = typeof schema === 'object' ? itemSchema(schema) : undefined
    return texts.map((text) => typed(text, items))
  }
  const [text = '', ...more] = texts
  if (more.length > 0) throw malformed(`body.${name} is given more than once: give it once.`)
  return text === '' && types.includes('null') ? null : typed(text, schema)
}

/** The texts of a form's fields as the types that the operation's body declares. */
export function formValues(
  { operation, schemas }: PreparedOperation,
  texts: ReadonlyMap<string, readonly string[]>,
): unknown {
  if (operation.body === undefined && texts.size === 0) return undefined
  return Object.fromEntries([...texts].map(([name, own]) => [name, fieldValue(name, own, schemas.body[name])]))
}

const isEmpty = (body: unknown): boolean => body === undefined || body === null

interface Parts {
  readonly query: unknown
  readonly body?: unknown
  readonly evidence?: unknown
}

/** The parts of a body that contains more than the operation's own body. */
function partsIn(body: unknown, allowed: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isValues(body)) throw malformed(`The body must be a JSON object with these members: ${allowed.join(', ')}.`)
  const stray = Object.keys(body).find((name) => !allowed.includes(name))
  if (stray !== undefined) throw malformed(`${stray.slice(0, 64)} is not a part of this request: leave it out.`)
  return body
}

function partsOf(prepared: PreparedOperation, { target, body }: RawRequest): Parts {
  const [, search = ''] = target.split(/\?(.*)/s)
  const { operation } = prepared
  const evidence = takesEvidence(operation.action) ? ['evidence'] : []
  if (operation.queryInBody) {
    if (search !== '') throw malformed('The query of this operation belongs into the body: move it there.')
    const { query, ...rest } = partsIn(body, ['query', 'body', ...evidence])
    return { query, ...rest }
  }
  const query = queryValues(prepared, search)
  if (evidence.length > 0) return { query, ...partsIn(body, ['body', ...evidence]) }
  if (operation.body === undefined && !isEmpty(body)) throw malformed('This operation takes no body: leave it out.')
  return { query, ...(operation.body === undefined ? {} : { body }) }
}

/** The browser leaves out values that are not set, so only a set value or a constant may be null. */
function assertNoNull({ query, body }: Operation, checked: CheckedRequest): void {
  for (const [name, value] of Object.entries(checked.query)) {
    if (value === null && !isNullable(query[name])) throw malformed(`query.${name} is null: leave it out.`)
    if (isStructure(value) && !isJson(query[name])) throw malformed(`query.${name} must be a single value.`)
  }
  for (const [name, value] of Object.entries(checked.body ?? {})) {
    if (value === null && !isNullable(body?.[name])) throw malformed(`body.${name} is null: leave it out.`)
  }
}

/** Checks that a page of a collection is not too large. */
function assertRange(operation: Operation, { query: { range } }: CheckedRequest): void {
  if (!countsRecords(operation) || !Array.isArray(range)) return
  const [first, last] = range.map(Number)
  if (first === undefined || last === undefined || last < first || last - first >= MOST_RECORDS)
    throw malformed(`query.range must be a page of at most ${MOST_RECORDS} records: correct it.`)
}

/** All values of the request: where an operator has named the call, any of them may be part of its path. */
function assertFitsPath({ call }: PreparedOperation, checked: CheckedRequest): void {
  const values = allValues(checked)
  const stray = placeholdersOf(call?.path ?? '').find((name) => !RECORD_ID.test(String(values[name])))
  if (stray !== undefined) throw malformed(`${stray} cannot be part of the address of this call: correct it.`)
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Checks that all of a reason, which is recorded, can be seen. */
function assertSeen(operation: Operation, checked: CheckedRequest): void {
  const reason = inputsIn(operation, checked)[REASON]
  if (isText(reason) && hasUnseen(reason)) throw malformed(`${REASON} has characters that no one sees: remove them.`)
}

/** Checks that the evidence names the documents of the call, and that the reason with its evidence is not too long. */
function assertEvidenceFits(operation: Operation, checked: CheckedRequest): void {
  const { evidence } = checked
  if (evidence === undefined) return
  const inputs = inputsIn(operation, checked)
  const entries = Object.entries(operation.action?.input ?? {})
  const cited = entries.flatMap(([name, input]) => (input.cited === true ? [inputs[name]].flat().filter(isText) : []))
  const reliedOn = evidence.reliedOn.map(({ value }) => value)
  if (!isDeepStrictEqual(cited.toSorted(), reliedOn.toSorted()))
    throw malformed('evidence.reliedOn must name what the body names: correct it.')
  const { schema } = operation.action?.input[REASON] ?? {}
  const most = typeof schema === 'object' ? (schema.maxLength ?? Infinity) : Infinity
  const reason = inputs[REASON]
  const sent = composeReason(isText(reason) ? reason : '', evidence)
  if (Array.from(sent).length > most)
    throw malformed(`The reason and its evidence are longer than ${most} characters: shorten the reason.`)
}

/**
 * Reads and checks a request against its operation. Undeclared values are refused.
 *
 * @throws GatewayError NOT_FOUND when the path is not the operation's, else BAD_REQUEST with the parameter's name
 */
export function readRequest(prepared: PreparedOperation, raw: RawRequest): CheckedRequest {
  const { service } = prepared.operation
  const [pathname = ''] = raw.target.split('?', 1)
  const base = `/api/${service}/`
  const path = pathname.startsWith(base) ? pathValues(prepared, pathname.slice(base.length)) : undefined
  if (path === undefined) throw new GatewayError('NOT_FOUND')
  if (hasHazard(raw.body)) throw malformed('The body holds a name that is not allowed.')
  const request: unknown = { path, ...partsOf(prepared, raw) }
  const isValid = prepared.validator()
  if (!isValid(request)) throw malformed(explain(isValid.errors))
  if (isInexact(request)) throw malformed('A value is too large, or has characters that no text has: correct it.')
  assertNoNull(prepared.operation, request)
  assertRange(prepared.operation, request)
  assertFitsPath(prepared, request)
  assertSeen(prepared.operation, request)
  assertEvidenceFits(prepared.operation, request)
  return request
}

/**
 * The request that reads one record, or more about it, as the browser would send it.
 *
 * @throws GatewayError BAD_REQUEST for an impossible id
 */
export function readingOf(prepared: PreparedOperation, id: string): CheckedRequest {
  const { operation } = prepared
  const fields = fieldsOfId(operation.definition, id)
  const query = Object.entries(operation.query).flatMap(([name, source]): [string, string][] => {
    if ('const' in source) return [[name, String(source.const)]]
    return 'field' in source && Object.hasOwn(fields, source.field) ? [[name, String(fields[source.field])]] : []
  })
  const search = new URLSearchParams(query).toString()
  const path = `/api/${operation.service}${fillPath(operation.path, fields)}`
  const { record } = operation.definition
  const known = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typed(String(value), record.properties[name])]),
  )
  const body = operation.body && filled(operation.body, { record: known }, record)
  return readRequest(prepared, { target: search === '' ? path : `${path}?${search}`, body })
}

/** The request that reads the first page of a list; `undefined` when the list does not take these values. */
export function listReadingOf({ operation, schemas, validator }: PreparedOperation, wanted: RowQuery) {
  const { query, body, definition } = operation
  const { perPage, sort } = listOf(definition)
  const values = { page: 1, perPage, sort, ...wanted }
  const valuesOf = (sources: Sources, types: Readonly<Record<string, JSONSchema>>): Values =>
    Object.fromEntries(
      Object.entries(filled(sources, values, definition.record)).map(([name, value]) => [
        name,
        typeof value === 'string' ? typed(value, types[name]) : value,
      ]),
    )
  const inBody = body === undefined ? {} : { body: valuesOf(body, schemas.body) }
  const request = { path: {}, query: valuesOf(query, schemas.query), ...inBody }
  const isValid = validator()
  return isValid(request) ? request : undefined
}
