import type { JSONSchema } from 'json-schema-to-ts'
import type { Resource, ResolvedAction } from '../resource.ts'
import { placeholdersOf } from '../template.ts'
import { refusesEmpty, entriesOf, joinNames, type Rule, isPattern, type Finding, type Rules } from './problem.ts'
import { leavesOf } from '../binding.ts'
import { placeholderFields } from './fields.ts'
import { formableFields } from '../recordForm.ts'
import { inputProblems, unsendable } from './inputRules.ts'
import type { ActionInput, Result } from '../action.ts'
import { REASON } from '../evidence.ts'
import { schemaAt } from '../schema.ts'
import type { Binding } from '../binding.ts'
import { undeclared, type Shape } from './answers.ts'
import { factReading } from './pagePlaces.ts'

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

const isUsable = (name: string): boolean => name !== 'list' && name !== 'getOne' && /^[a-z][A-Za-z0-9]*$/.test(name)

const operationNames: Rule = ({ name, actions, reads, bindings, dialect }) => {
  const places = [
    ...entriesOf(actions).map(([action]) => [`actions.${action}`, action] as const),
    ...entriesOf(reads).map(([read]) => [`reads.${read}`, read] as const),
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
        where: `${name}.reads.${read}`,
        message: `has the name of an action: both would be the operation ${name}.${read}`,
      })),
    ...places
      .filter(([, own]) => dialect !== null && Object.hasOwn(bindings, own) && actions[own]?.isForm !== true)
      .map(([where]) => ({
        where: `${name}.${where}`,
        message: `has the name of a call of the dialect: take another`,
      })),
    ...(Object.hasOwn(reads, 'detail')
      ? [{ where: `${name}.reads.detail`, message: `has the name that stands for the detail's answer: take another` }]
      : []),
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

const typedIsAsked: Rule = ({ name, actions }) =>
  entriesOf(actions).flatMap(([action, { confirm }]) =>
    confirm?.typed !== undefined && placeholdersOf(confirm.typed.text).length === 0
      ? [
          {
            where: `${name}.actions.${action}.confirm.typed`,
            message: `asks for the same text for every record: name a field, such as '{id}'`,
          },
        ]
      : [],
  )

const expectationsSpeak: Rule = ({ name, actions }) =>
  entriesOf(actions)
    .filter(([, action]) => (action.expect === undefined) !== (action.unchanged === undefined))
    .map(([action]) => ({
      where: `${name}.actions.${action}`,
      message: `needs 'expect' and 'unchanged' together: what to look for, and what to say`,
    }))

const inputsExist: Rule = ({ name, actions, bindings }) =>
  entriesOf(actions).flatMap(([action, declared]) => {
    const binding = bindings[declared.binding]
    if (binding === undefined)
      return [
        {
          where: `${name}.actions.${action}`,
          message: `uses binding '${declared.binding}', declared are: ${joinNames(Object.keys(bindings), declared.binding)}`,
        },
      ]
    return leavesOf({ ...binding.query, ...binding.body }).flatMap(([wire, source]) =>
      'input' in source && declared.input[source.input] === undefined
        ? [
            {
              where: `${name}.actions.${action}.input`,
              message: `lacks '${source.input}', which ${declared.binding} sends as '${wire}'`,
            },
          ]
        : [],
    )
  })

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

/** Rules about actions. */
export const actionRules: Rules = [
  ['unknown-placeholder', templatesFill],
  ['invalid-name', operationNames],
  ['incomplete-expect', expectationsSpeak],
  ['unknown-input', inputsExist],
  ['unknown-resource', refetchExists],
  ['constant-typed', typedIsAsked],
  ['empty-accepted', requiredIsAsked],
]

const isText = (schema: JSONSchema): boolean => typeof schema === 'object' && schema.type === 'string'

/** The action that has the inputs, and the fields of its record. */
interface Asking {
  readonly action: ResolvedAction
  readonly fields: readonly string[]
}

