import type { Source } from '../../../language/binding.ts'
import type { Operation } from '../../../language/operations.ts'
import { isPersonal } from '../../../language/personal.ts'
import type { CheckedRequest } from '../operations/operationRequest.ts'
import type { Audit } from '../../store/audit.ts'
import type { AuditActor, AuditSubject } from '../../store/auditRecord.ts'
import type { SessionData } from '../../store/sessions.ts'

/** Where digests come from: the audit trail. */
type Digester = Pick<Audit, 'digest'>

/** Who acts, taken from the session and never from the request. */
export const actorOf = ({ userId, email, role }: SessionData, actorType?: AuditActor['actorType']): AuditActor => ({
  userId,
  email,
  role,
  ...(actorType === undefined ? {} : { actorType }),
})

/** Searches are free text: in the audit trail all of them count as personal. */
const isSearch = (source: Source): boolean =>
  'nested' in source ? Object.values(source.nested).some(isSearch) : 'param' in source && source.param === 'search'

const spelled = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

type Sources = Readonly<Record<string, Source>>

const pathSources = (path: CheckedRequest['path']): Sources =>
  Object.fromEntries(Object.keys(path).map((name) => [name, { field: name }]))

interface Part {
  readonly name: string
  readonly value: unknown
  readonly source: Source | undefined
}

const partsOf = (values: CheckedRequest['path'] | undefined, sources: Sources | undefined): readonly Part[] =>
  Object.entries(values ?? {}).map(([name, value]) => ({ name, value, source: sources?.[name] }))

const digested = ({ value, source }: Part, operation: Operation, audit: Digester): unknown =>
  source !== undefined && (isSearch(source) || isPersonal(source, operation))
    ? `hmac:${audit.digest(spelled(value))}`
    : value

/** What was asked, by wire names, with every personal value replaced by its keyed digest. */
export function auditInput(operation: Operation, { path, query, body }: CheckedRequest, audit: Digester) {
  const record = (values: CheckedRequest['path'] | undefined, sources: Sources | undefined) =>
    Object.fromEntries(partsOf(values, sources).map((part) => [part.name, digested(part, operation, audit)]))
  return {
    path: record(path, pathSources(path)),
    query: record(query, operation.query),
    ...(body === undefined ? {} : { body: record(body, operation.body) }),
  }
}

/** Every value of a request that is a field of the record, with the field's name. */
function fieldParts(operation: Operation, { path, query, body }: CheckedRequest) {
  const parts = [
    ...partsOf(path, pathSources(path)),
    ...partsOf(query, operation.query),
    ...partsOf(body, operation.body),
  ]
  return parts.flatMap((part) =>
    part.source !== undefined && 'field' in part.source ? [{ part, field: part.source.field }] : [],
  )
}

/** The fields that identify a record to the upstream, each once and in one order: `id=3`, `user__id=9107`. */
function identifying(operation: Operation, checked: CheckedRequest, audit: Digester): readonly string[] {
  const named = fieldParts(operation, checked).map(
    ({ part, field }) => `${field}=${spelled(digested(part, operation, audit))}`,
  )
  return [...new Set(named)].toSorted()
}

/** What a request says of the record's fields, by their names. */
export const fieldsOf = (operation: Operation, checked: CheckedRequest): ReadonlyMap<string, string> =>
  new Map(fieldParts(operation, checked).map(({ part, field }) => [field, spelled(part.value)]))

/** The record itself where the request names it by its id and it is not a part of another. */
export function ownSubjectOf(operation: Operation, checked: CheckedRequest): AuditSubject | undefined {
  const id = operation.definition.kind !== 'nested' ? fieldsOf(operation, checked).get('id') : undefined
  return id === undefined ? undefined : { resource: operation.resource, id }
}

/** The record that is acted upon, by all the fields that identify it; null when the request names none. */
export const targetOf = (operation: Operation, checked: CheckedRequest, audit: Digester): string | null =>
  identifying(operation, checked, audit).join('&') || null

/**
 * What only one change at a time is made to: the record by its id alone wherever the request names it, so that
 * changes which name other fields beside it still wait for each other. A file on its way up adds to a record and
 * changes nothing of it: nothing waits for it.
 */
export function lockOf(operation: Operation, checked: CheckedRequest, audit: Digester): string | null {
  if (operation.kind === 'upload') return null
  const named = identifying(operation, checked, audit)
  return named.find((part) => part.startsWith('id=')) ?? (named.join('&') || null)
}

/** The reason a person gave, if the action asks for one. */
export function reasonOf({ query, body: sources }: Operation, { query: values, body }: CheckedRequest): string | null {
  const isReason = ({ source }: Part): boolean => source !== undefined && 'input' in source && source.input === 'reason'
  const part = [...partsOf(values, query), ...partsOf(body, sources)].find(isReason)
  return typeof part?.value === 'string' ? part.value : null
}
