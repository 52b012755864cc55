import { conditionFields } from './availability.ts'
import type { Binding, Method, Poll, ResponseMapping, Source, Upload } from './binding.ts'
import type { ResolvedAction, ResolvedBinding, ResolvedRead, Resource } from './resource.ts'
import { isPersonal } from './personal.ts'
import { typeOf } from './input.ts'
import type { Scalar } from './schema.ts'
import { stateReadOf } from './stateRead.ts'
import { placeholdersOf } from './template.ts'

/**
 * The result of an operation: a page of records, one record, more about one record, the answer to an action or an
 * upload, or a downloaded file.
 */
export type OperationKind = 'list' | 'getOne' | 'read' | 'action' | 'download' | 'upload'

/**
 * One request the browser may send to the gateway, with everything both sides need to know about it. Browser and
 * gateway build it from the same binding, so they can't disagree. A binding that only actions use is not an operation
 * of its own: only what an action declares can be sent.
 */
export interface Operation {
  /** `{resource}.{list|getOne|read|action}`: named in the request's `X-Operation` header and in the audit trail. */
  readonly id: string
  readonly resource: string
  readonly kind: OperationKind
  readonly service: string
  /** Method of the upstream call. */
  readonly method: Method
  /** Method of the browser's call to the gateway. */
  readonly browserMethod: Method
  /** Path below the service's base, with `{parameters}` and a leading slash. */
  readonly path: string
  readonly effect: 'read' | 'mutate'
  readonly permission: string
  /**
   * The browser sends the query inside the body, because the operation mutates by GET or has personal data (U11, U20).
   */
  readonly queryInBody: boolean
  readonly query: Readonly<Record<string, Source>>
  readonly body: Readonly<Record<string, Source>> | undefined
  readonly response: ResponseMapping
  readonly download: { readonly fileName: string } | undefined
  readonly upload: Upload | undefined
  readonly poll: Poll | undefined
  /** The gateway sends the whole record, with the changes in it. */
  readonly replaces: boolean
  /** The media type of the body. */
  readonly contentType: string
  /** Off outside development until an operator names the call. */
  readonly isAssumed: boolean
  /** The binding's name, as BINDINGS_FILE spells it. */
  readonly binding: string
  /** The gateway adds the service token (D-64). */
  readonly credential: 'service' | undefined
  readonly definition: Resource
  readonly action: ResolvedAction | undefined
}

const CALL = /^(GET|POST|PUT|PATCH|DELETE) \{([a-z]+)\}(\/.*)$/

/** True for a call that can be made: a method, a service in lower-case letters, and a path. */
export const isCall = (call: string): boolean => CALL.test(call)

/** Splits a call into its parts. Throws on a call that the types would have refused. */
export function parseCall(call: string): { method: Method; service: string; path: string } {
  const [, method, service, path] = CALL.exec(call) ?? []
  if (method === undefined || service === undefined || path === undefined) {
    throw new Error(`'${call}' is not a call: write it as 'GET {main}/path/{parameter}'`)
  }
  return { method: method as Method, service, path }
}

const constants = (values: Readonly<Record<string, Scalar>> = {}): Record<string, Source> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { const: value }]))

interface Naming {
  readonly definition: Resource
  readonly name: string
  readonly kind: OperationKind
  readonly binding: ResolvedBinding
  readonly bindingName: string
  readonly action?: ResolvedAction
}

function operationOf({ definition, name, kind, binding, bindingName, action }: Naming): Operation {
  const call = parseCall(binding.call)
  const { effect } = binding
  const query = { ...binding.query, ...constants(action?.query) }
  const hasBody = binding.body !== undefined || Object.keys(action?.body ?? {}).length > 0
  const queryInBody =
    (call.method === 'GET' && effect === 'mutate') ||
    Object.values(query).some((source) => isPersonal(source, { definition, action }))
  return {
    ...call,
    id: `${definition.name}.${name}`,
    resource: definition.name,
    kind,
    browserMethod: queryInBody && call.method === 'GET' ? 'POST' : call.method,
    effect,
    permission: action?.permission ?? binding.permission,
    queryInBody,
    query,
    body: hasBody ? { ...binding.body, ...constants(action?.body) } : undefined,
    response: binding.response,
    download: binding.download,
    upload: binding.upload,
    poll: binding.poll,
    replaces: binding.replaces === true,
    contentType: binding.contentType ?? 'application/json',
    isAssumed: binding.assumed === true,
    binding: bindingName,
    credential: binding.credential,
    definition,
    action,
  }
}

const kindOf = ({ download, upload }: Binding): OperationKind =>
  download !== undefined ? 'download' : upload === undefined ? 'action' : 'upload'

const bindingOf = ({ call, permission, query, schema, failures }: ResolvedRead): ResolvedBinding => ({
  call,
  permission,
  effect: 'read',
  query,
  response: failures === undefined ? { schema } : { schema, failures },
})