const choosing = (where: string, { options, emptyText: none }: ActionInput): readonly Finding[] => {
  if (options === undefined) {
    return none === undefined
      ? []
      : [{ where, message: `has an 'emptyText' and nothing to choose from: declare options` }]
  }
  return options.trim() === ''
    ? [{ where, message: `has options without a name: say which field of the record lists them` }]
    : []
}

const hasReason = ({ input }: ResolvedAction): boolean => {
  const reason = input[REASON]
  return reason !== undefined && reason.options === undefined && isText(reason.schema)
}

const acknowledging = (where: string, action: ResolvedAction): readonly Finding[] => {
  const { acknowledge } = action
  if (acknowledge === undefined) return []
  if (acknowledge.trim() === '') {
    return [{ where, message: `has no name: say which field of the record lists what is to be acknowledged` }]
  }
  return hasReason(action)
    ? []
    : [{ where, message: `needs a text input 'reason': what was acknowledged is sent with it` }]
}

/** A choice is evidence, and evidence is sent with a reason. */
const citing = (where: string, { cited }: ActionInput, action: ResolvedAction): readonly Finding[] =>
  cited !== true || hasReason(action) || action.acknowledge !== undefined
    ? []
    : [{ where, message: `needs a text input 'reason' next to it: what is chosen is sent with it` }]

/** Checks an input's initial value and its warning. */
const starting = (where: string, { field, warn }: ActionInput, { action, fields }: Asking): readonly Finding[] => [
  ...(field !== undefined && action.scope === 'list'
    ? [{ where, message: `starts from '${field}', and a list has no fields` }]
    : []),
  ...(field !== undefined && action.scope !== 'list' && !fields.includes(field)
    ? [{ where, message: `starts from '${field}', which is no field; fields are: ${joinNames(fields, field)}` }]
    : []),
  ...(warn !== undefined && !isPattern(warn.unless)
    ? [{ where, message: `warns unless '${warn.unless}', which is no regular expression` }]
    : []),
]

/** A list as a whole has no fields. */
const withoutRecord = (where: string, { scope, acknowledge, input }: ResolvedAction): readonly Finding[] =>
  scope === 'list' && (acknowledge !== undefined || entriesOf(input).some(([, { options }]) => options !== undefined))
    ? [{ where, message: `is about the list, which has no field to choose from or to acknowledge` }]
    : []

const questions: Rule = (definition) =>
  entriesOf(definition.actions).flatMap(([action, declared]) => {
    const { name, record } = definition
    const where = `${name}.actions.${action}`
    const asking = { action: declared, fields: Object.keys(record.properties) }
    return [
      ...entriesOf(declared.input).flatMap(([asked, input]) => [
        ...choosing(`${where}.input.${asked}`, input),
        ...citing(`${where}.input.${asked}`, input, declared),
        ...inputProblems(input).map((message) => ({ where: `${where}.input.${asked}`, message })),
        ...starting(`${where}.input.${asked}`, input, asking),
      ]),
      ...acknowledging(`${where}.acknowledge`, declared),
      ...withoutRecord(where, declared),
    ]
  })

/** The inputs that a call sends, at any depth. */
const sentInputs = (call: Parameters<typeof leavesOf>[0]): readonly string[] =>
  leavesOf(call).flatMap(([, source]) => ('input' in source ? [source.input] : 'set' in source ? [source.set] : []))

const inputsAreSent: Rule = ({ name, actions, bindings }) =>
  entriesOf(actions).flatMap(([action, { input, binding: called }]) => {
    const binding = bindings[called]
    if (binding === undefined) return []
    const sent = [...sentInputs(binding.query), ...sentInputs(binding.body)]
    return entriesOf(input)
      .filter(([asked]) => !sent.includes(asked))
      .map(([asked]) => ({
        where: `${name}.actions.${action}.input.${asked}`,
        message: `is asked and never sent: ${called} sends ${joinNames(sent)}`,
      }))
  })

