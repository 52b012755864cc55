import type { Resource } from '../resource.ts'
import { annotatedPlaces, piiOf } from '../personal.ts'
import { isMasked, maskValue, piiClasses, type PiiClass } from '../pii.ts'
import type { FieldSchema, ObjectSchema, Pointer } from '../schema.ts'
import { writableFields } from '../simpleRest.ts'
import { placeholdersOf } from '../template.ts'
import { entriesOf, joinNames, schemaAt, type Problem, type Rule } from './problem.ts'
import { requestFields } from './requestFields.ts'

const hasId: Rule = ({ name, record, idFrom, form }: Resource) =>
  form !== null || idFrom !== null || ('id' in record.properties && record.required?.includes('id') === true)
    ? []
    : [
        {
          where: `${name}.record`,
          message: `has no required 'id': every record needs one, add it to properties and required, or say idFrom`,
        },
      ]

/** After a new record every place in the list is another's (decision 16): nothing may be done to a record by its place. */
const placesMove: Rule = ({ name, idFrom, actions, recordPath }) => {
  if (idFrom !== 'position') return []
  const risk = `one record, and idFrom 'position' knows it only by its place, which may be another's by then`
  const remedy = `remove idFrom and declare the id that the service gives`
  return [
    ...entriesOf(actions)
      .filter(([, { scope }]) => scope !== 'list')
      .map(([action]) => ({
        where: `${name}.actions.${action}`,
        message: `is done to ${risk}: ${remedy}, or give it scope 'list'`,
      })),
    ...(recordPath === null
      ? []
      : [{ where: `${name}.recordPath`, message: `leads to ${risk}: ${remedy}, or remove the address` }]),
  ]
}

const pagesExist: Rule = ({ name, recordPath, bindings, show }) => [
  ...(recordPath !== null && bindings['getOne'] === undefined
    ? [{ where: `${name}.recordPath`, message: `has no binding: declare bindings.getOne, which reads the record` }]
    : []),
  ...(show !== null && recordPath === null
    ? [{ where: `${name}.show`, message: `has no address: declare recordPath` }]
    : []),
]

const isText = (schema: FieldSchema | undefined): boolean =>
  typeof schema === 'object' &&
  [schema.type].flat().every((type) => type === 'string' || type === 'number' || type === 'integer' || type === 'null')

const strayPlaces = (
  where: string,
  pii: Readonly<Record<string, PiiClass>> | undefined,
  schema: ObjectSchema | undefined,
  called: string,
): readonly Problem[] => [
  ...entriesOf(pii)
    .filter(([pointer]) => schemaAt(schema, pointer as Pointer) === undefined)
    .map(([pointer]) => ({ where, message: `names '${pointer}', which ${called} does not declare` })),
  ...annotatedPlaces(schema)
    .filter(([place, own]) => (pii?.[place] ?? own) !== own)
    .map(([place, own]) => ({ where, message: `contradicts '${place}', which ${called} annotates as '${own}'` })),
]

const personalPlaces: Rule = ({ name, detail, record, pii, reads, bindings }) => [
  ...strayPlaces(`${name}.detail.pii`, detail?.pii, detail?.schema, "the detail's schema"),
  ...entriesOf(reads).flatMap(([read, declared]) =>
    strayPlaces(`${name}.reads.${read}.pii`, declared.pii, declared.schema, 'its schema'),
  ),
  ...entriesOf(bindings).flatMap(([binding, { response }]) =>
    strayPlaces(`${name}.bindings.${binding}.response.pii`, response.pii, response.schema ?? record, 'its schema'),
  ),
  ...entriesOf(pii)
    .filter(([field, own]) => isMasked(own) && !isText(record.properties[field]))
    .map(([field]) => ({
      where: `${name}.pii.${field}`,
      message: `is masked, so its schema must allow text, numbers and null only`,
    })),
]

/** The keywords of JSON Schema that records use, and the annotations of their fields. Nothing reads any other. */
const keywords = new Set([
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
  'pii',
  'readOnly',
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
  [`${name}.detail.schema`, detail?.schema],
  ...entriesOf(reads).map(([read, { schema }]) => [`${name}.reads.${read}.schema`, schema] as const),
  ...entriesOf(bindings).map(
    ([binding, { response }]) => [`${name}.bindings.${binding}.response.schema`, response.schema] as const,
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

/** The class is one that there is, and what is masked is a single value. */
function annotationProblem(pii: PiiClass, schema: FieldSchema | undefined): string | undefined {
  if (!piiClasses.includes(pii))
    return `has the class '${String(pii)}', which there is not; classes are: ${joinNames(piiClasses)}`
  return isMasked(pii) && !isText(schema)
    ? `is masked, so its schema must allow text, numbers and null only`
    : undefined
}

const annotations: Rule = (definition) =>
  [...answered(definition), ...asked(definition)].flatMap(([where, schema]) =>
    annotatedPlaces(schema).flatMap(([place, pii]) => {
      const message = annotationProblem(pii, schemaAt(schema, place))
      return message === undefined ? [] : [{ where: `${where}${place}`, message }]
    }),
  )

/** Masks as the browser receives them, whole and of too short a value. */
const masksOf = (pii: PiiClass): readonly string[] =>
  ['1961-04-17', '123456789', '1'].map((value) => String(maskValue(value, pii)))

/** A form holds what the browser has of a record: the mask must not be taken for the value. */
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
        where: `${name}.bindings.${binding}.download.fileName`,
        message: `says {${value}}, which the call does not send; sent are: ${joinNames(sent)}`,
      }))
  })

/** Rules about the record, the calls about it and its personal data. */
export const recordRules: readonly Rule[] = [
  hasId,
  placesMove,
  knownKeywords,
  annotations,
  masksAreNotSent,
  sendFields,
  pagesExist,
  personalPlaces,
  fileNames,
]