/** The bindings that are operations of their own, and their results. */
const verbKinds = { list: 'list', listFiltered: 'list', getMany: 'list', getOne: 'getOne' } as const satisfies Readonly<
  Record<string, OperationKind>
>

/** The bindings that a dialect adds. Elsewhere, only actions call bindings of these names. */
const dialectKinds = { create: 'getOne', update: 'getOne', delete: 'action' } as const

/** A binding that the provider calls as a react-admin method. */
export type Verb = keyof typeof verbKinds | keyof typeof dialectKinds

/** Every operation of one definition: its list, its detail, its further reads, and each of its actions. */
export function operationsOf(definition: Resource): readonly Operation[] {
  const kinds = { ...verbKinds, ...(definition.dialect === null ? {} : dialectKinds) }
  const verbs = Object.entries(kinds).flatMap(([verb, kind]) => {
    const binding = definition.bindings[verb]
    const action = definition.dialect === null ? undefined : definition.actions[verb]
    if (binding === undefined) return []
    return [operationOf({ definition, name: verb, kind, binding, bindingName: verb, ...(action && { action }) })]
  })
  const reads = Object.entries(definition.reads).map(([name, read]) =>
    operationOf({ definition, name, kind: 'read', binding: bindingOf(read), bindingName: name }),
  )
  const actions = Object.entries(definition.actions).flatMap(([name, action]) => {
    const binding = definition.bindings[action.binding]
    if (binding === undefined || (definition.dialect !== null && Object.hasOwn(dialectKinds, name))) return []
    return [operationOf({ definition, name, kind: kindOf(binding), binding, bindingName: action.binding, action })]
  })
  return [...verbs, ...reads, ...actions]
}

export const operationTable = (definitions: readonly Resource[]): ReadonlyMap<string, Operation> =>
  new Map(definitions.flatMap(operationsOf).map((operation) => [operation.id, operation]))

/**
 * True when the gateway reads the record before the call and refuses an action that is not available, or whose record
 * is no longer as the person saw it: for changes and for files. A call that only reads changes nothing, and its
 * permission protects the data.
 */
export const isConditional = ({ action, effect, kind }: Pick<Operation, 'action' | 'effect' | 'kind'>): boolean =>
  action !== undefined &&
  ((effect === 'mutate' && action.recheck) ||
    ((effect === 'mutate' || kind === 'download') && conditionFields(action).length > 0))

/** The fields of the record that an action sends; for a form, its own. */
export const sentFields = ({ path, query, body }: Pick<Operation, 'path' | 'query' | 'body'>): readonly string[] => [
  ...placeholdersOf(path),
  ...[...Object.values(query), ...Object.values(body ?? {})].flatMap((source: Source) =>
    'field' in source ? [source.field] : [],
  ),
]

/**
 * The values of its record that an action sends together with the id, such as that of its user, and that a read of the
 * record gives: the gateway compares them before the call.
 */
export function comparedValues(operation: Asked): readonly string[] {
  const { definition, action, effect, kind } = operation
  const isAboutOne = action?.scope === 'record' && (effect === 'mutate' || kind === 'download')
  if (definition.kind !== 'list' || !isAboutOne) return []
  const { idFields, list, record } = definition
  const isFindable = list.paging === 'client' || Object.keys(list.find).length > 0
  const isRead = (field: string): boolean => {
    const { hasDetail, fromRow } = stateReadOf(definition, [field])
    return hasDetail ? fromRow.length === 0 : isFindable
  }
  return sentFields(operation).filter(
    (field) =>
      field !== 'id' &&
      !idFields.includes(field) &&
      ['string', 'number', 'integer'].includes(typeOf(record.properties[field] ?? {}) ?? '') &&
      isRead(field),
  )
}

/** The key in a part's record for the id of its parent record. No declared field can have this name. */
export const OWNER = '@owner'

type Asked = Pick<Operation, 'definition' | 'action' | 'effect' | 'kind' | 'path' | 'query' | 'body'>

function namesId(operation: Asked): boolean {
  const named = sentFields(operation)
  const { idFields } = operation.definition
  return named.includes('id') || (idFields.length > 0 && idFields.every((field) => named.includes(field)))
}

/**
 * True when a call must name the record it is about, in addition to its values: an action on a part, a file, and a call
 * that depends on its record or changes it and identifies it by other fields than the id.
 */
export function needsOwner(operation: Asked): boolean {
  const { definition, action, effect, kind } = operation
  if (definition.partOf !== null) return effect === 'mutate' || kind === 'download'
  const isReadable = definition.bindings['getOne'] !== undefined || isConditional(operation)
  const isAboutOne = action?.scope === 'record' && (effect === 'mutate' || kind === 'download')
  return isAboutOne && isReadable && !namesId(operation)
}

/** The id of the record that a call is about, when the call must include it. */
export function ownerIn(operation: Asked, record: Readonly<Record<string, unknown>> | undefined): string | undefined {
  if (!needsOwner(operation)) return undefined
  const id = record?.[operation.definition.partOf === null ? 'id' : OWNER]
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : undefined
}
