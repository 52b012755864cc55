import type { Resource } from '../resource.ts'
import { annotatedPlaces, piiOf } from '../personal.ts'
import { isMasked, maskValue, piiClasses, type PiiClass } from '../pii.ts'
import { annotations, schemaAt, type FieldSchema } from '../schema.ts'
import { writableFields } from '../simpleRest.ts'
import { placeholdersOf } from '../template.ts'
import { entriesOf, joinNames, type Problem, type Rule } from './problem.ts'
import { requestFields } from './fields.ts'

const hasId: Rule = ({ name, record, idFrom, form }: Resource) =>
  form !== null || idFrom !== null || record.required?.includes('id') === true
    ? []
    : [
        {
          where: `${name}.record`,
          message: `does not require its 'id': add it to required, or remove it where the service gives none`,
        },
      ]

/** A new record changes every place in the list (decision 16), so no action may identify a record by its place. */
const placesMove: Rule = ({ name, idFrom, actions, recordPath }) => {
  if (idFrom !== 'position') return []
  const risk = `one record, which without an id is known only by its place, and that may be another's by then`
  const remedy = `declare the id that the service gives`
  return [
    ...entriesOf(actions)
      .filter(([, { scope }]) => scope !== 'list')
      .map(([action]) => ({
        where: `${name}.actions.${action}`,
        message: `is done to ${risk}: ${remedy}, or give it placement 'list'`,
      })),
    ...(recordPath === null
      ? []
      : [{ where: `${name}.show.path`, message: `leads to ${risk}: ${remedy}, or remove the page` }]),
  ]
}

const pagesExist: Rule = ({ name, recordPath, bindings }) =>
  recordPath !== null && bindings['getOne'] === undefined
    ? [{ where: `${name}.show.path`, message: `has no binding: declare bindings.getOne, which reads the record` }]
    : []

const isText = (schema: FieldSchema | undefined): boolean =>
  typeof schema === 'object' &&
  [schema.type].flat().every((type) => type === 'string' || type === 'number' || type === 'integer' || type === 'null')

/**
 * The keywords of JSON Schema that records use, and the annotations of their fields. Any other keyword would be
 * ignored.
 */
const keywords = new Set<string>([
  'type',
  'title',
  'description',
  'enum',
  'const',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'items',
  'properties',
  'required',
  'readOnly',
  'minItems',
  'maxItems',
  'additionalProperties',
  'default',
  'examples',
  ...annotations,
])

const strayKeywords = (schema: FieldSchema | undefined, where: string): readonly Problem[] => {
  if (typeof schema !== 'object') return []
  const stray = Object.keys(schema).filter((key) => !keywords.has(key))
  const inside = entriesOf(schema.properties)
  return [
    ...stray.map((key) => ({
      where,
      message: `has '${key}', which is neither a keyword of JSON Schema nor an annotation: remove it`,
    })),
    ...inside.flatMap(([name, property]) => strayKeywords(property, `${where}.${name}`)),
    ...strayKeywords(schema.items as FieldSchema | undefined, `${where}.items`),
  ]
}

type Schemas = readonly (readonly [where: string, schema: FieldSchema | undefined])[]

const answered = ({ name, record, detail, reads, bindings }: Resource): Schemas => [
  [`${name}.record`, record],
  [`${name}.detail`, detail?.schema],
  ...entriesOf(reads).map(([read, { schema }]) => [`${name}.reads.${read}.schema`, schema] as const),
  ...entriesOf(bindings).map(
    ([binding, { response }]) => [`${name}.bindings.${binding}.schema`, response.schema] as const,
  ),
]

const asked = ({ name, list, actions }: Resource): Schemas => [
  [`${name}.list.search.schema`, list?.search?.schema],
  ...entriesOf(list?.filters).map(([filter, schema]) => [`${name}.list.filters.${filter}`, schema] as const),
  ...entriesOf(actions).flatMap(([action, { input }]) =>
    entriesOf(input).map(([own, { schema }]) => [`${name}.actions.${action}.input.${own}.schema`, schema] as const),
  ),
]

const knownKeywords: Rule = (definition) =>
  answered(definition).flatMap(([where, schema]) => strayKeywords(schema, where))

/** The class must exist, and a masked value must be a single value. */
function annotationProblem(pii: PiiClass, schema: FieldSchema | undefined): string | undefined {
  if (!piiClasses.includes(pii))
    return `has the class '${String(pii)}', which there is not; classes are: ${joinNames(piiClasses)}`
  return isMasked(pii) && !isText(schema)
    ? `is masked, so its schema must allow text, numbers and null only`
    : undefined
}

const soundAnnotations: Rule = (definition) =>
  [...answered(definition), ...asked(definition)].flatMap(([where, schema]) =>
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
    return isMasked(pii) && masksOf(pii).some(isTaken)
      ? [
          {
            where: `${name}.record.${field}`,
            message: `is masked and can be changed: give it a pattern that no mask meets, or readOnly`,
          },
        ]
      : []
  })
}

const sendFields: Rule = ({ name, bindings, reads, record }) => {
  const calls = [
    ...entriesOf(bindings).map(([binding, call]) => [`bindings.${binding}`, call] as const),
    ...entriesOf(reads).map(([read, call]) => [`reads.${read}`, call] as const),
  ]
  const fields = Object.keys(record.properties)
  return calls.flatMap(([place, call]) =>
    requestFields(call)
      .filter((field) => !fields.includes(field))
      .map((field) => ({
        where: `${name}.${place}`,
        message: `needs '${field}', which no record has; fields are: ${joinNames(fields)}`,
      })),
  )
}

const fileNames: Rule = ({ name, bindings }) =>
  entriesOf(bindings).flatMap(([binding, { call, query, download }]) => {
    const sent = [...placeholdersOf(call.slice(call.indexOf('}') + 1)), ...Object.keys(query)]
    return placeholdersOf(download?.fileName ?? '')
      .filter((value) => !sent.includes(value))
      .map((value) => ({
        where: `${name}.bindings.${binding}.download`,
        message: `says {${value}}, which the call does not send; sent are: ${joinNames(sent)}`,
      }))
  })

/** Rules about the record, the calls about it and its personal data. */
export const recordRules: readonly Rule[] = [
  hasId,
  placesMove,
  knownKeywords,
  soundAnnotations,
  masksAreNotSent,
  sendFields,
  pagesExist,
  fileNames,
]
