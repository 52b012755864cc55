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

/** One operation that reads a list. */
export interface OpenApiOperation {
  readonly path: string
  /** What the document says of its answer. */
  readonly answer: Seen
  /** The parameters of its query. */
  readonly parameters: readonly Parameter[]
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

/** What a schema says. A schema inside itself, and what is only written, say nothing. */
function seenIn(document: unknown, value: unknown, isRequired: boolean, around: readonly unknown[] = []): Seen {
  const schema = followed(document, value)
  if (around.includes(schema) || schema['writeOnly'] === true || schema['format'] === 'password') return nothing
  const read = (inner: unknown, required = true): Seen => seenIn(document, inner, required, [...around, schema])
  const { properties, items, format } = schema
  const required = listAt(schema, 'required')
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
  }
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((key) => listAt(schema, key)).map((part) => read(part))
  return { ...merged([own, ...parts]), isRequired }
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

function answerOf(document: Values, { operation, id }: { readonly operation: Values; readonly id: unknown }): Seen {
  const responses = isValues(operation['responses']) ? operation['responses'] : {}
  const status = ['200', '2XX', ...Object.keys(responses).filter((key) => key.startsWith('2')), 'default'].find((key) =>
    Object.hasOwn(responses, key),
  )
  const { content } = followed(document, status === undefined ? {} : responses[status])
  const media = Object.entries(isValues(content) ? content : {}).find(([type]) => /json/i.test(type))?.[1]
  if (isValues(media) && isValues(media['schema'])) return seenIn(document, media['schema'], true)
  return refuse(
    `says of '${String(id)}' not what it answers: add responses.200.content.application/json.schema, or use --sample`,
  )
}

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
  return {
    path,
    answer: answerOf(document, found),
    parameters: parameters
      .filter((parameter) => parameter['in'] === 'query')
      .map((parameter) => {
        const isRequired = parameter['required'] === true
        return { name: String(parameter['name']), isRequired, seen: seenIn(document, parameter['schema'], isRequired) }
      }),
  }
}
