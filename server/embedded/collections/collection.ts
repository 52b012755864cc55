import type { DatabaseSync } from 'node:sqlite'
import { coerceRecord, fromWire, toWire } from '../../../language/coerceRecord.ts'
import { placed, type Values } from '../../../language/pointer.ts'
import { readRecord } from '../../../language/readRecord.ts'
import { idOf } from '../../../language/recordId.ts'
import type { ConsoleModel, Registry } from '../../../language/registry.ts'
import { nestedIn, type ListResource, type NestedResource, type Resource } from '../../../language/resource.ts'
import type { FieldSchema, ObjectSchema } from '../../../language/schema.ts'
import { Random } from '../random.ts'
import { generateObject, generateValue, type Generating } from './generateValue.ts'
import { openRows, type Row } from './rows.ts'

/** The detail among the answers about a record. */
const DETAIL = 'detail'

/** A record as the service writes it. An id of another name is not written as `id`. */
export function written(record: Values, { record: schema, idFields }: Resource): unknown {
  const { id, ...rest } = record
  return toWire(idFields.length > 0 || id === undefined ? rest : record, schema)
}

const isState = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

const namedIn = (condition: unknown): readonly unknown[] => {
  if (typeof condition !== 'object' || condition === null) return [condition]
  if (Array.isArray(condition)) return condition
  return 'not' in condition ? [condition.not].flat() : []
}

/** The states of a field: the choices of its schema, its tones, and what actions compare it with or set it to. */
export function statesOf({ record, actions }: Resource, { tones }: Registry, field: string): readonly unknown[] {
  const schema = record.properties[field]
  const own = typeof schema === 'object' ? schema : {}
  if (Array.isArray(own.enum)) return own.enum
  const toned = own.tones === undefined ? [] : Object.keys(tones[own.tones] ?? {})
  const acted = Object.values(actions).flatMap(({ when, blocked, body, expect = {} }) => {
    const conditions: readonly Values[] = [when, ...blocked.map((each) => each.when), body, expect]
    return conditions.flatMap((each) => (Object.hasOwn(each, field) ? namedIn(each[field]) : []))
  })
  return [...new Set([...toned, ...acted].filter(isState))]
}

const streamOf = (name: string): number =>
  Array.from(name).reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) | 0, 7)

function idFor(schema: FieldSchema | undefined, name: string, place: number, parts: Generating): string | number {
  const { type, minimum = 1, pattern, format } = typeof schema === 'object' ? schema : {}
  if ([type].flat().includes('integer')) return Math.max(1, minimum) + place - 1
  return pattern === undefined && format === undefined ? `${name}-${place}` : String(generateValue(schema, name, parts))
}

/** The number of generated records: a few pages. */
const countFor = ({ perPage }: ListResource['list']): number => Math.min(500, Math.ceil(perPage * 2.4))

/** Items of a part in each record. */
const PARTS = 3

/** More nested records than a record gets. */
const LAST_PART = 1000

/** The source of collections: where they are kept, and what they are generated from. */
export interface CollectionSource {
  readonly model: ConsoleModel
  readonly database: DatabaseSync
  /** Same seed, same data. */
  readonly seed: number
  /** The first records of a definition, by its name, where they are not generated. */
  readonly given?: (name: string) => readonly Values[] | undefined
}

const generating = (
  definition: Resource,
  random: Random,
  source: CollectionSource,
  known: Values = {},
): Generating => ({
  random,
  choices: (field) => statesOf(definition, source.model.registry, field),
  idIn: (resource) => someId(resource, source, random),
  known,
})

function idsAt({ name, record, idFields }: ListResource, place: number, parts: Generating): Values {
  const fields = idFields.length > 0 ? idFields : ['id']
  return Object.fromEntries(
    fields.flatMap((field) => {
      const schema = record.properties[field]
      return schema === undefined ? [] : [[field, idFor(schema, name, place, parts)] as const]
    }),
  )
}

function someId(resource: string, source: CollectionSource, random: Random): string | number | undefined {
  const definition = source.model.definitions.find(({ name }) => name === resource)
  if (definition?.kind !== 'list') return undefined
  const given = source.given?.(resource)
  const place = random.integer(1, given?.length ?? countFor(definition.list))
  const own = new Random(source.seed, place, streamOf(resource))
  return idOf(definition, given?.[place - 1] ?? idsAt(definition, place, generating(definition, own, source)))
}

