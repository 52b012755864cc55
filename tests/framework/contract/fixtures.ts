import type { Resource } from '../../../language/resource.ts'
import type { Operation } from '../../../language/operations.ts'
import { isValues, stepsOf } from '../../../language/pointer.ts'
import type { Pointer } from '../../../language/schema.ts'
import { toWire } from '../../../language/coerceRecord.ts'
import { identified } from '../../../language/recordId.ts'
import { written } from '../../../server/embedded/collections/collection.ts'
import { sampleNumber, sampleRecord } from './sample.ts'
import type { Json, ResourceFixture } from './fixtureTypes.ts'

const ownFixtures = new Map<string, ResourceFixture>()

/** Payloads that a console has written for its resources, by their names. */
export function registerFixtures(fixtures: Readonly<Record<string, ResourceFixture>>): void {
  for (const [name, fixture] of Object.entries(fixtures)) ownFixtures.set(name, fixture)
}

/** The payloads of a definition: those written for it, else ones made from its schemas. */
export function fixtureOf(definition: Resource): ResourceFixture {
  const { name, record, detail, reads } = definition
  const own = ownFixtures.get(name)
  if (own !== undefined) return own
  return {
    record: (overrides) => identified(definition, sampleRecord(record.properties, overrides)) as Json,
    ...(detail === null ? {} : { detail: () => sampleRecord(detail.schema.properties) }),
    reads: Object.fromEntries(
      Object.entries(reads).map(([read, { schema }]) => [read, sampleRecord(schema.properties)]),
    ),
  }
}

/** The values that make a record this one among others: its id, or the fields that identify it. */
export function numbered({ idFields, idFrom, record }: Resource, number: number): Json {
  const fields = idFields.length > 0 ? idFields : idFrom === null ? ['id'] : []
  return Object.fromEntries(fields.map((field) => [field, sampleNumber(record.properties[field], number)]))
}

/** A record as the service sends it. What is no record stays as it is. */
export const sentRecord = (definition: Resource, record: unknown): unknown =>
  isValues(record) ? written(record, definition) : record

/** The answer of a detail's call, at the place that its binding declares. */
export function detailBody({ definition, response }: Operation, detail: unknown): unknown {
  const sent = definition.detail === null ? sentRecord(definition, detail) : toWire(detail, definition.detail.schema)
  return withValueAt(undefined, response.item ?? '', sent)
}

const put = (document: unknown, [step, ...rest]: readonly string[], value: unknown): unknown => {
  if (step === undefined) return value
  // A number is the place in a list: Check Login Type answers with one of one item.
  if (/^\d+$/.test(step)) return [...((document ?? []) as readonly unknown[]), put(undefined, rest, value)]
  const object = (document ?? {}) as Json
  return { ...object, [step]: put(object[step], rest, value) }
}

/** A copy of the document with a value at the pointer; objects on the way are made. */
export const withValueAt = (document: unknown, pointer: Pointer, value: unknown): unknown =>
  put(document, stepsOf(pointer), value)

/** What a list's answer says beside its records. */
export interface ListFixture {
  readonly records: readonly Json[]
  readonly totalPages?: unknown
  /** The number of records, and the cursor of the next page ('' on the last), as the gateway says them. */
  readonly total?: number
  readonly next?: string
  readonly extras?: Readonly<Record<string, readonly unknown[]>>
}

/** The answer of a list's call, every part where its binding says that it sits. */
export function listBody(
  { response, definition }: Pick<Operation, 'response' | 'definition'>,
  { records, totalPages = 7, extras = {} }: ListFixture,
): unknown {
  const { items = '', pageCount, extras: places = {} } = response
  const withItems = withValueAt(
    undefined,
    items,
    records.map((record) => sentRecord(definition, record)),
  )
  const withPages = pageCount === undefined ? withItems : withValueAt(withItems, pageCount, totalPages)
  return Object.entries(places).reduce(
    (body, [name, { path: at }]) =>
      at[0] === undefined ? body : withValueAt(body, at[0], extras[name] ?? ['COMPLETE', 'SUSPENDED']),
    withPages,
  )
}

/** The answer of the gateway to a list's call. */
export function listAnswer(operation: Operation, fixture: ListFixture): Response {
  const { total, next } = fixture
  return Response.json(listBody(operation, fixture), {
    headers: {
      ...(total === undefined || operation.response.total === undefined
        ? {}
        : { 'Content-Range': `records */${total}` }),
      ...(next === undefined || operation.response.next === undefined
        ? {}
        : { 'X-Next-Page': encodeURIComponent(next) }),
    },
  })
}
