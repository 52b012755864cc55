import { isValues } from '../../language/pointer.ts'
import type { Binding } from '../../language/authored/call.ts'
import { FORM, type SeveralFormat } from '../../language/binding.ts'
import type { Seen } from './observe.ts'
import { followed, listAt, nothing, refuse, seenIn, type Values } from './openApiSchema.ts'

export interface Parameter {
  readonly name: string
  readonly isRequired: boolean
  readonly seen: Seen
  /** How several values are written, where it takes them. */
  readonly several?: SeveralFormat
}

/** Another call of the document about the same records. */
export interface OpenApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly answer: Seen
  readonly body: Seen
  /** The media type of the body, where a binding has to say it. */
  readonly type: Pick<Binding, 'contentType'>
}

/** One operation that reads a list, and what else the document has about its records. */
export interface OpenApiOperation {
  readonly path: string
  readonly answer: Seen
  readonly parameters: readonly Parameter[]
  /** The call that makes a record. */
  readonly create?: OpenApiCall
  /** The calls about one record, below the path of the list by its id. */
  readonly getOne?: OpenApiCall
  readonly update?: OpenApiCall
  readonly remove?: OpenApiCall
  /** What else is done to one record, by the word of the path after its id: `POST /claims/{id}/approve`. */
  readonly acts?: Readonly<Record<string, OpenApiCall>>
  /** The field that the path of one record names. */
  readonly idName?: string
  readonly server?: string
  /**
   * The other operations below the path of the list, each with the reason why no definition follows from it, and what the
   * calls of the definition need in addition.
   */
  readonly unused?: readonly string[]
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

const typesIn = ({ content }: Values): readonly string[] => Object.keys(isValues(content) ? content : {})

/** The type of JSON that is sent or read: the plain one before others. A JSON Patch is a list of steps, and no record. */
const jsonTypeIn = (message: Values): string | undefined => {
  const types = typesIn(message).filter((type) => /json/i.test(type) && !/json-patch/i.test(type))
  return types.find((type) => /^application\/json\b/i.test(type)) ?? types[0]
}

function schemaIn({ content }: Values, type: string | undefined): Values | undefined {
  const media = isValues(content) ? content[type ?? ''] : undefined
  return isValues(media) && isValues(media['schema']) ? media['schema'] : undefined
}

/** The type in which a body is sent: JSON before a form. */
const bodyTypeIn = (request: Values): string | undefined =>
  jsonTypeIn(request) ?? typesIn(request).find((type) => type.startsWith(FORM))

/** The type as a binding says it. A merge patch is the body of a PATCH alone. */
function contentTypeOf(type: string | undefined, method: string): Pick<Binding, 'contentType'> {
  const name = type?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (name === FORM) return { contentType: FORM }
  const isOther = /^application\/.+\+json$/.test(name) && (method === 'PATCH' || !name.includes('merge-patch'))
  return isOther ? { contentType: name as NonNullable<Binding['contentType']> } : {}
}

/** What the document has at a path. */
const itemAt = (document: Values, path: string): Values => {
  const { paths } = document
  return followed(document, isValues(paths) ? paths[path] : undefined)
}

const operationAt = (document: Values, method: string, path: string): Values =>
  followed(document, itemAt(document, path)[method.toLowerCase()])

function answerOf(document: Values, operation: Values): Seen | undefined {
  const responses = isValues(operation['responses']) ? operation['responses'] : {}
  const status = ['200', '2XX', ...Object.keys(responses).filter((key) => key.startsWith('2')), 'default'].find((key) =>
    Object.hasOwn(responses, key),
  )
  const answer = followed(document, status === undefined ? {} : responses[status])
  const schema = schemaIn(answer, jsonTypeIn(answer))
  return schema === undefined ? undefined : seenIn(document, schema, true)
}

/** The first of these methods at a path, if it sends JSON or a form. */
function callAt(document: Values, path: string, methods: readonly OpenApiCall['method'][]): OpenApiCall | undefined {
  const item = itemAt(document, path)
  const method = methods.find((each) => isValues(item[each.toLowerCase()]))
  if (method === undefined) return undefined
  const operation = followed(document, item[method.toLowerCase()])
  const request = followed(document, operation['requestBody'])
  const type = bodyTypeIn(request)
  const body = schemaIn(request, type)
  if (body === undefined && Object.keys(request).length > 0) return undefined
  return {
    method,
    answer: answerOf(document, operation) ?? nothing,
    body: body === undefined ? nothing : seenIn(document, body, true),
    type: contentTypeOf(type, method),
  }
}

const pathsOf = (document: Values): readonly string[] =>
  Object.keys(isValues(document['paths']) ? document['paths'] : {})

/** The path of one record: that of the list, and one parameter. */
const recordPath = (document: Values, path: string): string | undefined =>
  pathsOf(document).find((each) => each.startsWith(`${path}/`) && /^\/\{[^/{}]+\}$/.test(each.slice(path.length)))

/** The calls that do something to one record: a word after its path. */
function actsOn(document: Values, one: string): Readonly<Record<string, OpenApiCall>> {
  const found = pathsOf(document).flatMap((path) => {
    const [, word] = path.startsWith(one) ? (/^\/([A-Za-z][\w-]*)$/.exec(path.slice(one.length)) ?? []) : []
    const call = word === undefined ? undefined : callAt(document, path, ['POST', 'PUT', 'PATCH'])
    return word === undefined || call === undefined ? [] : [[word, call] as const]
  })
  return Object.fromEntries(found)
}

/** What a call needs whose body is no JSON; nothing for other calls. */
function typeText(document: Values, method: string, path: string): string {
  const request = followed(document, operationAt(document, method, path)['requestBody'])
  const types = typesIn(request)
  if (types.length === 0 || bodyTypeIn(request) !== undefined) return ''
  const isFile = types.some((type) => /^(multipart|image|text\/csv|application\/(pdf|octet|vnd))/i.test(type))
  const what = isFile
    ? "an 'upload' in its binding sends files"
    : 'no call sends that, so the service has to take JSON or a form'
  return `; it takes ${types.join(', ')}: ${what}`
}

/** What the calls of a definition need in addition, which no one can read from the document alone. */
const additionsTo = (document: Values, one: string | undefined, used: readonly string[]): readonly string[] =>
  used.flatMap((call) => {
    const [method = '', path = ''] = call.split(' ')
    const operation = operationAt(document, method, path)
    const { responses } = operation
    const isAccepted = method !== 'GET' && isValues(responses) && Object.hasOwn(responses, '202')
    const isVersioned = [...listAt(itemAt(document, path), 'parameters'), ...listAt(operation, 'parameters')]
      .map((each) => followed(document, each))
      .some(
        ({ in: place, name, required }) => place === 'header' && /^if-match$/i.test(String(name)) && required === true,
      )
    return [
      ...(isAccepted
        ? [`${call}: it may answer 202 before it is done: add 'poll' to its binding, the GET that reads its state`]
        : []),
      ...(isVersioned && one !== undefined && path.startsWith(one)
        ? [`${call}: it requires If-Match: ${versionText(method, path === one)}`]
        : []),
    ]
  })

function versionText(method: string, isOwn: boolean): string {
  if (!isOwn) return "add recheck: 'ifMatch' to its action, which then sends the ETag that getOne answers"
  return method === 'DELETE'
    ? 'add recheck: true to its action, which then sends the ETag that getOne answers'
    : 'Edit sends the ETag that getOne answers, if that is a strong one; nothing is to be added'
}

/** Why no definition follows from an operation, and what to write for it. */
function reasonOf(method: string, path: string, one: string | undefined): string {
  if (method === 'GET') return 'it reads something else: a resource of its own, or a read for a tab'
  if (one === undefined || !path.startsWith(one)) return "it is not about one record: an action with placement 'list'"
  return 'it is not what a button with a dialog sends by itself: an action'
}

/** The operations at or below a path that are none of these. */
function othersBelow(
  document: Values,
  path: string,
  one: string | undefined,
  used: readonly string[],
): readonly string[] {
  const below = pathsOf(document).filter((each) => each === path || each.startsWith(`${path}/`))
  return below.flatMap((each) => {
    const item = itemAt(document, each)
    return METHODS.map((method) => method.toUpperCase())
      .filter((method) => isValues(item[method.toLowerCase()]) && !used.includes(`${method} ${each}`))
      .map((method) => `${method} ${each}: ${reasonOf(method, each, one)}${typeText(document, method, each)}`)
  })
}

function serverOf(document: Values): string | undefined {
  const [server] = listAt(document, 'servers')
  const url = isValues(server) ? server['url'] : undefined
  return typeof url === 'string' && url !== '/' ? url : undefined
}

/** The calls about one record, and to make one. */
function callsAbout(document: Values, path: string) {
  const one = recordPath(document, path)
  const create = callAt(document, path, ['POST'])
  // A form sends what a person has filled in.
  const sends = (call: OpenApiCall | undefined) => (call?.body.fields.size === 0 ? undefined : call)
  const calls = { create: sends(create) }
  const rest =
    one === undefined
      ? {}
      : {
          getOne: callAt(document, one, ['GET']),
          update: sends(callAt(document, one, ['PATCH', 'PUT'])),
          remove: callAt(document, one, ['DELETE']),
        }
  const acts = one === undefined ? {} : actsOn(document, one)
  const idName = one?.slice(path.length + 2, -1)
  const named = Object.fromEntries(Object.entries({ ...calls, ...rest }).filter(([, call]) => call !== undefined))
  const used = [
    `GET ${path}`,
    ...(calls.create === undefined ? [] : [`POST ${path}`]),
    ...Object.values(rest).flatMap((call) => (call === undefined ? [] : [`${call.method} ${one ?? ''}`])),
    ...Object.entries(acts).map(([word, { method }]) => `${method} ${one ?? ''}/${word}`),
  ]
  const unused = [...othersBelow(document, path, one, used), ...additionsTo(document, one, used)]
  return { ...named, ...(idName === undefined ? {} : { idName }), acts, unused }
}

function parameterOf(document: Values, parameter: Values): Parameter {
  const { name, required, description, style = 'form', explode = style === 'form' } = parameter
  const isRequired = required === true
  const schema = followed(document, parameter['schema'])
  const seen = seenIn(document, description === undefined ? schema : { ...schema, description }, isRequired)
  const several = style !== 'form' ? undefined : explode === true ? 'repeat' : 'comma'
  const isSeveral = seen.types.has('array') && several !== undefined
  return { name: String(name), isRequired, seen, ...(isSeveral ? { several } : {}) }
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
  const answer =
    answerOf(document, operation) ??
    refuse(`says of '${id}' not what it answers: add responses.200.content.application/json.schema, or use --sample`)
  const server = serverOf(document)
  return {
    path,
    answer,
    parameters: parameters
      .filter((parameter) => parameter['in'] === 'query')
      .map((parameter) => parameterOf(document, parameter)),
    ...callsAbout(document, path),
    ...(server === undefined ? {} : { server }),
  }
}
