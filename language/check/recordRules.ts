import type { Resource } from '../resource.ts'
import { annotations } from '../schema.ts'
import { placeholdersOf } from '../template.ts'
import { entriesOf, guess, joinNames, type Rule, type Rules, foundUnless, strangers } from './problem.ts'
import { READS, requestFields } from './fields.ts'
import { answeredSchemas, schemasOf, withInner } from './personalRules.ts'

const hasId: Rule = ({ name, record, idFrom, form }: Resource) =>
  foundUnless(
    form !== null || idFrom !== null || record.required?.includes('id') === true,
    `${name}.record`,
    `does not require its 'id': add it to required, or remove it where the service gives none`,
  )

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

/** A list reads its records by a call of this name, which a misspelt one would leave out. */
const listIsRead: Rule = ({ name, kind, bindings }) =>
  foundUnless(
    kind !== 'list' || bindings['list'] !== undefined,
    `${name}.bindings`,
    `has no 'list', which reads the records; declared are: ${joinNames(Object.keys(bindings), 'list')}`,
  )

/** What no action uses is never called, unless a dialect declares it. `needless-assumed` is about the others. */
const bindingsAreUsed: Rule = ({ name, bindings, actions, dialect }) => {
  if (dialect !== null) return []
  const used = [...READS, 'create', 'update', ...Object.values(actions).map(({ binding }) => binding)]
  return entriesOf(bindings)
    .filter(([binding, { assumed }]) => !used.includes(binding) && assumed === undefined)
    .map(([binding, { call, response }]) => ({
      where: `${name}.bindings.${binding}`,
      message: `is never called: no action names '${binding}' as its binding${
        call.startsWith('GET ') && response.schema !== undefined
          ? `; what a page reads besides its record has no more than call, permission, query and schema`
          : guess(binding, [...READS, 'create', 'update'])
      }`,
    }))
}

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

const answeredInside: typeof schemasOf = (definition) =>
  answeredSchemas(definition).flatMap(([where, schema]) => withInner(where, schema))

/** A required name that is no field, at any depth. */
const requiredIsDeclared: Rule = (definition) =>
  answeredInside(definition).flatMap(([where, { required = [], properties }]) =>
    strangers(
      where,
      properties === undefined ? [] : required,
      Object.keys(properties ?? {}),
      (name) => `requires '${name}', which is no field; fields are: `,
    ),
  )

const types = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']

const knownTypes: Rule = (definition) =>
  schemasOf(definition).flatMap(([where, { type = [] }]) =>
    strangers(where, [type].flat(), types, (each) => `has the type '${each}', types are: `),
  )

const knownKeywords: Rule = (definition) =>
  answeredInside(definition).flatMap(([where, schema]) =>
    Object.keys(schema)
      .filter((key) => !keywords.has(key))
      .map((key) => ({
        where,
        message: `has '${key}', which is neither a keyword of JSON Schema nor an annotation: remove it${guess(key, [...keywords])}`,
      })),
  )

/** The fields that a definition names for each of its records. */
const namedFields: Rule = ({ name, idFields, version, record }) => {
  const fields = Object.keys(record.properties)
  const say = (field: string): string => `names '${field}', which is no field; fields are: `
  return [
    ...strangers(`${name}.id`, idFields, fields, say),
    ...strangers(`${name}.version`, version === null ? [] : [version], fields, say),
  ]
}

const labelsOf = ({ label, actions, form }: Resource): readonly (readonly [where: string, label: string])[] => [
  ['label', label],
  ...entriesOf(form?.fields).map(([field, own]) => [`fields.${field}.label`, own.label] as const),
  ...entriesOf(actions).flatMap(([action, own]) => [
    [`actions.${action}.label`, own.label] as const,
    ...entriesOf(own.input).map(([input, asked]) => [`actions.${action}.input.${input}.label`, asked.label] as const),
  ]),
]

const labelsSpeak: Rule = (definition) =>
  labelsOf(definition)
    .filter(([, label]) => label.trim() === '')
    .map(([where]) => ({
      where: `${definition.name}.${where}`,
      message: `is empty: say in a few words what people read there`,
    }))

const CHANGES = ['create', 'update', 'delete']

const changesChange: Rule = ({ name, bindings }) =>
  entriesOf(bindings)
    .filter(([binding, { effect }]) => CHANGES.includes(binding) && effect === 'read')
    .map(([binding, { call }]) => ({
      where: `${name}.bindings.${binding}`,
      message: `only reads, by '${call}': call it by the service's method for that, or add effect: 'mutate' if this changes something`,
    }))

const sendFields: Rule = ({ name, bindings, reads, record }) => {
  const calls = [
    ...entriesOf(bindings).map(([binding, call]) => [`bindings.${binding}`, call] as const),
    ...entriesOf(reads).map(([read, call]) => [`bindings.${read}`, call] as const),
  ]
  const fields = Object.keys(record.properties)
  return calls.flatMap(([place, call]) =>
    strangers(
      `${name}.${place}`,
      requestFields(call),
      fields,
      (field) => `needs '${field}', which no record has; fields are: `,
    ),
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

export const recordRules: Rules = [
  ['missing-id', hasId],
  ['unstable-id', placesMove],
  ['unknown-keyword', knownKeywords],
  ['unknown-type', knownTypes],
  ['unknown-field', requiredIsDeclared],
  ['unknown-field', sendFields],
  ['unknown-field', namedFields],
  ['empty-label', labelsSpeak],
  ['invalid-effect', changesChange],
  ['missing-binding', listIsRead],
  ['missing-binding', pagesExist],
  ['unused-binding', bindingsAreUsed],
  ['unknown-placeholder', fileNames],
]
