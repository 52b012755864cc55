import { isValues, valueAt } from '../../language/pointer.ts'
import type { Pointer } from '../../language/schema.ts'
import { StartError } from '../config/settings.ts'
import { type Seen, type SeenType } from './observe.ts'

type Values = Readonly<Record<string, unknown>>

/** A parameter of a call, as the document declares it. */
export interface Parameter {
  readonly name: string
  readonly isRequired: boolean
  readonly seen: Seen
}

/** Another call of the document about the same records. */
export interface OpenApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** What the document says of its answer. */
  readonly answer: Seen
  /** What the document says of its body. */
  readonly body: Seen
}

/** One operation that reads a list, and what else the document has about its records. */
export interface OpenApiOperation {
  readonly path: string
  /** What the document says of its answer. */
  readonly answer: Seen
  /** The parameters of its query. */
  readonly parameters: readonly Parameter[]
  /** The call that makes a record. */
  readonly create?: OpenApiCall
  /** The calls about one record, below the path of the list by its id. */
  readonly getOne?: OpenApiCall
  readonly update?: OpenApiCall
}

const nothing: Seen = { count: 0, types: new Set(), values: [], fields: new Map(), items: undefined, isRequired: false }

const refuse = (message: string): never => {
  throw new StartError([`The OpenAPI document ${message}`])
}

/** What a reference points to, in the same document. */
function followed(document: unknown, value: unknown): Values {
  let found = value
  for (let steps = 0; isValues(found) && typeof found['$ref'] === 'string'; steps += 1) {
    const reference = found['$ref']
    if (!reference.startsWith('#/') || steps > 20)
      return refuse(`has '${reference}', which cannot be followed: put everything into one document`)
    found = valueAt(document, decodeURIComponent(reference.slice(1)) as Pointer)
    if (found === undefined) return refuse(`has '${reference}', which leads nowhere`)
  }
  return isValues(found) ? found : {}
}

/** The knowledge of several schemas about one value. */
function merged(all: readonly Seen[]): Seen {
  const [first = nothing] = all
  return all.slice(1).reduce<Seen>((one, other) => {
    const items = [one.items, other.items].filter((each) => each !== undefined)
    return {
      ...one,
      ...other,
      types: new Set([...one.types, ...other.types]),
      fields: new Map([...one.fields, ...other.fields]),
      items: items.length === 0 ? undefined : merged(items),
    }
  }, first)
}

const known: readonly SeenType[] = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']

function typesOf({ type, nullable, properties, items, enum: choices }: Values): readonly SeenType[] {
  const implied = isValues(properties)
    ? 'object'
    : isValues(items)
      ? 'array'
      : Array.isArray(choices)
        ? 'string'
        : undefined
  const named = [type ?? implied].flat()
  return known.filter((each) => named.includes(each) || (each === 'null' && nullable === true))
}

const listAt = (schema: Values, key: string): readonly unknown[] => {
  const found = schema[key]
  return Array.isArray(found) ? found : []
}

const kinds: Readonly<Record<string, 'number' | 'string'>> = {
  minLength: 'number',
  maxLength: 'number',
  minimum: 'number',
  maximum: 'number',
  pattern: 'string',
}

