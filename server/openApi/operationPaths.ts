import { isDeepStrictEqual } from 'node:util'
import { isCompared } from '../../language/recordVersion.ts'
import { requestSchema, type RequestSchema } from '../../language/operationSchemas.ts'
import { needsOwner } from '../../language/operations.ts'
import { limitText } from '../../language/uploads.ts'
import { placeholdersOf } from '../../language/template.ts'
import { isValues, stepsOf } from '../../language/pointer.ts'
import { takesEvidence } from '../../language/evidence.ts'
import { isJson } from '../gateway/operations/operationRequest.ts'
import { isRepeatGuarded } from '../gateway/calls/runMutation.ts'
import type { PreparedOperation } from '../gateway/operations/preparedOperations.ts'
import { errorAnswers, json, type Json, type Paths, staffOnly } from './parts.ts'
import { answerSchema, plainSchema, type Schema } from './schemas.ts'

/** The parts of an operation's request, by the schema that the gateway checks them with. */
const partsOf = ({ operation }: PreparedOperation): RequestSchema['properties'] => requestSchema(operation).properties

/** One schema for all of several, each once. */
function anyOf(schemas: readonly Schema[]): Schema {
  const different = schemas.filter(
    (schema, index) => schemas.findIndex((other) => isDeepStrictEqual(other, schema)) === index,
  )
  return different.length === 1 ? (different[0] ?? true) : { anyOf: different }
}

const reference = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })

/** The headers that a request of these operations has, in addition to those of every request. */
function headers(operations: readonly PreparedOperation[]): readonly Json[] {
  const needed = (name: string, test: (prepared: PreparedOperation) => boolean): readonly Json[] => {
    const count = operations.filter(test).length
    if (count === 0) return []
    return [reference(count === operations.length ? name : `${name}Optional`)]
  }
  const ids = operations.map(({ operation }) => operation.id)
  return [
    reference('Console'),
    ...(operations[0]?.operation.browserMethod === 'GET' ? [] : [reference('Origin')]),
    { name: 'X-Operation', in: 'header', required: true, schema: { enum: ids } },
    ...needed('IdempotencyKey', ({ operation }) => operation.effect === 'mutate'),
    ...needed('Owner', ({ operation }) => needsOwner(operation)),
    ...(operations.some(({ operation }) => isCompared(operation)) ? [reference('RecordVersion')] : []),
    ...(operations.some(({ operation }) => operation.action?.confirm?.typed) ? [reference('Confirmation')] : []),
    ...(operations.some(({ operation }) => operation.action?.secondApprover !== undefined)
      ? [reference('ApprovalReason')]
      : []),
    ...(operations.some(({ operation }) => isRepeatGuarded(operation)) ? [reference('OutcomeChecked')] : []),
  ]
}

/** The parameters of the path, under the names that the first operation gives them. */
function pathParameters(operations: readonly PreparedOperation[]): readonly Json[] {
  const names = operations.map(({ operation }) => placeholdersOf(operation.path))
  return (names[0] ?? []).map((name, index) => ({
    name,
    in: 'path',
    required: true,
    schema: anyOf(
      operations.map((each, own) => plainSchema(partsOf(each).path?.properties[names[own]?.[index] ?? ''])),
    ),
  }))
}

/** The parameters of the address. Those of an operation whose query is personal are in its body. */
function queryParameters(operations: readonly PreparedOperation[]): readonly Json[] {
  const inAddress = operations.filter(({ operation }) => !operation.queryInBody)
  const names = [...new Set(inAddress.flatMap((each) => Object.keys(partsOf(each).query?.properties ?? {})))]
  return names.map((name) => {
    const own = inAddress.filter((each) => Object.hasOwn(partsOf(each).query?.properties ?? {}, name))
    const schema = anyOf(own.map((each) => plainSchema(partsOf(each).query?.properties[name])))
    const isRequired =
      own.length === operations.length && own.every((each) => partsOf(each).query?.required?.includes(name) === true)
    return {
      name,
      in: 'query',
      required: isRequired,
      ...(own.some(({ operation }) => isJson(operation.query[name]))
        ? { content: { 'application/json': { schema } } }
        : { schema }),
    }
  })
}

const closed = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

/** The body of a request: its values, or an object of its parts where it has more than one. */
function bodySchema(prepared: PreparedOperation): Schema | undefined {
  const { operation } = prepared
  const { query, body, evidence } = partsOf(prepared)
  const own = body && plainSchema(body)
  if (operation.upload !== undefined) {
    const { field, kinds, maxBytes, maxFiles, required } = operation.upload
    const description = `${kinds.join(', ')}, at most ${limitText(maxBytes)}. The last part.`
    const file = { type: 'string', contentMediaType: 'application/octet-stream', description }
    const files = maxFiles === 1 ? file : { type: 'array', items: file, maxItems: maxFiles }
    const fields = isValues(own) && isValues(own['properties']) ? own['properties'] : {}
    const needed = [...(body?.required ?? []), ...(required === undefined ? [] : [field])]
    return closed({ ...fields, [field]: files } as Record<string, Schema>, needed)
  }
  const parts = {
    ...(operation.queryInBody ? { query: plainSchema(query) } : {}),
    ...(own === undefined ? {} : { body: own }),
    ...(evidence === undefined ? {} : { evidence: plainSchema(evidence) }),
  }
  return operation.queryInBody || takesEvidence(operation.action) ? closed(parts, Object.keys(parts)) : own
}

