import type { JSONSchema } from 'json-schema-to-ts'
import { leavesOf } from '../binding.ts'
import { typeOf } from '../input.ts'
import type { Resource } from '../resource.ts'
import { placeholdersOf } from '../template.ts'
import { placeholderFields, READS } from './fields.ts'
import type { FormLayout } from '../form.ts'
import { entriesOf, guess, meant, joinNames, refusesEmpty, type Rule, type Rules, foundIf } from './problem.ts'

const fieldsOf = (definition: Resource): readonly string[] => Object.keys(definition.record.properties)

const templatesFill: Rule = (definition) =>
  entriesOf(definition.actions).flatMap(([action, declared]) =>
    placeholderFields(declared)
      .filter((placeholder) => declared.scope === 'list' || !fieldsOf(definition).includes(placeholder))
      .map((placeholder) => ({
        where: `${definition.name}.actions.${action}`,
        message: `says {${placeholder}}, which no record has; fields are: ${joinNames(fieldsOf(definition), placeholder)}`,
      })),
  )

/** A text has no words for an object or a list. */
const templatesAreTexts: Rule = ({ name, record, actions }) =>
  entriesOf(actions).flatMap(([action, declared]) =>
    [...new Set(placeholderFields(declared))]
      .filter((placeholder) => ['object', 'array'].includes(typeOf(record.properties[placeholder] ?? {}) ?? ''))
      .map((placeholder) => ({
        where: `${name}.actions.${action}`,
        message: `says {${placeholder}}, which is no single value and would be '-': name a field with a text, a number or a flag`,
      })),
  )

const isUsable = (name: string): boolean => name !== 'list' && name !== 'getOne' && /^[a-z][A-Za-z0-9]*$/.test(name)

const operationNames: Rule = ({ name, actions, reads, bindings, dialect }) => {
  const places = [
    ...entriesOf(actions).map(([action]) => [`actions.${action}`, action] as const),
    ...entriesOf(reads).map(([read]) => [`bindings.${read}`, read] as const),
  ]
  return [
    ...places
      .filter(([, own]) => !isUsable(own))
      .map(([where]) => ({
        where: `${name}.${where}`,
        message: `is not a usable name: start with a lower-case letter, and not 'list' or 'getOne'`,
      })),
    ...entriesOf(reads)
      .filter(([read]) => Object.hasOwn(actions, read))
      .map(([read]) => ({
        where: `${name}.bindings.${read}`,
        message: `has the name of an action: both would be the operation ${name}.${read}`,
      })),
    ...places
      .filter(([, own]) => dialect !== null && Object.hasOwn(bindings, own) && actions[own]?.isForm !== true)
      .map(([where]) => ({
        where: `${name}.${where}`,
        message: `has the name of a call of the dialect: take another`,
      })),
    ...foundIf(
      Object.hasOwn(reads, 'detail'),
      `${name}.bindings.detail`,
      `has the name of the detail's answer: take another`,
    ),
  ]
}

const refetchExists: Rule = ({ name, actions }, all) =>
  entriesOf(actions).flatMap(([action, { refetch }]) =>
    refetch
      .filter((resource) => !all.some((definition) => definition.name === resource))
      .map((resource) => ({
        where: `${name}.actions.${action}.refetch`,
        message: `names '${resource}', resources are: ${joinNames(
          all.map((definition) => definition.name),
          resource,
        )}`,
      })),
  )

const previewsAreFiles: Rule = ({ name, actions, bindings }) =>
  entriesOf(actions).flatMap(([action, { preview, binding }]) =>
    foundIf(
      preview === true && bindings[binding] !== undefined && bindings[binding].download === undefined,
      `${name}.actions.${action}.result`,
      `shows a file, and ${binding} downloads none: give the call a download, or remove it`,
    ),
  )

const typedIsAsked: Rule = ({ name, actions }) =>
  entriesOf(actions).flatMap(([action, { confirm }]) =>
    foundIf(
      confirm?.typed !== undefined && placeholdersOf(confirm.typed.text).length === 0,
      `${name}.actions.${action}.confirm.typed`,
      `asks for the same text for every record: name a field, such as '{id}'`,
    ),
  )

