import Fastify from 'fastify'
import { availabilityOf, conditionFields } from '../../../language/availability.ts'
import { type Operation, OWNER, operationsOf } from '../../../language/operations.ts'
import { isValues, type Values } from '../../../language/pointer.ts'
import { fieldsOfPredicate, holds } from '../../../language/predicate.ts'
import { identified } from '../../../language/recordId.ts'
import type { ListResource, Resource } from '../../../language/resource.ts'
import { openCollection, statesOf } from '../../../server/embedded/collections/collection.ts'
import { serveCollections } from '../../../server/embedded/collections/serveCollections.ts'
import { openDatabase } from '../../../server/embedded/database.ts'
import { model } from '../../../schemas/index.ts'
import { numbered } from '../../framework/contract/fixtures.ts'
import { sampleOf, sampleRecord } from '../../framework/contract/sample.ts'
import type { Script } from '../../support/faultyUpstream.ts'

/** Values of which one meets or does not meet a condition. */
const usual = [true, false, null, '', 'sample', 'another', 7, { sample: 1 }, new Date().toISOString()] as const

/** What conditions compare a field with. */
const comparedIn = (condition: unknown): readonly unknown[] =>
  [isValues(condition) ? condition['not'] : condition].flat().filter((value) => !isValues(value))

/** The record with values of these fields for which `meets` is true; `undefined` where the values of no field do. */
function meeting(
  record: Values,
  [field, ...more]: readonly string[],
  valuesFor: (field: string) => readonly unknown[],
  meets: (record: Values) => boolean,
): Values | undefined {
  if (field === undefined) return meets(record) ? record : undefined
  for (const value of valuesFor(field)) {
    const found = meeting({ ...record, [field]: value }, more, valuesFor, meets)
    if (found !== undefined) return found
  }
  return undefined
}

/** The record in a state in which an action is available. */
export function availableFor({ action, definition, id }: Operation, record: Values): Values {
  if (action === undefined) return record
  const conditions = [action.when, ...action.blocked.map(({ when }) => when)]
  const valuesFor = (field: string): readonly unknown[] => {
    const compared = conditions.flatMap((each) => comparedIn((each as Values | undefined)?.[field]))
    const all = [record[field], ...compared, ...statesOf(definition, model.registry, field), ...usual]
    const own = (action.when as Values | undefined)?.[field]
    const isAlone = own !== undefined && fieldsOfPredicate({ [field]: own }).length === 1
    return isAlone ? all.filter((value) => holds({ [field]: own }, { [field]: value })) : all
  }
  const fields = conditions.flatMap(fieldsOfPredicate)
  const found = meeting(
    record,
    [...new Set(fields)].filter((field) => conditionFields(action).includes(field)),
    valuesFor,
    (each) => availabilityOf(action, each).state === 'ready',
  )
  if (found === undefined) throw new Error(`no sample record allows ${id}`)
  return found
}

/** The list whose records an operation is about. */
const listOf = ({ definition }: Operation, definitions: readonly Resource[]): ListResource | undefined =>
  definitions
    .filter((each): each is ListResource => each.kind === 'list')
    .find(({ name }) => name === (definition.partOf?.resource ?? definition.form?.about?.resource ?? definition.name))

const wholeRecord = (definition: Resource, number: number): Values =>
  identified(definition, sampleRecord(definition.record.properties, numbered(definition, number))) as Values

/** What a person types into a form. */
const typedInto = ({ definition }: Operation): Values =>
  Object.fromEntries(
    Object.entries(definition.form?.fields ?? {}).map(([name, { schema }]) => [name, sampleOf(schema, name)]),
  )

/** A service that has the record of an operation, in a state in which the operation is possible. */
export interface SampleState {
  /** The record, as a screen has it. */
  readonly record: Values
  /** The answer to a call that reads the record. */
  readonly answer: unknown
  /** Answers a call to the service. */
  readonly serve: Script
}

/** Makes the service of an operation, out of the definitions alone. @param all the definitions of the console */
export function sampleState(operation: Operation, all: readonly Resource[]): SampleState {
  const { definition, kind, binding } = operation
  const owner = listOf(operation, all)
  const typed = typedInto(operation)
  if (owner === undefined) return { record: typed, answer: undefined, serve: () => undefined }
  const { about } = definition.form ?? {}
  const found = about === undefined ? {} : { [about.key]: typed[about.field] }
  const whole = { ...wholeRecord(owner, 1), ...found }
  const row = definition.kind === 'list' ? availableFor(operation, whole) : whole
  const definitions = all.filter((each) => each === owner || each.partOf?.resource === owner.name)
  const source = { model: { ...model, definitions }, database: openDatabase(undefined), seed: 1 }
  const rules = { [owner.name]: { rows: [row] } }
  const collection = openCollection(owner, { ...source, given: (name) => rules[name]?.rows })
  const kept = () => collection.rows.all()[0] ?? { place: 1, record: row, parts: {} }
  const page = collection.recordOf(kept())
  let record: Values = definition.kind === 'form' ? typed : page
  if (definition.kind === 'nested') {
    const { include, key } = definition.partOf
    const given = Object.fromEntries(Object.entries(include).map(([field, from]) => [field, page[from]]))
    const item = availableFor(operation, { ...wholeRecord(definition, 2), ...given })
    const own = Object.entries(item).filter(([field]) => field !== 'id' || key === 'id')
    collection.rows.put({ ...kept(), parts: { [definition.name]: [Object.fromEntries(own)] } })
    record = { ...item, id: item[key], [OWNER]: page['id'] }
  }
  const app = Fastify()
  for (const service of new Set(definitions.flatMap(operationsOf).map((each) => each.service)))
    void app.register(async (scope) => serveCollections(scope, { ...source, service, rules }), {
      prefix: `/${service}`,
    })
  return {
    record,
    answer: kind === 'read' ? collection.readOf(kept(), binding) : collection.detailOf(kept()),
    async serve({ method, target, body, headers }, response) {
      const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
      const answer = await app.inject({
        method: method as 'GET',
        url: target,
        ...(body === '' || type === undefined ? {} : { payload: body, headers: { 'content-type': type } }),
      })
      response.writeHead(answer.statusCode, answer.headers as Record<string, string>).end(answer.rawPayload)
    },
  }
}
