import { itemSchema, type FieldSchema, type Lookup } from '../schema.ts'
import type { JSONSchema } from 'json-schema-to-ts'
import { leavesOf } from '../binding.ts'
import { isMasked } from '../pii.ts'
import { readByIds } from '../reference.ts'
import type { ListResource, Resource } from '../resource.ts'
import type { ListBlock } from '../authored/show.ts'
import { blocksOf } from './pagePlaces.ts'
import { answeredSchemas, askedSchemas } from './personalRules.ts'
import { entriesOf, joinNames, type Finding, type Rule, type Rules, foundUnless } from './problem.ts'

/** A value that is the id of a record of another resource. */
interface Reference {
  readonly where: string
  readonly resource: string
  readonly schema: Exclude<FieldSchema, boolean>
  /** Set where the value is that of this field of the record. */
  readonly field?: string
}

const referred = (where: string, reference: string | Lookup, schema: Reference['schema']): Reference =>
  typeof reference === 'string' ? { where, resource: reference, schema } : { where, schema, ...reference }

function referencesIn(schema: FieldSchema | undefined, where: string): readonly Reference[] {
  if (typeof schema !== 'object') return []
  const { reference, properties } = schema
  return [
    ...[reference ?? []].flat().map((each) => referred(where, each, schema)),
    ...entriesOf(properties).flatMap(([name, property]) => referencesIn(property, `${where}.${name}`)),
    ...referencesIn(itemSchema(schema), `${where}.items`),
  ]
}

const allReferences = (definition: Resource): readonly Reference[] =>
  [...answeredSchemas(definition), ...askedSchemas(definition)].flatMap(([where, schema]) =>
    referencesIn(schema, where),
  )

const idReferences = (definition: Resource): readonly Reference[] =>
  allReferences(definition).filter(({ field }) => field === undefined)

const listsIn = (all: readonly Resource[]): readonly ListResource[] =>
  all.flatMap((each) => (each.kind === 'list' ? [each] : []))

const named = (all: readonly Resource[], resource: string): ListResource | undefined =>
  listsIn(all).find(({ name }) => name === resource)

const unknown = (where: string, resource: string, all: readonly Resource[]): Finding => {
  const names = listsIn(all).map(({ name }) => name)
  return { where, message: `refers to '${resource}', lists are: ${joinNames(names, resource)}` }
}

const resourcesExist: Rule = (definition, all) => [
  ...allReferences(definition)
    .filter(({ resource }) => named(all, resource) === undefined)
    .map(({ where, resource }) => unknown(where, resource, all)),
  ...listBlocks(definition)
    .filter(([, { resource }]) => named(all, resource) === undefined)
    .map(([where, { resource }]) => unknown(where, resource, all)),
]

/** Names are read by ids, so another call than the list's must be able to do so, unless the list is read whole. */
const namesAreRead: Rule = (definition, all) =>
  idReferences(definition).flatMap(({ where, resource }) => {
    const other = named(all, resource)
    return foundUnless(
      other === undefined || readByIds(other) !== undefined,
      where,
      `refers to ${resource}, which no call reads by ids: declare its bindings.getMany with { param: 'ids' }, or its bindings.getOne`,
    )
  })

const typesOf = (schema: JSONSchema | undefined): readonly string[] =>
  typeof schema === 'object' ? [schema.type ?? []].flat().filter((type) => type !== 'null') : []

/** What is wrong with a value as the id of a record; `undefined` when nothing is. */
function typeProblem(schema: FieldSchema | undefined, { name, record }: ListResource): string | undefined {
  const [own, ids] = [typesOf(schema), typesOf(record.properties['id'])]
  return own.length === 0 || ids.length === 0 || own.some((type) => ids.includes(type))
    ? undefined
    : `is of type ${own.join(' or ')}, and the ids of ${name} are of type ${ids.join(' or ')}: make them the same`
}

const typesFit: Rule = (definition, all) =>
  idReferences(definition).flatMap(({ where, resource, schema }) => {
    const other = named(all, resource)
    const message = other && typeProblem(schema, other)
    return message === undefined ? [] : [{ where, message }]
  })

const idsArrive: Rule = (definition) =>
  allReferences(definition)
    .filter(({ schema: { pii } }) => isMasked(pii))
    .map(({ where, resource }) => ({
      where,
      message: `is masked, so no screen has the id to read ${resource} by: remove its class or the reference`,
    }))

/**
 * A record is found by a field only if its list can be searched for it, and is opened only if it has a page. By its id it
 * is opened without a search, or its list is narrowed to it.
 */
const lookupsFind: Rule = (definition, all) =>
  allReferences(definition).flatMap(({ where, resource, field }) => {
    const other = field === undefined ? undefined : named(all, resource)
    if (other === undefined || field === undefined) return []
    if (field === 'id' && (other.recordPath !== null || Object.hasOwn(other.list.filters, 'id'))) return []
    const fields = other.list.find['search'] ?? []
    if (other.recordPath === null) return [{ where, message: `refers to ${resource}, whose records have no page` }]
    // A field that does not exist is another finding.
    return foundUnless(
      fields.includes(field) || !fields.every((each) => Object.hasOwn(other.record.properties, each)),
      where,
      `refers to ${resource} by '${field}', its list.find.search has: ${joinNames(fields, field)}`,
    )
  })