const expectationsSpeak: Rule = ({ name, actions }) =>
  entriesOf(actions)
    .filter(([, action]) => (action.expect === undefined) !== (action.unchanged === undefined))
    .map(([action]) => ({
      where: `${name}.actions.${action}`,
      message: `needs 'expect' and 'unchanged' together: what to look for, and what to say`,
    }))

/** A form has fields in place of inputs. */
const fieldInstead = (input: string, { fields }: FormLayout): string => {
  const names = Object.keys(fields)
  const field = names.includes(input) ? input : (meant(input, names) ?? names[0] ?? '')
  return `takes the input '${input}', and a form has fields: write { field: '${field}' }`
}

const inputsExist: Rule = ({ name, actions, bindings, form }) =>
  entriesOf(actions).flatMap(([action, declared]) => {
    const binding = bindings[declared.binding]
    if (binding === undefined)
      return [
        {
          where: `${name}.actions.${action}`,
          message: `uses binding '${declared.binding}', declared are: ${joinNames(Object.keys(bindings), declared.binding)}`,
        },
      ]
    return leavesOf({ ...binding.query, ...binding.body }).flatMap(([wire, source]) => {
      if (!('input' in source) || declared.input[source.input] !== undefined) return []
      return form !== null
        ? [{ where: `${name}.bindings.${declared.binding}.${wire}`, message: fieldInstead(source.input, form) }]
        : [
            {
              where: `${name}.actions.${action}.input`,
              message: `lacks '${source.input}', which ${declared.binding} sends as '${wire}'${guess(source.input, Object.keys(declared.input))}`,
            },
          ]
    })
  })

/** No one is asked for anything when a screen reads. */
const readsAskNothing: Rule = ({ name, actions, bindings, reads }) => {
  const used = Object.values(actions).map(({ binding }) => binding)
  const own = entriesOf(bindings)
    .filter(([binding]) => READS.includes(binding) && !used.includes(binding))
    .map(([binding, { query, body }]) => [binding, { ...query, ...body }] as const)
  const further = entriesOf(reads).map(([read, { query }]) => [read, query] as const)
  return [...own, ...further].flatMap(([binding, sources]) =>
    leavesOf(sources).flatMap(([wire, source]) => {
      if (!('input' in source)) return []
      const remedy = binding.startsWith('list') ? `a filter, { filter: '${source.input}' }` : 'a field of the record'
      return [
        {
          where: `${name}.bindings.${binding}.${wire}`,
          message: `takes the input '${source.input}', which only actions and forms ask for: send ${remedy} or a constant`,
        },
      ]
    }),
  )
}

const emptyOf = (schema: JSONSchema): string =>
  typeof schema === 'object' && schema.type === 'array' ? 'list: give it minItems' : 'text: give it a minLength'

const requiredIsAsked: Rule = ({ name, actions, bindings }) =>
  entriesOf(actions).flatMap(([action, { input, binding }]) => {
    const { query, body } = bindings[binding] ?? {}
    const replaced = leavesOf({ ...query, ...body }).flatMap(([, source]) =>
      'input' in source && source.fallback !== undefined ? [source.input] : [],
    )
    return entriesOf(input).flatMap(([asked, { required, schema }]) => {
      const where = `${name}.actions.${action}.input.${asked}`
      if (required === undefined) return []
      return [
        ...(refusesEmpty(schema) ? [] : [{ where, message: `is required and takes an empty ${emptyOf(schema)}` }]),
        ...(replaced.includes(asked)
          ? [{ where, message: `is required, so the 'otherwise' of ${binding} is never sent: remove one of them` }]
          : []),
      ]
    })
  })

export const actionRules: Rules = [
  ['unknown-placeholder', templatesFill],
  ['unwritten-placeholder', templatesAreTexts],
  ['invalid-name', operationNames],
  ['incomplete-expect', expectationsSpeak],
  ['unknown-input', inputsExist],
  ['unknown-input', readsAskNothing],
  ['unknown-resource', refetchExists],
  ['constant-typed', typedIsAsked],
  ['invalid-preview', previewsAreFiles],
  ['empty-accepted', requiredIsAsked],
]
