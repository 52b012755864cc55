import type { ResourceDefinition } from '../../language/authored/definition.ts'
import { pointerOf, stepsOf } from '../../language/pointer.ts'
import type { FieldSchema, ObjectSchema, Pointer } from '../../language/schema.ts'
import { StartError } from '../config/settings.ts'
import { findId, findRecord, findRecords, type Records, withDetail } from './findRecords.ts'
import { type Findings, inferFields, titleOf } from './inferField.ts'
import { columnsOf, hintAtColumns, namingOf, searchOf, sortedBy } from './inferColumns.ts'
import { inferActions } from './inferActions.ts'
import { inferPage } from './inferPage.ts'
import { type CountHeader, inferReading } from './inferPaging.ts'
import type { Seen } from './observe.ts'
import { inferWriting } from './inferWriting.ts'
import type { OpenApiCall, OpenApiOperation, Parameter } from './openApi.ts'

/** What is known of a list before it is declared. */
export interface Wanted extends Pick<OpenApiOperation, 'create' | 'getOne' | 'update' | 'remove' | 'acts' | 'idName'> {
  readonly name: string
  readonly service: string
  readonly path: `/${string}`
  readonly permissions: { readonly read: string; readonly edit: string }
  readonly answer: Seen
  /** The parameters of the call that are known, from a document or from an address. */
  readonly parameters: readonly Parameter[]
  /** The header in which the number of records came. */
  readonly counted?: CountHeader | undefined
}

/** The list of records in an answer that is meant. @throws a StartError when there is none */
function meantRecords(answer: Seen, name: string, { inferred, decide }: Findings): Records {
  const [found, ...others] = findRecords(answer, name)
  if (found === undefined)
    throw new StartError(['The answer has no list of records: it needs an array of objects, with one of them at least'])
  const { place, rows } = found
  const counted = rows.count === 0 ? '' : `: ${rows.count} rows`
  inferred.push(`the records are ${place === '' ? 'the whole answer' : `at '${place}'`}${counted}`)
  if (others.length > 0)
    decide.push(
      `there are records at ${others.map((other) => `'${other.place}'`).join(', ')} too: bindings.list.data says which are meant`,
    )
  return found
}

const freeName = (fields: Seen['fields'], name = 'other_id'): string =>
  fields.has(name) ? freeName(fields, `${name}_2`) : name

/** What is known of a list, with a field called `id` that does not identify a record under another name: it would be taken for one that does. */
function withoutOtherId(wanted: Wanted, { place, rows }: Records) {
  const isOther = rows.fields.has('id') && findId(rows, wanted)?.field !== 'id'
  const named = isOther ? freeName(rows.fields) : undefined
  const renamed = (seen: Seen): Seen => ({
    ...seen,
    fields: new Map([...seen.fields].map(([name, field]) => [name === 'id' ? (named ?? name) : name, field])),
  })
  const sent = ({ body, ...call }: OpenApiCall): OpenApiCall => ({ ...call, body: renamed(body) })
  const { create, update } = wanted
  const calls = { ...(create && { create: sent(create) }), ...(update && { update: sent(update) }) }
  return { wanted: { ...wanted, ...calls }, found: { place, rows: renamed(rows) }, named }
}

interface Whole {
  readonly found: Records
  /** The places of what only the call that reads one record answers. */
  readonly added: readonly Pointer[]
}

/** The records with what only the call that reads one of them answers. */
function withGetOne(wanted: Wanted, findings: Findings): Whole {
  const found = meantRecords(wanted.answer, wanted.name, findings)
  const id = findId(found.rows, wanted)?.field
  const one =
    wanted.getOne === undefined || id === undefined
      ? undefined
      : findRecord(wanted.getOne.answer, id, [...found.rows.fields.keys()])
  if (one === undefined) return { found, added: [] }
  const { row, added } = withDetail(found.rows, one.record)
  if (added.length > 0)
    findings.inferred.push(
      `only the call that reads one record answers ${added.map((place) => stepsOf(place).join('.')).join(', ')}: its page shows them, and no column does`,
    )
  return { found: { ...found, rows: row }, added }
}

/** The record as the rows of the list have it. */
function inRows(record: ObjectSchema, added: readonly Pointer[]): ObjectSchema {
  const listed = (properties: ObjectSchema['properties'], ...at: readonly string[]) =>
    Object.fromEntries(
      Object.entries(properties).filter(
        ([name]) => !added.includes(pointerOf([...at, name])) && !added.includes(pointerOf([ATTRIBUTES, ...at, name])),
      ),
    )
  const own = Object.entries(listed(record.properties)).map(([name, schema]): readonly [string, FieldSchema] =>
    typeof schema === 'object' && schema.properties !== undefined
      ? [name, { ...schema, properties: listed(schema.properties, name) }]
      : [name, schema],
  )
  return { ...record, properties: Object.fromEntries(own) }
}

const ATTRIBUTES = 'attributes'

/** The fields of records as JSON:API has them, of which most are one level inside, and the names of those. */
function flattened({ found, added }: Whole, { inferred, decide }: Findings) {
  const { fields } = found.rows
  const inside = new Map([...(fields.get(ATTRIBUTES)?.fields ?? [])].filter(([name]) => name !== 'id'))
  if (!fields.has('type') || !fields.has('id') || inside.size === 0) return { found, added, inside: new Set<string>() }
  const own = [...fields].filter(
    ([name]) => !inside.has(name) && ![ATTRIBUTES, 'type', 'links', 'relationships'].includes(name),
  )
  inferred.push(`the fields are inside '${ATTRIBUTES}', as JSON:API has them: each has its path there`)
  const related = [...(fields.get('relationships')?.fields.keys() ?? [])]
  if (related.length > 0)
    decide.push(
      `relationships are left out: a field with path '/relationships/${related[0] ?? ''}/data/id' and a reference shows one`,
    )
  return {
    found: { ...found, rows: { ...found.rows, fields: new Map([...own, ...inside]) } },
    added,
    inside: new Set(inside.keys()),
  }
}

