import type { JSONSchema } from 'json-schema-to-ts'
import type { ActionInput } from '../action.ts'
import { REASON } from '../evidence.ts'
import type { ResolvedAction } from '../resource.ts'
import { isPattern } from './stringRules.ts'
import { entriesOf, joinNames, type Problem, type Rule } from './problem.ts'
import { leavesOf } from './sources.ts'

const isText = (schema: JSONSchema): boolean => typeof schema === 'object' && schema.type === 'string'

/** Which action asks, and of which record. */
interface Asking {
  readonly action: ResolvedAction
  readonly fields: readonly string[]
}

const choosing = (where: string, { options, emptyText: none }: ActionInput): readonly Problem[] => {
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

const acknowledging = (where: string, action: ResolvedAction): readonly Problem[] => {
  const { acknowledge } = action
  if (acknowledge === undefined) return []
  if (acknowledge.trim() === '') {
    return [{ where, message: `has no name: say which field of the record lists what is to be acknowledged` }]
  }
  return hasReason(action)
    ? []
    : [{ where, message: `needs a text input 'reason': what was acknowledged is sent with it` }]
}

/** What is chosen is evidence, and evidence is sent with a reason. */
const citing = (where: string, { cited }: ActionInput, action: ResolvedAction): readonly Problem[] =>
  cited !== true || hasReason(action) || action.acknowledge !== undefined
    ? []
    : [{ where, message: `needs a text input 'reason' next to it: what is chosen is sent with it` }]

/** What an input starts from, and what is pointed out about it. */
const starting = (where: string, { field, warn }: ActionInput, { action, fields }: Asking): readonly Problem[] => [
  ...(field !== undefined && action.scope === 'list'
    ? [{ where, message: `starts from '${field}', and a list has no fields` }]
    : []),
  ...(field !== undefined && action.scope !== 'list' && !fields.includes(field)
    ? [{ where, message: `starts from '${field}', which is no field; fields are: ${joinNames(fields)}` }]
    : []),
  ...(warn !== undefined && !isPattern(warn.unless)
    ? [{ where, message: `warns unless '${warn.unless}', which is no regular expression` }]
    : []),
]

/** A list as a whole has no fields. */
const withoutRecord = (where: string, { scope, acknowledge, input }: ResolvedAction): readonly Problem[] =>
  scope === 'list' && (acknowledge !== undefined || entriesOf(input).some(([, { options }]) => options !== undefined))
    ? [{ where, message: `is about the list, which has no field to choose from or to acknowledge` }]
    : []

const questions: Rule = ({ name, actions, record }) =>
  entriesOf(actions).flatMap(([action, declared]) => {
    const where = `${name}.actions.${action}`
    const asking = { action: declared, fields: Object.keys(record.properties) }
    return [
      ...entriesOf(declared.input).flatMap(([asked, input]) => [
        ...choosing(`${where}.input.${asked}`, input),
        ...citing(`${where}.input.${asked}`, input, declared),
        ...starting(`${where}.input.${asked}`, input, asking),
      ]),
      ...acknowledging(`${where}.acknowledge`, declared),
      ...withoutRecord(where, declared),
    ]
  })

/** The inputs that a call sends, wherever in it. */
const sentInputs = (call: Parameters<typeof leavesOf>[0]): readonly string[] =>
  leavesOf(call).flatMap(([, source]) => ('input' in source ? [source.input] : []))

const inputsAreSent: Rule = ({ name, actions, bindings }) =>
  entriesOf(actions).flatMap(([action, { input, binding: called }]) => {
    const binding = bindings[called]
    if (binding === undefined || binding.upload !== undefined) return []
    const sent = [...sentInputs(binding.query), ...sentInputs(binding.body)]
    return entriesOf(input)
      .filter(([asked]) => !sent.includes(asked))
      .map(([asked]) => ({
        where: `${name}.actions.${action}.input.${asked}`,
        message: `is asked and never sent: ${called} sends ${joinNames(sent)}`,
      }))
  })

/** Rules about what people are asked before an action: typed, chosen and acknowledged. */
export const inputRules: readonly Rule[] = [questions, inputsAreSent]
