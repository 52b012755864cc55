import type { Resource } from '../resource.ts'
import { annotatedPlaces, isShownAsFlag, piiOf } from '../personal.ts'
import { personalName } from '../personalNames.ts'
import { isMasked, maskValue, piiClasses, type PiiClass } from '../pii.ts'
import { stepsOf } from '../pointer.ts'
import { schemaAt, type FieldSchema, itemSchema } from '../schema.ts'
import { writableFields } from '../simpleRest.ts'
import { entriesOf, joinNames, type Finding, type Rule, type Rules, foundIf } from './problem.ts'

const isText = (schema: FieldSchema | undefined): boolean =>
  typeof schema === 'object' &&
  [schema.type].flat().every((type) => type === 'string' || type === 'number' || type === 'integer' || type === 'null')

type Schemas = readonly (readonly [where: string, schema: FieldSchema | undefined])[]

export const answeredSchemas = ({ name, record, detail, reads, bindings }: Resource): Schemas => [
  [`${name}.record`, record],
  [`${name}.detail`, detail?.schema],
  ...entriesOf(reads).map(([read, { schema }]) => [`${name}.bindings.${read}.schema`, schema] as const),
  ...entriesOf(bindings).map(
    ([binding, { response }]) => [`${name}.bindings.${binding}.schema`, response.schema] as const,
  ),
]

/** The schemas of everything that people fill in: the search, filters, inputs and the columns of tables. */
export const askedSchemas = ({ name, list, actions, bindings }: Resource): Schemas => [
  ...entriesOf(bindings).flatMap(([binding, { upload }]) =>
    entriesOf(upload?.rows).map(
      ([column, { schema }]) => [`${name}.bindings.${binding}.upload.schema.${column}`, schema] as const,
    ),
  ),
  [`${name}.list.search.schema`, list?.search?.schema],
  ...entriesOf(list?.filters).map(([filter, schema]) => [`${name}.list.filter.${filter}`, schema] as const),
  ...entriesOf(actions).flatMap(([action, { input }]) =>
    entriesOf(input).map(([own, { schema }]) => [`${name}.actions.${action}.input.${own}.schema`, schema] as const),
  ),
]

type Inside = readonly (readonly [where: string, schema: Exclude<FieldSchema, boolean>])[]

/** A schema and those inside it, at any depth, by their places. */
export const withInner = (where: string, schema: FieldSchema | undefined): Inside =>
  typeof schema !== 'object'
    ? []
    : [
        [where, schema],
        ...entriesOf(schema.properties).flatMap(([name, property]) => withInner(`${where}.${name}`, property)),
        ...withInner(`${where}.items`, itemSchema(schema)),
      ]

/** Every schema of a definition, also inside others. */
export const schemasOf = (definition: Resource): Inside =>
  [...answeredSchemas(definition), ...askedSchemas(definition)].flatMap(([where, schema]) => withInner(where, schema))

/** The class must exist, and a masked value must be a single value, or be shown as Yes or No. */
function annotationProblem(pii: PiiClass, schema: FieldSchema | undefined): string | undefined {
  if (!piiClasses.includes(pii))
    return `has the class '${String(pii)}', which there is not; classes are: ${joinNames(piiClasses, String(pii))}`
  return isMasked(pii) && !isText(schema) && !isShownAsFlag(schema)
    ? `is masked, so its schema must allow text, numbers and null only`
    : undefined
}

const soundAnnotations: Rule = (definition) =>
  [...answeredSchemas(definition), ...askedSchemas(definition)].flatMap(([where, schema]) =>
    annotatedPlaces(schema).flatMap(([place, pii]) => {
      const message = annotationProblem(pii, schemaAt(schema, place))
      return message === undefined ? [] : [{ where: `${where}${place}`, message }]
    }),
  )

/** Masks that the browser can receive, of a whole value and of a value that is too short. */
const masksOf = (pii: PiiClass): readonly string[] =>
  ['1961-04-17', '123456789', '1'].map((value) => String(maskValue(value, pii)))

/** A form sends what the browser has of a record, so a mask must not pass as a value. */
const masksAreNotSent: Rule = (definition) => {
  const { name, record, bindings, dialect } = definition
  if (dialect === null || (bindings['create'] ?? bindings['update']) === undefined) return []
  return writableFields(record).flatMap((field) => {
    const [schema, pii] = [record.properties[field], piiOf(definition, field)]
    const pattern = typeof schema === 'object' ? schema.pattern : undefined
    const isTaken = (text: string) => pattern === undefined || new RegExp(pattern, 'u').test(text)
    return foundIf(
      isMasked(pii) && masksOf(pii).some(isTaken),
      `${name}.record.${field}`,
      `is masked and can be changed: give it a pattern that no mask meets, or readOnly`,
    )
  })
}

/** What the fields of the list's filters and of an action's inputs may hold, as one schema each. */
const askedFields = ({ name, list, actions }: Resource): Schemas => [
  [`${name}.list.filter`, { properties: list?.filters ?? {} }],
  ...entriesOf(actions).map(([action, { input }]) => {
    const properties = Object.fromEntries(entriesOf(input).map(([own, { schema }]) => [own, schema]))
    return [`${name}.actions.${action}.input`, { properties }] as const
  }),
]

const isSingle = ({ type, properties, items }: Exclude<FieldSchema, boolean>): boolean =>
  properties === undefined &&
  items === undefined &&
  (type === undefined || [type].flat().some((each) => each !== 'boolean' && each !== 'null'))

/** Fields with a name of personal data that say nothing of it, at any depth. */
function unmarked(where: string, schema: FieldSchema | undefined, of = ''): readonly Finding[] {
  if (typeof schema !== 'object' || schema.pii !== undefined) return []
  const own = entriesOf(schema.properties).flatMap(([name, property]) => {
    const pii = personalName(name, of)
    const isOpen = typeof property === 'object' && property.pii === undefined && isSingle(property)
    const message = `has a personal name and no class: add pii: '${pii ?? ''}', or pii: 'none' if it is not personal`
    return pii !== undefined && isOpen
      ? [{ where: `${where}.${name}`, message }]
      : unmarked(`${where}.${name}`, property, name)
  })
  return [...own, ...unmarked(where, itemSchema(schema), of)]
}

const namesAreMarked: Rule = (definition) =>
  [...answeredSchemas(definition), ...askedFields(definition)].flatMap(([where, schema]) => unmarked(where, schema))

/** In an answer without declared content values are masked by their names, and everything has an `id`. */
export const masksEveryId: Rule = (definition) =>
  answeredSchemas(definition)
    .flatMap(([where, schema]) => withInner(where, schema))
    .filter(
      ([where, { pii, path = '' }]) => isMasked(pii) && [where.split('.').at(-1), stepsOf(path).at(-1)].includes('id'),
    )
    .map(([where]) => ({
      where,
      message: `masks every 'id' in answers without declared content, of all resources: declare their content, or leave this field out`,
    }))

export const personalRules: Rules = [
  ['unmarked-personal', namesAreMarked],
  ['invalid-pii', soundAnnotations],
  ['mask-sent', masksAreNotSent],
]
