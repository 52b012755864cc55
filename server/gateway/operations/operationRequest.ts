import type { JSONSchema } from 'json-schema-to-ts'
import { fillPath, placeholdersOf } from '../../../language/template.ts'
import { GatewayError } from '../errors.ts'
import { hasHazard, isObject } from '../http/json.ts'
import { explain, type PreparedOperation } from './preparedOperations.ts'

/** The values of one request by their wire names, checked against the operation's schema. */
export interface CheckedRequest {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** What the browser sent. `target` is the raw request target, `body` the parsed JSON. */
export interface RawRequest {
  readonly target: string
  readonly body: unknown
}

/** What may stand in a path: nothing that any server on the way could read as a separator or a dot segment (S-20). */
const PATH_VALUE = /^[A-Za-z0-9_-]{1,64}$/

const malformed = (message: string): GatewayError => new GatewayError('BAD_REQUEST', { message })

/** A text of the URL as the type its schema asks for; text that is not exactly such a value stays text and fails. */
function typed(text: string, schema: JSONSchema | undefined): unknown {
  if (schema === undefined || typeof schema === 'boolean') return text
  const { const: only, enum: several } = schema as { readonly const?: unknown; readonly enum?: readonly unknown[] }
  const choices = only === undefined ? (several ?? []) : [only]
  if (choices.length > 0) return choices.find((choice) => String(choice) === text) ?? text
  const types = [schema.type ?? []].flat()
  if (types.includes('string')) return text
  if ((types.includes('integer') || types.includes('number')) && String(Number(text)) === text) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** The values of the path's parameters, or `undefined` where the path is not the operation's. */
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
      if (!PATH_VALUE.test(part))
        throw malformed(`path.${name} may hold letters, digits, '-' and '_' only: correct it.`)
      values[name] = typed(part, prepared.schemas.path[name])
    }
  }
  return values
}

function queryValues(prepared: PreparedOperation, search: string): Record<string, unknown> {
  const values = Object.create(null) as Record<string, unknown>
  for (const [name, text] of new URLSearchParams(search)) {
    if (name in values) throw malformed(`query.${name.slice(0, 64)} is given more than once: give it once.`)
    values[name] = typed(text, prepared.schemas.query[name])
  }
  return values
}

/** The texts of a form's fields as the types that the operation's body declares. */
export function formValues({ operation, schemas }: PreparedOperation, texts: ReadonlyMap<string, string>): unknown {
  if (operation.body === undefined && texts.size === 0) return undefined
  return Object.fromEntries([...texts].map(([name, text]) => [name, typed(text, schemas.body[name])]))
}

const isEmpty = (body: unknown): boolean => body === undefined || body === null

function partsOf(prepared: PreparedOperation, { target, body }: RawRequest): { query: unknown; body?: unknown } {
  const [, search = ''] = target.split(/\?(.*)/s)
  const { operation } = prepared
  if (!operation.queryInBody) {
    if (operation.body === undefined && !isEmpty(body)) throw malformed('This operation takes no body: leave it out.')
    return { query: queryValues(prepared, search), ...(operation.body === undefined ? {} : { body }) }
  }
  if (search !== '') throw malformed('The query of this operation belongs into the body: move it there.')
  if (!isObject(body)) throw malformed('The body must be a JSON object with the member query.')
  const { query, ...rest } = body
  const stray = Object.keys(rest).find((name) => name !== 'body')
  if (stray !== undefined) throw malformed(`${stray.slice(0, 64)} is not a part of this request: leave it out.`)
  return { query, ...rest }
}

/** A source that yields nothing is left out by the browser, so an explicit null is nobody's value. */
function assertNoNull(part: string, values: Readonly<Record<string, unknown>> | undefined): void {
  for (const [name, value] of Object.entries(values ?? {})) {
    if (value === null) throw malformed(`${part}.${name} is null: leave it out.`)
    if (part === 'query' && typeof value === 'object') throw malformed(`query.${name} must be a single value.`)
  }
}

/** Where an operator has named the call, values of any part of the request may stand in its path. */
const allValues = ({ path, query, body }: CheckedRequest): Readonly<Record<string, unknown>> => ({
  ...body,
  ...query,
  ...path,
})

function assertFitsPath({ call }: PreparedOperation, checked: CheckedRequest): void {
  const values = allValues(checked)
  const stray = placeholdersOf(call?.path ?? '').find((name) => !PATH_VALUE.test(String(values[name])))
  if (stray !== undefined) throw malformed(`${stray} cannot stand in the address of this call: correct it.`)
}

/**
 * Reads and checks a request against its operation; what is not declared does not pass.
 *
 * @throws GatewayError NOT_FOUND when the path is not the operation's, BAD_REQUEST naming the parameter otherwise
 */
export function readRequest(prepared: PreparedOperation, raw: RawRequest): CheckedRequest {
  const { service } = prepared.operation
  const [pathname = ''] = raw.target.split('?', 1)
  const base = `/api/${service}/`
  const path = pathname.startsWith(base) ? pathValues(prepared, pathname.slice(base.length)) : undefined
  if (path === undefined) throw new GatewayError('NOT_FOUND')
  if (hasHazard(raw.body)) throw malformed('The body holds a name that is not allowed.')
  const request = { path, ...partsOf(prepared, raw) }
  if (!prepared.isValid(request)) throw malformed(explain(prepared.isValid.errors))
  const checked = request as unknown as CheckedRequest
  assertNoNull('query', checked.query)
  assertNoNull('body', checked.body)
  assertFitsPath(prepared, checked)
  return checked
}

/** The path and query the upstream sees, written anew from the checked values. @param path of the call to be made */
export function outboundPath(path: string, checked: CheckedRequest): string {
  const query = Object.entries(checked.query).map(([name, value]) => [name, String(value)])
  const search = new URLSearchParams(query).toString()
  return `${fillPath(path, allValues(checked))}${search === '' ? '' : `?${search}`}`
}