/** An action that only the console's own components start may send anything. */
const inputsCanBeSent: Rule = ({ name, actions, list, show }) => {
  const columns = (list?.columns ?? []).flatMap(({ actions: own, toggle }) => [...own, toggle?.on, toggle?.off])
  const named = [...columns, ...(show?.header.actions ?? [])]
  return entriesOf(actions)
    .filter(([action, { placement }]) => placement === 'row' || named.includes(action))
    .flatMap(([action, { input }]) =>
      entriesOf(input).flatMap(([asked, { schema, options, emptyText }]) =>
        unsendable(schema, (options ?? emptyText) !== undefined).map((message) => ({
          where: `${name}.actions.${action}.input.${asked}`,
          message,
        })),
      ),
    )
}

/** A form of a record asks for what can be sent, and for everything that a new record needs. */
const formsFit: Rule = (definition) => {
  const { name, record, actions } = definition
  const formable = formableFields(definition)
  return entriesOf(actions).flatMap(([action, { isForm, input, scope }]) => {
    if (isForm !== true) return []
    const where = `${name}.form.fields`
    const needed = scope === 'list' ? (record.required ?? []).filter((field) => formable.includes(field)) : []
    return [
      ...Object.keys(input)
        .filter((field) => !formable.includes(field))
        .map((field) => ({
          where,
          message: `has '${field}', which can't be sent: it is the id, read-only, masked, no field, or can't be filled in`,
        })),
      ...needed
        .filter((field) => !Object.hasOwn(input, field))
        .map((field) => ({ where, message: `lacks '${field}', which a new record needs (${action})` })),
    ]
  })
}

/** Rules about the inputs of an action: typed, chosen and acknowledged. */
export const inputRules: Rules = [
  ['invalid-input', questions],
  ['unsent-input', inputsAreSent],
  ['unsendable-input', inputsCanBeSent],
  ['invalid-form', formsFit],
]

const factProblems = (where: string, { facts }: Result, shape: Shape): readonly Finding[] =>
  facts.flatMap((fact) => {
    const at = `${where}.${fact.label}`
    return [
      ...undeclared(at, [fact.path].flat(), shape),
      ...factReading(at, fact, shape),
      ...(fact.display === 'masked'
        ? [
            {
              where: at,
              message: `is shown as masked, and only a record's page can reveal it: give it no masked class`,
            },
          ]
        : []),
    ]
  })

/** Every place that a result reads must be declared in the call's answer, because undeclared values never arrive. */
function resultProblems(where: string, result: Result, called: string, { response }: Binding): readonly Finding[] {
  const schema = response?.schema as JSONSchema | undefined
  if (schema === undefined) {
    return [{ where, message: `shows an answer that has no schema: declare bindings.${called}.schema` }]
  }
  const { path = '' } = result
  const answer: Shape = { schema, called: `the answer of ${called}` }
  const inside = schemaAt(schema, path)
  return inside === undefined
    ? undeclared(`${where}.at`, [path], answer)
    : factProblems(where, result, {
        schema: inside,
        called: path === '' ? answer.called : `'${path}' of ${answer.called}`,
      })
}

const results: Rule = ({ name, actions, bindings }) =>
  entriesOf(actions).flatMap(([action, { result, binding: called }]) => {
    const binding = bindings[called]
    return result === undefined || binding === undefined
      ? []
      : resultProblems(`${name}.actions.${action}.result`, result, called, binding)
  })

const icons: Rule = ({ name, actions }) =>
  entriesOf(actions)
    .filter(([, { icon, scope }]) => icon !== undefined && scope === 'list')
    .map(([action]) => ({
      where: `${name}.actions.${action}.icon`,
      message: `is for an action on a record: a button of the list has room for its words`,
    }))

/** Rules about the icons of actions and the results they show. */
export const resultRules: Rules = [
  ['unknown-place', results],
  ['invalid-icon', icons],
]
