import type { JSONSchema } from 'json-schema-to-ts'
import type { ActionInput } from '../action.ts'
import { leavesOf, type Binding } from '../binding.ts'
import { REASON } from '../evidence.ts'
import { formFlaw, formableFields, givenFields, sendingOf } from '../recordForm.ts'
import type { ResolvedAction } from '../resource.ts'
import { inputProblems, unsendable } from './inputRules.ts'
import { entriesOf, type Finding, isPattern, joinNames, type Rule, type Rules, strangers } from './problem.ts'

const isText = (schema: JSONSchema): boolean => typeof schema === 'object' && schema.type === 'string'

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

const sentInputs = (call: Parameters<typeof leavesOf>[0]): readonly string[] =>
  leavesOf(call).flatMap(([, source]) => ('input' in source ? [source.input] : 'set' in source ? [source.set] : []))

/** How the call takes the record's field of the same name in place of the input. */
function takenInstead(place: string, binding: Binding, input: string): string | undefined {
  const isTaken = leavesOf({ ...binding.query, ...binding.body }).some(
    ([, source]) => 'field' in source && source.field === input,
  )
  return isTaken
    ? `${place} sends { field: '${input}' }, the record's present value; what people type is { input: '${input}' }`
    : undefined
}

const inputsAreSent: Rule = ({ name, actions, bindings }) =>
  entriesOf(actions).flatMap(([action, { input, binding: called }]) => {
    const binding = bindings[called]
    if (binding === undefined) return []
    const sent = [...sentInputs(binding.query), ...sentInputs(binding.body)]
    return entriesOf(input)
      .filter(([asked]) => !sent.includes(asked))
      .map(([asked]) => ({
        where: `${name}.actions.${action}.input.${asked}`,
        message: `is asked and never sent: ${takenInstead(`${name}.bindings.${called}`, binding, asked) ?? `${called} sends ${joinNames(sent)}`}`,
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

const formFlaws = {
  readOnly: 'it is read-only',
  masked: 'it is masked',
  noInput: 'nothing in it can be filled in',
  masksInside: 'it has masked values, which are never sent back',
}

/** A form of a record asks for what can be sent, and for everything that a new record needs. */
const formsFit: Rule = (definition) => {
  const { name, record, actions } = definition
  return entriesOf(actions).flatMap(([action, declared]) => {
    const { isForm, input, scope } = declared
    if (isForm !== true) return []
    const idFields = definition.kind === 'nested' ? givenFields(definition.partOf) : definition.idFields
    const [of, sending] = [{ record, idFields }, sendingOf(declared)]
    const formable = formableFields(of, sending)
    const given = definition.kind === 'nested' ? 'it is the id, or comes from the record around it' : 'it is the id'
    const where = `${name}.form.fields`
    const fields = Object.keys(record.properties)
    const needed = scope === 'list' ? (record.required ?? []).filter((field) => formable.includes(field)) : []
    return [
      ...Object.keys(input).flatMap((field) => {
        const flaw = fields.includes(field) ? formFlaw(of, field, sending) : undefined
        if (flaw === undefined) return []
        const why = flaw === 'given' ? given : formFlaws[flaw]
        return [{ where, message: `has '${field}', which can't be sent: ${why}` }]
      }),
      ...needed
        .filter((field) => !Object.hasOwn(input, field))
        .map((field) => ({ where, message: `lacks '${field}', which a new record needs (${action})` })),
    ]
  })
}

const formsNameFields: Rule = (definition) => {
  const { name, record } = definition
  const fields = Object.keys(record.properties)
  if (definition.kind === 'form' || definition.recordForm === null) return []
  const { fields: named, steps } = definition.recordForm
  return strangers(
    `${name}.form.${named === undefined ? 'steps' : 'fields'}`,
    named ?? Object.values(steps ?? {}).flat(),
    fields,
    (field) => `has '${field}', which is no field; fields are: `,
  )
}

/** What a form says is of use only with a call that has one, and only for its own fields. */
const formsAreUsed: Rule = (definition) => {
  if (definition.kind === 'form' || definition.recordForm === null) return []
  const { name, actions, recordForm } = definition
  const forms = Object.values(actions).filter(({ isForm }) => isForm === true)
  if (forms.length === 0) {
    const message = `belongs to no call: declare bindings.create (POST) or bindings.update (PATCH, PUT of a record that getOne reads, or another with a body), or remove it`
    return [{ where: `${name}.form`, message }]
  }
  const fields = [...new Set(forms.flatMap(({ input }) => Object.keys(input)))]
  return strangers(
    `${name}.form.when`,
    Object.keys(recordForm.when ?? {}),
    fields,
    (field) => `has a condition for '${field}', which no form asks; fields are: `,
  )
}

/** Rules about what an action asks: inputs that are typed or chosen, and what is acknowledged. */
export const questionRules: Rules = [
  ['unknown-field', formsNameFields],
  ['invalid-input', questions],
  ['unsent-input', inputsAreSent],
  ['unsendable-input', inputsCanBeSent],
  ['invalid-form', formsFit],
  ['unused-form', formsAreUsed],
]