interface Named {
  readonly id: string | undefined
  /** The name of the field that is at `id` in the answer, and identifies no record. */
  readonly other: string | undefined
  /** The fields that are inside `attributes`. */
  readonly inside: ReadonlySet<string>
}

/** The fields: one that is at `id` in the answer under its name here, and an id that is a text as one that is never empty. */
function fieldsOf(properties: ObjectSchema['properties'], { id, other, inside }: Named) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]): readonly [string, FieldSchema] => {
      if (typeof schema !== 'object') return [name, schema]
      if (name === other) return [name, { ...schema, path: '/id' }]
      const placed = inside.has(name) ? { ...schema, path: pointerOf([ATTRIBUTES, name]) } : schema
      const isText = name === id && schema.type === 'string'
      return [name, isText ? { ...placed, minLength: schema.minLength ?? 1 } : placed]
    }),
  )
}

/** The record, and the field that identifies it. */
function recordOf({ rows }: Records, wanted: Wanted, named: Omit<Named, 'id'>, findings: Findings) {
  const { other } = named
  const { inferred, decide } = findings
  const found = findId(rows, wanted)
  const { properties, required } = inferFields(rows, { path: '', around: undefined }, findings)
  const id = found?.field
  if (id === undefined)
    decide.push(`no field identifies a record in every row: it is known by its place only, and cannot have actions`)
  else inferred.push(`${id} identifies a record: present and different in every row`)
  if (found?.isOther === true)
    decide.push(`'${found.field}' sounds like the id of something else: id names the field that identifies a record`)
  if (other !== undefined && Object.hasOwn(properties, other))
    decide.push(
      `'id' is declared as ${other}, with path '/id', as a field called id would identify a record: give it a better name`,
    )
  const needed = [...new Set([...(id === undefined ? [] : [id]), ...required])]
  const isSeen = rows.count > 0
  if (required.length > 0)
    inferred.push(
      `required: ${required.join(', ')}, ${isSeen ? `which have a value in every one of ${rows.count} rows` : 'as the document says'}`,
    )
  else if (isSeen) decide.push(`required has no more than the id: ${rows.count} rows do not show what each record has`)
  const record: ObjectSchema = {
    type: 'object',
    ...(needed.length === 0 ? {} : { required: needed }),
    properties: fieldsOf(properties, { ...named, id }),
  }
  return { id, record }
}

/**
 * The definition of a list, from what is known of its answer.
 *
 * @throws a StartError when the answer has no list of records
 */
export function inferDefinition(asked: Wanted): {
  readonly definition: ResourceDefinition
  readonly findings: Findings
} {
  const { name, service, path, permissions } = asked
  const findings: Findings = { inferred: [], personal: [], decide: [] }
  const { found: flat, inside, added } = flattened(withGetOne(asked, findings), findings)
  const { wanted, found, named: other } = withoutOtherId(asked, flat)
  const { id, record: answered } = recordOf(found, wanted, { other, inside }, findings)
  const call = `{${service}}${path}` as const
  const { bindings, form, record } =
    id === undefined
      ? { bindings: {}, form: undefined, record: answered }
      : inferWriting({ ...wanted, call, id, record: answered }, findings)
  const acts =
    id === undefined
      ? { bindings: {}, actions: {} }
      : inferActions({ ...wanted, one: `${call}/{${id}}`, id, permission: permissions.edit }, findings)
  const columns = columnsOf(inRows(record, added))
  if (columns.length === 0)
    throw new StartError(['The records have no value that could be shown: take a sample with filled ones'])
  const reading = inferReading(wanted, found, findings)
  const { query, filters, hasSearch, perPage, isPaged, response } = reading
  const label = titleOf(name)
  const search = hasSearch ? { placeholder: 'Search' } : isPaged ? undefined : searchOf(columns, record)
  const definition: ResourceDefinition = {
    name,
    label,
    ...(id === undefined || id === 'id' ? {} : { id }),
    record,
    bindings: {
      list: {
        call: `GET ${call}`,
        permission: permissions.read,
        ...(Object.keys(query).length === 0 ? {} : { query }),
        ...(found.place === '' ? {} : { data: found.place }),
        ...response,
      },
      ...bindings,
      ...acts.bindings,
    },
    ...(form === undefined ? {} : { form }),
    list: {
      columns,
      perPage,
      ...(isPaged ? {} : { sort: sortedBy(columns, record) }),
      ...(search === undefined ? {} : { search }),
      ...(Object.keys(filters).length === 0 ? {} : { filter: filters }),
      emptyText: `No ${label.toLowerCase()}`,
    },
    ...(id !== undefined && 'getOne' in bindings
      ? { show: inferPage(record, { name, id, naming: namingOf(record) ?? id, actions: Object.keys(acts.actions) }) }
      : {}),
    ...(Object.keys(acts.actions).length === 0 ? {} : { actions: acts.actions }),
  }
  if (definition.show === undefined && id !== undefined)
    findings.decide.push(`rows open no page: no call that reads one record is known, so add bindings.getOne and show`)
  hintAtColumns({ ...definition, record: inRows(record, added) }, findings)
  return { definition, findings }
}
