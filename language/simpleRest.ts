import type { JSONSchema } from 'json-schema-to-ts'
import type { Source } from './binding.ts'
import type { ResolvedList } from './list.ts'
import { isMaskedField } from './personal.ts'
import type { ResolvedBinding } from './resource.ts'
import type { FieldSchema, ObjectSchema } from './schema.ts'

/**
 * The records of a service that speaks the dialect of `ra-data-simple-rest`: their path, and the permission of each
 * verb. Reading has one. A verb without a permission is not declared, and so is not forwarded.
 */
export interface Collection {
  /** The list. One record is below it, by its id. */
  readonly path: `{${string}}/${string}`
  readonly list: string
  readonly create?: string
  readonly update?: string
  readonly delete?: string
}

/** The dialect's names for its calls: react-admin's verbs. */
export type RestVerb = 'list' | 'getOne' | 'getMany' | 'create' | 'update' | 'delete'

/** A parameter that the dialect sends as JSON: `sort=["title","ASC"]`. */
export type JsonParameter = 'sort' | 'range' | 'filter' | 'ids'

/** The maximum number of records per request. `MOST_IDS` limits a request by ids. */
export const MOST_RECORDS = 1000
export const MOST_IDS = 100

export const idsSchema = ({ properties }: ObjectSchema) =>
  ({ type: 'array', items: properties['id'] ?? false, minItems: 1, maxItems: MOST_IDS }) as const

/** Values that the service sets itself can't be sent. */
const isWritable = ([name, schema]: readonly [string, FieldSchema]): boolean =>
  name !== 'id' && typeof schema === 'object' && schema.readOnly !== true

/** The fields of a record that a person may set. */
export const writableFields = ({ properties }: ObjectSchema): readonly string[] =>
  Object.entries(properties)
    .filter(isWritable)
    .map(([name]) => name)

const fieldsSent = (record: ObjectSchema, needed: readonly string[]): Readonly<Record<string, Source>> =>
  Object.fromEntries(
    writableFields(record).map((set) => [set, needed.includes(set) ? { set } : { set, optional: true }]),
  )

/** The calls that `ra-data-simple-rest` makes for a collection. */
export function restBindings(
  { path, list, create, update, delete: remove }: Collection,
  record: ObjectSchema,
): Readonly<Record<string, ResolvedBinding>> {
  const reading = { permission: list, effect: 'read', response: {} } as const
  const changing = { effect: 'mutate', query: {}, response: {} } as const
  const query = { sort: { json: 'sort' }, range: { json: 'range' }, filter: { json: 'filter' } } as const
  return {
    list: { ...reading, call: `GET ${path}`, query, response: { total: { header: 'Content-Range' } } },
    getOne: { ...reading, call: `GET ${path}/{id}`, query: {} },
    getMany: { ...reading, call: `GET ${path}`, query: { filter: { json: 'ids' } } },
    ...(create && {
      create: {
        ...changing,
        call: `POST ${path}`,
        permission: create,
        body: fieldsSent(record, record.required ?? []),
      },
    }),
    ...(update && {
      update: {
        ...changing,
        call: `PUT ${path}/{id}`,
        permission: update,
        body: fieldsSent(record, []),
        replaces: true,
      },
    }),
    ...(remove && { delete: { ...changing, call: `DELETE ${path}/{id}`, permission: remove } }),
  }
}

/**
 * The fields by which a service may order its records. Masked fields are excluded, because their order would reveal
 * information.
 */
export const sortableFields = ({ properties }: ObjectSchema): readonly string[] =>
  Object.entries(properties)
    .filter(([, schema]) => !isMaskedField(schema))
    .map(([name]) => name)

type Filtered = Pick<ResolvedList, 'filters' | 'search'>

/** JSON Schema of a parameter, closed. The search text is the filter `q`. */
export function jsonSchemaOf(parameter: JsonParameter, record: ObjectSchema, list: Filtered): JSONSchema {
  switch (parameter) {
    case 'sort':
      return {
        type: 'array',
        items: [{ enum: sortableFields(record) }, { enum: ['ASC', 'DESC'] }],
        minItems: 2,
        maxItems: 2,
      }
    case 'range':
      return { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 2, maxItems: 2 }
    case 'ids':
      return {
        type: 'object',
        additionalProperties: false,
        required: ['id'],
        properties: { id: idsSchema(record) },
      }
    case 'filter': {
      const q = list.search === undefined ? {} : { q: list.search.schema ?? { type: 'string', maxLength: 200 } }
      return { type: 'object', additionalProperties: false, properties: { ...list.filters, ...q } }
    }
  }
}

interface Called {
  readonly definition: { readonly dialect: 'simple-rest' | null }
  readonly binding: string
}

/** True when the answer has the number of records in `Content-Range`. */
export const countsRecords = ({ definition, binding }: Called): boolean =>
  definition.dialect !== null && binding === 'list'
