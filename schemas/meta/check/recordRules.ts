import type { JSONSchema } from 'json-schema-to-ts'
import { maskedClasses } from '../pii.ts'
import type { Pointer } from '../schema.ts'
import { placeholdersOf } from '../template.ts'
import { entriesOf, nearest, schemaAt, type Problem, type Rule } from './problem.ts'

const hasId: Rule = ({ name, record }) =>
  'id' in record.properties && record.required?.includes('id') === true
    ? []
    : [
        {
          where: `${name}.record`,
          message: `has no required 'id': every record needs one, add it to properties and required`,
        },
      ]

const pagesExist: Rule = ({ name, recordPath, bindings, show, detail, record }) => {
  const shape = detail?.schema ?? record
  const pointers =
    show === undefined
      ? []
      : [
          show.exists,
          show.header.title,
          ...(show.header.status === undefined ? [] : [show.header.status.at]),
          ...show.header.facts.flatMap((fact) => fact.at),
        ]
  return [
    ...(recordPath !== undefined && bindings['getOne'] === undefined
      ? [{ where: `${name}.recordPath`, message: `has no binding: declare bindings.getOne, which reads the record` }]
      : []),
    ...(show !== undefined && recordPath === undefined
      ? [{ where: `${name}.show`, message: `has no address: declare recordPath` }]
      : []),
    ...pointers
      .filter((pointer) => schemaAt(shape, pointer) === undefined)
      .map((pointer) => ({
        where: `${name}.show`,
        message: `shows '${pointer}', which the detail's schema does not declare`,
      })),
  ]
}

const isText = (schema: JSONSchema | undefined): boolean =>
  typeof schema === 'object' &&
  [schema.type].flat().every((type) => type === 'string' || type === 'number' || type === 'integer' || type === 'null')

const personalPlaces: Rule = ({ name, detail, record, pii }) => [
  ...entriesOf(detail?.pii)
    .filter(([pointer]) => schemaAt(detail?.schema, pointer as Pointer) === undefined)
    .map(([pointer]) => ({
      where: `${name}.detail.pii`,
      message: `names '${pointer}', which the detail's schema does not declare`,
    })),
  ...entriesOf(pii)
    .filter(([field, pii]) => pii !== undefined && maskedClasses.includes(pii) && !isText(record.properties[field]))
    .map(([field]) => ({
      where: `${name}.pii.${field}`,
      message: `is masked, so its schema must allow text, numbers and null only`,
    })),
]

/** The keywords of JSON Schema that records use. Anything else there, such as `pii`, would be read by nobody. */
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
])

const strayKeywords = (schema: JSONSchema | undefined, where: string): readonly Problem[] => {
  if (typeof schema !== 'object') return []
  const stray = Object.keys(schema).filter((key) => !keywords.has(key))
  const inside = entriesOf(schema.properties as Readonly<Record<string, JSONSchema>> | undefined)
  return [
    ...stray.map((key) => ({
      where,
      message: `has '${key}', which no JSON Schema knows: presentation and privacy stand beside the record, not in it`,
    })),
    ...inside.flatMap(([name, property]) => strayKeywords(property, `${where}.${name}`)),
    ...strayKeywords(schema.items as JSONSchema | undefined, `${where}.items`),
  ]
}

const knownKeywords: Rule = ({ name, record, detail }) => [
  ...strayKeywords(record as JSONSchema, `${name}.record`),
  ...strayKeywords(detail?.schema as JSONSchema | undefined, `${name}.detail.schema`),
]

const pathParameters: Rule = ({ name, bindings, record }) =>
  entriesOf(bindings).flatMap(([binding, { call }]) =>
    placeholdersOf(call.slice(call.indexOf('}') + 1))
      .filter((parameter) => !Object.hasOwn(record.properties, parameter))
      .map((parameter) => ({
        where: `${name}.bindings.${binding}.call`,
        message: `needs {${parameter}}, which no record has; fields are: ${nearest(Object.keys(record.properties))}`,
      })),
  )

/** Rules about the record, its page and its personal data. */
export const recordRules: readonly Rule[] = [hasId, knownKeywords, pathParameters, pagesExist, personalPlaces]