/** Values for another schema of a definition, such as an answer, from one of its records. */
export const generatedFor = (
  definition: Resource,
  schema: ObjectSchema,
  known: Values,
  source: CollectionSource,
): Values =>
  generateObject(schema, generating(definition, new Random(source.seed, streamOf(definition.name)), source, known))

function createGenerator(definition: ListResource, source: CollectionSource) {
  const { name, record, idFields } = definition
  const stream = streamOf(name)
  const partsAt = (owner: Resource, place: number, known?: Values): Generating =>
    generating(owner, new Random(source.seed, place, stream), source, known)
  return {
    partsAt,
    recordAt(place: number): Values {
      const parts = partsAt(definition, place)
      const ids = idsAt(definition, place, parts)
      const known = { ...generateObject(record, parts), ...ids }
      return idFields.length > 0 ? { ...known, id: idOf({ idFields }, known) } : known
    },
    itemAt(part: NestedResource, at: number): Values {
      const { key, include } = part.partOf
      const own = Object.entries(part.record.properties).filter(([field]) => !Object.hasOwn(include, field))
      const parts = partsAt(part, at)
      const item = generateObject({ properties: Object.fromEntries(own) }, parts)
      return { ...item, [key]: idFor(part.record.properties[key], part.name, at, parts) }
    },
  }
}

/** The records of a definition, generated or given. */
export type Collection = ReturnType<typeof openCollection>

/**
 * Opens the collection of a definition. Its first records are the given ones, or are generated from the record's schema.
 */
export function openCollection(definition: ListResource, source: CollectionSource) {
  const { model, database, seed } = source
  const { name, record, show } = definition
  const given = source.given?.(name)
  const generator = createGenerator(definition, source)

  const partsOf = ({ parts, place }: Row, part: NestedResource): readonly Values[] =>
    parts[part.name] ?? Array.from({ length: PARTS }, (_, index) => generator.itemAt(part, place * PARTS + index))

  /** The document of an answer about a record, with the nested records in it. */
  const withParts = (document: unknown, row: Row, read: string): unknown =>
    nestedIn(model.definitions, definition)
      .filter(({ partOf }) => (partOf.read ?? DETAIL) === read)
      .reduce((all, part) => placed(all, part.partOf.path, partsOf(row, part)), document)

  /** An answer about a record: generated, with the record's own values wherever it has them, and its nested records. */
  function documentOf(row: Row, read: string, schema: ObjectSchema): unknown {
    const fields = Object.entries(read === DETAIL ? (show?.record ?? {}) : {})
    const withFields = fields.reduce<unknown>(
      (document, [field, at]) =>
        typeof at === 'string' && Object.hasOwn(row.record, field) ? placed(document, at, row.record[field]) : document,
      generateObject(schema, generator.partsAt(definition, row.place, row.record)),
    )
    return toWire(withParts(withFields, row, read), schema)
  }

  const make = (): readonly Values[] =>
    Array.from({ length: countFor(definition.list) }, (_, index) => generator.recordAt(index + 1))
  const rows = openRows(
    database,
    name,
    `${given === undefined ? 'generated' : 'given'} from seed ${seed}`,
    () => given ?? make(),
  )
  const detailOf = (row: Row): unknown =>
    definition.detail === null
      ? written(withParts(row.record, row, DETAIL) as Values, definition)
      : documentOf(row, DETAIL, definition.detail.schema)
  return {
    definition,
    rows,
    partsOf,
    detailOf,
    readOf: (row: Row, read: string): unknown => documentOf(row, read, definition.reads[read]?.schema ?? record),
    /** Adds the record that `complete` makes of a generated one. */
    add: (complete: (generated: Values) => Values): Row => rows.add((place) => complete(generator.recordAt(place))),
    /** Adds a nested record with some values to a generated one's. */
    addPart(row: Row, part: NestedResource, values: Values): Values {
      const items = partsOf(row, part)
      // Beyond the keys of all generated items, and one of each record's own.
      const item = { ...generator.itemAt(part, LAST_PART + row.place * LAST_PART + items.length), ...values }
      rows.put({ ...row, parts: { ...row.parts, [part.name]: [...items, item] } })
      return item
    },
    recordOf: (row: Row): Values => {
      const id = row.record['id'] ?? row.place
      const detail = fromWire(detailOf(row), definition.detail?.schema)
      const page = readRecord(definition, detail, typeof id === 'string' ? id : Number(id))
      return { ...page, ...(coerceRecord(written(row.record, definition), record) as Values) }
    },
  }
}