const parameters = ({ query, body }: Resource['bindings'][string]): readonly string[] =>
  leavesOf({ ...query, ...body }).flatMap(([, source]) => ('param' in source ? [source.param] : []))

/** `getMany` names the ids that it reads, and no other call does. */
const idsAreSent: Rule = ({ name, bindings, dialect }) =>
  (dialect === null ? entriesOf(bindings) : []).flatMap(([binding, declared]) => {
    const where = `${name}.bindings.${binding}`
    const sendsIds = parameters(declared).includes('ids')
    if (binding !== 'getMany')
      return sendsIds ? [{ where, message: `sends ids, which only the binding getMany is called with` }] : []
    return [
      ...(sendsIds ? [] : [{ where, message: `names no ids: map { param: 'ids' } in its query or body` }]),
      ...(declared.effect === 'read' ? [] : [{ where, message: `reads records: give it the effect 'read'` }]),
    ]
  })

function listBlocks({ name, show }: Resource): readonly (readonly [where: string, block: ListBlock])[] {
  if (show === null) return []
  return blocksOf(show).flatMap(({ where, block }) =>
    block.kind === 'list' ? [[`${name}.show.${where}.${block.resource}`, block] as const] : [],
  )
}

/** True when the call that reads the list with filters sends this one. */
const isSent = ({ bindings, dialect }: ListResource, filter: string): boolean => {
  const { query, body } = bindings['listFiltered'] ?? bindings['list'] ?? {}
  return (
    dialect !== null ||
    leavesOf({ ...query, ...body }).some(([, source]) => 'filter' in source && source.filter === filter)
  )
}

function filterProblem(filter: string, other: ListResource): string | undefined {
  const { name, list } = other
  const schema = Object.hasOwn(list.filters, filter) ? list.filters[filter] : undefined
  if (schema === undefined)
    return `has the filter '${filter}', filters of ${name} are: ${joinNames(Object.keys(list.filters), filter)}`
  if (!isSent(other, filter)) return `has the filter '${filter}', which the list of ${name} never sends`
  if (list.search?.submit !== undefined) return `shows ${name}, which is read after a search only`
  return undefined
}

const filtersExist: Rule = (definition, all) =>
  listBlocks(definition).flatMap(([where, { resource, filter }]) => {
    const other = named(all, resource)
    const message = other && filterProblem(filter, other)
    return message === undefined ? [] : [{ where, message }]
  })

/** The filter takes the id of the page's own record. */
const filtersFit: Rule = (definition, all) =>
  listBlocks(definition).flatMap(([where, { resource, filter }]) => {
    const schema = named(all, resource)?.list.filters[filter]
    const message = definition.kind === 'list' && schema !== undefined ? typeProblem(schema, definition) : undefined
    return message === undefined ? [] : [{ where: `${where}.${filter}`, message }]
  })

function duplicateProblems(fields: Readonly<Record<string, string>>, columns: readonly string[], other: ListResource) {
  const { name, list, record } = other
  const known = Object.keys(record.properties)
  const asked = Object.values(list.find)
  const isAsked = asked.length > 0 && asked.every((found) => found.some((field) => Object.hasOwn(fields, field)))
  return [
    ...Object.keys(fields)
      .filter((field) => !known.includes(field))
      .map((field) => `compares '${field}', fields of ${name} are: ${joinNames(known, field)}`),
    ...Object.values(fields)
      .filter((column) => !columns.includes(column))
      .map((column) => `compares the column '${column}', columns of the rows are: ${joinNames(columns, column)}`),
    ...(isAsked ? [] : [`asks ${name} by none of the compared fields: declare them in its list.find`]),
  ]
}

/** The records that the lines of a table may repeat are asked for as their list finds them. */
const duplicatesAreFound: Rule = ({ name, bindings }, all) =>
  entriesOf(bindings).flatMap(([binding, { upload }]) =>
    entriesOf(upload?.duplicates).flatMap(([resource, fields]) => {
      const where = `${name}.bindings.${binding}.upload.duplicates.${resource}`
      const other = named(all, resource)
      if (other === undefined) return [unknown(where, resource, all)]
      return duplicateProblems(fields, Object.keys(upload?.rows ?? {}), other).map((message) => ({ where, message }))
    }),
  )

/** Rules about values and lists that refer to records of other resources. */
export const referenceRules: Rules = [
  ['unknown-resource', resourcesExist],
  ['unreadable-reference', namesAreRead],
  ['reference-type', typesFit],
  ['reference-type', filtersFit],
  ['masked-reference', idsArrive],
  ['unreadable-reference', lookupsFind],
  ['invalid-get-many', idsAreSent],
  ['unknown-filter', filtersExist],
  ['invalid-upload', duplicatesAreFound],
]
