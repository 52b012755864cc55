import type { ListResource, NestedResource, Resource } from '../../../language/resource.ts'
import { type Collection, type CollectionSource, openCollection } from './collection.ts'
import { type Call, namedBy } from './readCall.ts'
import type { Row } from './rows.ts'
import type { Values } from '../../../language/pointer.ts'

export interface CollectionRules {
  /** The first records, instead of generated ones. */
  readonly rows?: readonly Values[]
  /** What messages call a record; the definition's label by default. */
  readonly noun?: string
  /** The record as it is kept. Throws a `Refusal` for one that cannot be. @param others the other records */
  readonly keep?: (record: Values, others: readonly Values[]) => Values
  /** The answer to a change; by default a message, with what the binding declares. */
  readonly answer?: (record: Values) => Values
}

/** The records of all definitions, and their rules by the names of the definitions. */
export interface RecordsSource extends CollectionSource {
  readonly rules?: Readonly<Record<string, CollectionRules>>
}

/** A call that is refused, with its HTTP status and a sentence for the person. */
export class Refusal extends Error {
  readonly statusCode: number
  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export interface Target {
  readonly record: Values
  /** Its row; none for a nested record, which is a part of another one's. */
  readonly row?: Row
  readonly change: (values: Values) => Values
  readonly remove: () => void
}

const isNamed = (record: Values, named: Values): boolean =>
  Object.entries(named).every(([field, value]) => String(record[field]) === String(value))

const rowTarget = (collection: Collection, row: Row, keep: (record: Values) => Values): Target => ({
  row,
  record: collection.recordOf(row),
  change(values) {
    const record = keep({ ...row.record, ...values })
    collection.rows.put({ ...row, record })
    return record
  },
  remove: () => collection.rows.remove(row),
})

function partTarget(collection: Collection, row: Row, part: NestedResource, item: Values): Target {
  const { key, include } = part.partOf
  const page = collection.recordOf(row)
  const items = collection.partsOf(row, part)
  const save = (next: readonly Values[]): void =>
    collection.rows.put({ ...row, parts: { ...row.parts, [part.name]: next } })
  const included = Object.entries(include).map(([field, own]) => [field, page[own]] as const)
  return {
    record: { ...Object.fromEntries(included), ...item, id: item[key] },
    change(values) {
      save(items.map((each) => (each[key] === item[key] ? { ...each, ...values } : each)))
      return { ...item, ...values }
    },
    remove: () => save(items.filter((each) => each[key] !== item[key])),
  }
}

function withPart(collection: Collection, part: NestedResource, named: Values, values: Values): Values {
  const { include } = part.partOf
  const row = collection.rows.all().find((each) => {
    const page = collection.recordOf(each)
    return isNamed(Object.fromEntries(Object.entries(include).map(([field, own]) => [field, page[own]])), named)
  })
  if (row === undefined) throw new Refusal(404, `${collection.definition.label} not found`)
  return collection.addPart(row, part, values)
}

export type Records = ReturnType<typeof openRecords>

/** Opens the records of the definitions. A collection is opened when it is first needed. */
export function openRecords({ rules = {}, ...parts }: RecordsSource) {
  const source: CollectionSource = { ...parts, given: (name) => rules[name]?.rows }
  const opened = new Map<string, Collection>()

  function collectionOf(definition: ListResource): Collection {
    const { name } = definition
    const collection = opened.get(name) ?? openCollection(definition, source)
    opened.set(name, collection)
    return collection
  }

  const recordsOf = (definition: ListResource, except?: Row): readonly Values[] =>
    collectionOf(definition)
      .rows.all()
      .flatMap(({ place, record }) => (place === except?.place ? [] : [record]))

  const keeping =
    (definition: ListResource, row?: Row) =>
    (record: Values): Values =>
      rules[definition.name]?.keep?.(record, recordsOf(definition, row)) ?? record

  const ownerOf = ({ partOf }: NestedResource): ListResource => {
    const owner = source.model.definitions.find(({ name }) => name === partOf.resource)
    if (owner?.kind !== 'list') throw new Error(`${partOf.resource} has no list`)
    return owner
  }

  /** All records that a call of the definition may be about. */
  function targetsOf(definition: Resource): readonly Target[] {
    if (definition.kind === 'form') return []
    const collection = collectionOf(definition.kind === 'list' ? definition : ownerOf(definition))
    return collection.rows
      .all()
      .flatMap((row) =>
        definition.kind === 'list'
          ? [rowTarget(collection, row, keeping(definition, row))]
          : collection.partsOf(row, definition).map((item) => partTarget(collection, row, definition, item)),
      )
  }

  return {
    collectionOf,
    recordsOf,
    rulesOf: ({ name }: Resource): CollectionRules => rules[name] ?? {},
    /** Adds a generated record with some values. */
    add: (definition: ListResource, values: Values): Values =>
      collectionOf(definition).add((generated) => keeping(definition)({ ...generated, ...values })).record,
    /** Adds a nested record to the one that the call names. Throws a `Refusal` when that does not exist. */
    addPart: (call: Call, part: NestedResource, values: Values): Values =>
      withPart(collectionOf(ownerOf(part)), part, namedBy(call), values),
    /** The records that the call names; all where it names none. */
    named(call: Call): readonly Target[] {
      const named = namedBy(call)
      return targetsOf(call.operation.definition).filter(({ record }) => isNamed(record, named))
    },
    /** The record that the call is about; undefined when it is about none. Throws a `Refusal` when it does not exist. */
    targetOf(call: Call): Target | undefined {
      const { definition } = call.operation
      if (Object.keys(namedBy(call)).length === 0) return undefined
      const [found] = this.named(call)
      if (found === undefined) throw new Refusal(404, `${rules[definition.name]?.noun ?? definition.label} not found`)
      return found
    },
  }
}