/** What a schema says. A schema inside itself, and what is only written, say nothing. */
function seenIn(document: unknown, value: unknown, isRequired: boolean, around: readonly unknown[] = []): Seen {
  const schema = followed(document, value)
  if (around.includes(schema) || schema['writeOnly'] === true || schema['format'] === 'password')
    return { ...nothing, isRequired }
  const read = (inner: unknown, required = true): Seen => seenIn(document, inner, required, [...around, schema])
  const { properties, items, format } = schema
  const required = listAt(schema, 'required')
  const said = Object.entries(schema).filter(([key, limit]) => kinds[key] === typeof limit)
  const choices = listAt(schema, 'enum').filter((choice) => typeof choice === 'string')
  const own: Seen = {
    ...nothing,
    isRequired,
    types: new Set(typesOf(schema)),
    fields: new Map(
      Object.entries(isValues(properties) ? properties : {})
        .filter(([name]) => name !== '__proto__')
        .map(([name, property]) => [name, read(property, required.includes(name))]),
    ),
    items: isValues(items) ? read(items) : undefined,
    ...(typeof format === 'string' ? { format } : {}),
    ...(choices.length > 0 ? { choices } : {}),
    ...(said.length > 0 ? { limits: Object.fromEntries(said) } : {}),
    ...(schema['readOnly'] === true ? { isReadOnly: true } : {}),
  }
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((key) => listAt(schema, key)).map((part) => read(part))
  const whole = merged([own, ...parts])
  // What a schema requires may be declared by its parts.
  const fields = [...whole.fields].map(
    ([name, field]) => [name, required.includes(name) ? { ...field, isRequired: true } : field] as const,
  )
  return { ...whole, fields: new Map(fields), isRequired }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The operation of this id, with its path, method and the part of the document about its path. */
function find(document: Values, id: string) {
  const paths = isValues(document['paths']) ? document['paths'] : {}
  const all = Object.entries(paths).flatMap(([path, value]) => {
    const item = followed(document, value)
    return METHODS.flatMap((method) => {
      const operation = item[method]
      return isValues(operation) ? [{ path, method, item, operation, id: operation['operationId'] }] : []
    })
  })
  const reading = all.flatMap(({ method, id: own }) => (method === 'get' && typeof own === 'string' ? [own] : []))
  return (
    all.find((one) => one.id === id) ?? refuse(`has no operation '${id}'; those that read are: ${reading.join(', ')}`)
  )
}

/** The schema of the JSON in an answer or a body. */
function jsonSchemaIn({ content }: Values): Values | undefined {
  const media = Object.entries(isValues(content) ? content : {}).find(([type]) => /json/i.test(type))?.[1]
  return isValues(media) && isValues(media['schema']) ? media['schema'] : undefined
}

function answerOf(document: Values, operation: Values): Seen | undefined {
  const responses = isValues(operation['responses']) ? operation['responses'] : {}
  const status = ['200', '2XX', ...Object.keys(responses).filter((key) => key.startsWith('2')), 'default'].find((key) =>
    Object.hasOwn(responses, key),
  )
  const schema = jsonSchemaIn(followed(document, status === undefined ? {} : responses[status]))
  return schema === undefined ? undefined : seenIn(document, schema, true)
}

/** The first of these methods at a path, if what it sends and answers is JSON. */
function callAt(document: Values, path: string, methods: readonly OpenApiCall['method'][]): OpenApiCall | undefined {
  const paths = isValues(document['paths']) ? document['paths'] : {}
  const item = followed(document, paths[path])
  const method = methods.find((each) => isValues(item[each.toLowerCase()]))
  if (method === undefined) return undefined
  const operation = followed(document, item[method.toLowerCase()])
  const body = jsonSchemaIn(followed(document, operation['requestBody']))
  if (body === undefined && method !== 'GET') return undefined
  return {
    method,
    answer: answerOf(document, operation) ?? nothing,
    body: body === undefined ? nothing : seenIn(document, body, true),
  }
}

/** The path of one record: that of the list, and one parameter. */
const recordPath = (document: Values, path: string): string | undefined =>
  Object.keys(isValues(document['paths']) ? document['paths'] : {}).find(
    (each) => each.startsWith(`${path}/`) && /^\/\{[^/{}]+\}$/.test(each.slice(path.length)),
  )

/** Reads one operation of an OpenAPI 3.0 or 3.1 document. @throws a StartError that says what it lacks */
export function readOperation(document: unknown, id: string): OpenApiOperation {
  if (!isValues(document) || !/^3\.[01]/.test(String(document['openapi'])))
    return refuse('is no OpenAPI 3.0 or 3.1 document: convert it first')
  const found = find(document, id)
  const { path, method, item, operation } = found
  if (method !== 'get')
    return refuse(
      `has '${id}' as ${method.toUpperCase()}: name the GET that reads the list, and add the other as an action`,
    )
  const parameters = [...listAt(item, 'parameters'), ...listAt(operation, 'parameters')].map((each) =>
    followed(document, each),
  )
  if (path.includes('{') || parameters.some((parameter) => parameter['in'] === 'path'))
    return refuse(
      `reads '${path}' by '${id}', which needs the record around it: name the operation that reads all of them`,
    )
  const answer =
    answerOf(document, operation) ??
    refuse(`says of '${id}' not what it answers: add responses.200.content.application/json.schema, or use --sample`)
  const one = recordPath(document, path)
  const others = {
    create: callAt(document, path, ['POST']),
    getOne: one === undefined ? undefined : callAt(document, one, ['GET']),
    update: one === undefined ? undefined : callAt(document, one, ['PATCH', 'PUT']),
  }
  return {
    path,
    answer,
    parameters: parameters
      .filter((parameter) => parameter['in'] === 'query')
      .map((parameter) => {
        const isRequired = parameter['required'] === true
        return { name: String(parameter['name']), isRequired, seen: seenIn(document, parameter['schema'], isRequired) }
      }),
    ...Object.fromEntries(Object.entries(others).filter(([, call]) => call !== undefined)),
  }
}
