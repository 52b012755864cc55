import type { JSONSchema } from 'json-schema-to-ts'
import { maskedClasses } from '../pii.ts'
import type { Pointer } from '../schema.ts'
import { entriesOf, schemaAt, type Rule } from './problem.ts'

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
          ...show.header.facts.map((fact) => fact.at),
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

/** Rules about the record, its page and its personal data. */
export const recordRules: readonly Rule[] = [hasId, pagesExist, personalPlaces]