function requestBody(operations: readonly PreparedOperation[]): Json {
  const bodies = operations.map((each) => [each, bodySchema(each)] as const)
  const types = Map.groupBy(bodies, ([{ operation }]) =>
    operation.upload === undefined ? 'application/json' : 'multipart/form-data',
  )
  const content = Object.fromEntries(
    [...types].flatMap(([type, own]) => {
      const schemas = own.flatMap(([, schema]) => (schema === undefined ? [] : [schema]))
      return schemas.length === 0 ? [] : [[type, { schema: anyOf(schemas) }]]
    }),
  )
  const isRequired = bodies.every(([, schema]) => schema !== undefined)
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: isRequired, content } }
}

/** The answer with what the gateway adds to it: when it first saw the state of a nested record. */
function withFirstSeen(schema: Schema, { operation, clocked }: PreparedOperation): Schema {
  const moment = { type: 'string', format: 'date-time', description: 'When the gateway first saw the state.' }
  const added = (at: unknown, [step, ...rest]: readonly string[]): unknown => {
    if (!isValues(at)) return at
    if (step === undefined) {
      const item = at['items']
      if (!isValues(item) || !isValues(item['properties'])) return at
      return { ...at, items: { ...item, properties: { ...item['properties'], first_seen_at: moment } } }
    }
    const properties = at['properties']
    return isValues(properties) && Object.hasOwn(properties, step)
      ? { ...at, properties: { ...properties, [step]: added(properties[step], rest) } }
      : at
  }
  const start = stepsOf(operation.response.item ?? '')
  return clocked.reduce<Schema>(
    (all, { partOf }) => added(all, [...start, ...stepsOf(partOf?.path ?? '')]) as Schema,
    schema,
  )
}

function success(operations: readonly PreparedOperation[]): Json {
  const files = operations.filter(({ operation }) => operation.kind === 'download')
  const schemas = operations
    .filter(({ operation }) => operation.kind !== 'download')
    .map((each) => withFirstSeen(answerSchema(each.shape.root), each))
  const counted = operations.some(
    ({ operation }) => operation.kind === 'list' && operation.response.total !== undefined,
  )
  const paged = operations.some(({ operation }) => operation.kind === 'list' && operation.response.next !== undefined)
  const answerHeaders = {
    ...(counted ? { 'Content-Range': { $ref: '#/components/headers/ContentRange' } } : {}),
    ...(paged ? { 'X-Next-Page': { $ref: '#/components/headers/NextPage' } } : {}),
    ...(files.length > 0 ? { 'Content-Disposition': { schema: { type: 'string' } } } : {}),
  }
  return {
    description: files.length > 0 ? 'The file.' : 'Done.',
    ...(Object.keys(answerHeaders).length > 0 ? { headers: answerHeaders } : {}),
    content: {
      ...(files.length > 0 ? { '*/*': {} } : {}),
      ...(schemas.length > 0 ? json(anyOf(schemas)) : {}),
    },
  }
}

const summaryOf = ({ operation }: PreparedOperation): string =>
  `${operation.definition.label}: ${operation.action?.label ?? operation.binding}`

/** What the document says of one operation among those of a call. */
const described = (prepared: PreparedOperation): Json => {
  const { id, effect, permission, isAssumed, method, service, path } = prepared.operation
  return {
    operation: id,
    summary: summaryOf(prepared),
    permission,
    effect,
    upstream: `${method} {${service}}${path}`,
    ...(isAssumed ? { assumed: true } : {}),
  }
}

function operationObject(operations: readonly [PreparedOperation, ...PreparedOperation[]]): Json {
  const [first] = operations
  const { effect, kind, permission, definition } = first.operation
  const isSame = (key: 'effect' | 'permission'): boolean =>
    operations.every(({ operation }) => operation[key] === first.operation[key])
  const tags = [...new Set(operations.map(({ operation }) => operation.definition.label))]
  return {
    operationId: first.operation.id,
    summary: operations.length === 1 ? summaryOf(first) : `${definition.label}, by X-Operation`,
    tags,
    ...(isSame('permission') ? { 'x-permission': permission } : {}),
    ...(isSame('effect') ? { 'x-effect': effect } : {}),
    'x-operations': operations.map(described),
    security: staffOnly,
    parameters: [...pathParameters(operations), ...queryParameters(operations), ...headers(operations)],
    ...requestBody(operations),
    responses: {
      200: success(operations),
      ...(operations.some(({ operation }) => operation.action?.secondApprover !== undefined)
        ? { 202: { description: 'Kept for a second person, where the gateway runs with FOUR_EYES=on.' } }
        : {}),
      ...errorAnswers(kind === 'upload' ? 'upload' : effect === 'mutate' ? 'change' : 'read'),
    },
  }
}

const addressOf = ({ operation: { service, path } }: PreparedOperation): string => `/api/${service}${path}`

/** An address in which no parameter has a name: OpenAPI knows no two addresses that differ in names alone. */
const unnamed = (address: string): string => address.replaceAll(/\{[^}]*\}/g, '{}')

/** Every call that the definitions declare. Operations of one method and address are distinguished by `X-Operation`. */
export function operationPaths(prepared: readonly PreparedOperation[]): Paths {
  const addresses = Map.groupBy(prepared, (each) => unnamed(addressOf(each)))
  return Object.fromEntries(
    [...addresses.values()].flatMap((own) => {
      const [first] = own
      if (first === undefined) return []
      const methods = Map.groupBy(own, ({ operation }) => operation.browserMethod.toLowerCase())
      const items = [...methods].flatMap(([method, [head, ...rest]]) =>
        head === undefined ? [] : [[method, operationObject([head, ...rest])]],
      )
      return [[addressOf(first), Object.fromEntries(items)]]
    }),
  )
}
