import { isValues } from '../../../language/pointer.ts'
import { innerSources, type Source } from '../../../language/binding.ts'
import type { Evidence } from '../../../language/evidence.ts'
import type { Operation } from '../../../language/operations.ts'
import { isPersonal } from '../../../language/personal.ts'
import { redact } from '../../../language/redact.ts'
import { idOf } from '../../../language/recordId.ts'
import type { CheckedRequest } from '../operations/checkedRequest.ts'
import { spelled } from '../core/json.ts'
import type { Audit } from '../../store/audit.ts'
import type { AuditActor, AuditSubject } from '../../store/auditRecord.ts'
import type { SessionData } from '../../store/sessions.ts'

type Digester = Pick<Audit, 'digest'>

/** The actor, from the session and never from the request. */
export const actorOf = ({ userId, email, role }: SessionData, actorType?: AuditActor['actorType']): AuditActor => ({
  userId,
  email,
  role,
  ...(actorType === undefined ? {} : { actorType }),
})

/** True for a search: it is free text, which counts as personal in the audit trail. */
const isSearch = (source: Source): boolean =>
  Object.values(innerSources(source) ?? {}).some(isSearch) || ('param' in source && source.param === 'search')

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

/** Typed text without personal data, also inside nested objects. */
function redacted(value: unknown, source: Source | undefined): unknown {
  if (source === undefined) return value
  const inner = innerSources(source)
  if (inner !== undefined && isValues(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redacted(member, inner[name])]))
  return typeof value === 'string' && ('input' in source || 'set' in source) ? redact(value) : value
}

/** Evidence without personal data in its texts. */
export const redactEvidence = ({ reliedOn, acknowledged }: Evidence): Evidence => ({
  reliedOn: reliedOn.map(({ value, label }) => ({ value, label: redact(label) })),
  acknowledged: acknowledged.map(redact),
})

const digested = ({ value, source }: Part, operation: Operation, audit: Digester): unknown =>
  source !== undefined && (isSearch(source) || isPersonal(source, operation))
    ? `hmac:${audit.digest(spelled(value))}`
    : redacted(value, source)

/**
 * The values of a request, by wire names, with every personal value replaced by its keyed digest, and typed text without
 * personal data.
 */
export function auditInput(operation: Operation, { path, query, body }: CheckedRequest, audit: Digester) {
  const record = (values: CheckedRequest['path'] | undefined, sources: Sources | undefined) =>
    Object.fromEntries(partsOf(values, sources).map((part) => [part.name, digested(part, operation, audit)]))
  return {
    path: record(path, pathSources(path)),
    query: record(query, operation.query),
    ...(body === undefined ? {} : { body: record(body, operation.body) }),
  }
}

const isGiven = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(typeof value === 'object' && Object.keys(value).length === 0)

/** What a request searches for about people, by wire names, as keyed digests. */
export function personalTerms(
  operation: Operation,
  { path, query, body }: CheckedRequest,
  audit: Digester,
): Readonly<Record<string, string>> {
  const parts = [
    ...partsOf(path, pathSources(path)),
    ...partsOf(query, operation.query),
    ...partsOf(body, operation.body),
  ]
  return Object.fromEntries(
    parts.flatMap(({ name, value, source }) =>
      source !== undefined && isGiven(value) && (isSearch(source) || isPersonal(source, operation))
        ? [[name, `hmac:${audit.digest(spelled(value))}`] as const]
        : [],
    ),
  )
}

/** The values of a request that are fields of the record, with the field's name. */
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

/** The fields that identify a record to the upstream, each once and sorted: `id=3`, `user__id=9107`. */
function identifying(operation: Operation, checked: CheckedRequest, audit: Digester): readonly string[] {
  const named = fieldParts(operation, checked).map(
    ({ part, field }) => `${field}=${spelled(digested(part, operation, audit))}`,
  )
  return [...new Set(named)].toSorted()
}

/** The record's fields in a request, by name. */
export const fieldsOf = (operation: Operation, checked: CheckedRequest): ReadonlyMap<string, string> =>
  new Map(fieldParts(operation, checked).map(({ part, field }) => [field, spelled(part.value)]))

/** The id of the record, when the request names it. */
const idIn = (operation: Operation, checked: CheckedRequest): string | undefined => {
  const fields = Object.fromEntries(fieldsOf(operation, checked))
  return fields['id'] ?? idOf(operation.definition, fields)?.toString()
}

/** The values by which a request names its record, by the fields' names, as keyed digests. */
export const namingTerms = (
  operation: Operation,
  checked: CheckedRequest,
  audit: Digester,
): Readonly<Record<string, string>> =>
  Object.fromEntries([...fieldsOf(operation, checked)].map(([name, value]) => [name, `hmac:${audit.digest(value)}`]))

/** The record itself, when the request names it by its id and it is not nested in another. */
export function ownSubjectOf(operation: Operation, checked: CheckedRequest): AuditSubject | undefined {
  const id = operation.definition.kind !== 'nested' ? idIn(operation, checked) : undefined
  return id === undefined ? undefined : { resource: operation.resource, id }
}

/** The record that is changed or read, by all fields that identify it; null when the request names none. */
export const targetOf = (operation: Operation, checked: CheckedRequest, audit: Digester): string | null =>
  identifying(operation, checked, audit).join('&') || null

/**
 * The lock of a change, which allows one change at a time: the record's id when the request names it, so that changes
 * that also name other fields wait for each other. An upload adds to a record without changing it, so it has no lock.
 */
export function lockOf(operation: Operation, checked: CheckedRequest, audit: Digester): string | null {
  if (operation.kind === 'upload') return null
  const { idFields } = operation.definition
  const named = identifying(operation, checked, audit)
  const ids = named.filter((part) => (idFields.length === 0 ? ['id'] : idFields).includes(part.split('=', 1)[0] ?? ''))
  return (ids.length >= Math.max(1, idFields.length) ? ids : named).join('&') || null
}

/** The person's reason without personal data, if the action asks for one. */
export function reasonOf({ query, body: sources }: Operation, { query: values, body }: CheckedRequest): string | null {
  const isReason = ({ source }: Part): boolean => source !== undefined && 'input' in source && source.input === 'reason'
  const part = [...partsOf(values, query), ...partsOf(body, sources)].find(isReason)
  return typeof part?.value === 'string' ? redact(part.value) : null
}
