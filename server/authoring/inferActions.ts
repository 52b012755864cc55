import type { Action, ActionInput } from '../../language/authored/action.ts'
import type { Binding, Source } from '../../language/authored/call.ts'
import { wordsOf } from '../../language/personalNames.ts'
import type { FieldSchema } from '../../language/schema.ts'
import { type Findings, inferFields, titleOf } from './inferField.ts'
import type { OpenApiCall, OpenApiOperation } from './openApi.ts'

/** A record with a page of its own calls, and what a document does to it. */
interface Acting extends Pick<OpenApiOperation, 'remove' | 'acts'> {
  /** The service in braces and the path of one record. */
  readonly one: `{${string}}/${string}`
  readonly id: string
  readonly permission: string
}

export interface Acts {
  readonly bindings: Readonly<Record<string, Binding>>
  readonly actions: Readonly<Record<string, Action<Readonly<Record<string, unknown>>, string>>>
}

/** The annotations of a record's field that an input has no use for. */
const shownOnly = ['title', 'display', 'decimals', 'truncate', 'readOnly']

/** The input for one value of a body; undefined for what is no single value. */
function inputOf(name: string, schema: FieldSchema, isRequired: boolean): ActionInput | undefined {
  if (typeof schema !== 'object' || schema.properties !== undefined || schema.items !== undefined) return undefined
  const label = schema.title ?? titleOf(name)
  const own = Object.fromEntries(Object.entries(schema).filter(([key]) => !shownOnly.includes(key))) as FieldSchema
  const isText = schema.type === 'string' && schema.enum === undefined && schema.minLength === undefined
  return {
    schema: isRequired && isText && typeof own === 'object' ? { ...own, minLength: 1 } : own,
    label,
    ...(isRequired ? { required: `Enter a value for ${label}` } : {}),
  }
}

type Inputs = Readonly<Record<string, ActionInput>>

/** The inputs of a body; undefined when it needs what no input is written for. */
function inputsOf(word: string, { body }: OpenApiCall, findings: Findings): Inputs | undefined {
  const sent = new Map([...body.fields].map(([name, field]) => [name, { ...field, isWriteOnly: false }]))
  const place = { path: word, around: undefined }
  const { properties } = inferFields({ ...body, fields: sent }, place, { ...findings, inferred: [] })
  const inputs = [...body.fields].map(([name, { isRequired }]) => {
    const schema = properties[name]
    return { name, isRequired, input: schema === undefined ? undefined : inputOf(name, schema, isRequired) }
  })
  const lost = inputs.filter(({ input }) => input === undefined)
  const needed = lost.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  if (needed.length > 0) {
    findings.decide.push(`the call '${word}' is left out: it needs ${needed.join(', ')}, which is no single value`)
    return undefined
  }
  if (lost.length > 0)
    findings.decide.push(
      `the action ${word} does not ask for ${lost.map(({ name }) => name).join(', ')}: no single value`,
    )
  return Object.fromEntries(inputs.flatMap(({ name, input }) => (input === undefined ? [] : [[name, input]])))
}

const camel = (word: string): string => word.replaceAll(/[-_](\w)/g, (_whole, next: string) => next.toUpperCase())

const taken = ['list', 'listFiltered', 'getOne', 'getMany', 'create', 'update', 'delete']

/** What a document does to one record, as actions with their calls. */
export function inferActions({ remove, acts = {}, one, id, permission }: Acting, findings: Findings): Acts {
  const found = Object.entries(acts).flatMap(([word, call]) => {
    const inputs = inputsOf(word, call, findings)
    if (inputs === undefined) return []
    const name = taken.includes(camel(word)) ? `${camel(word)}Record` : camel(word)
    const body: Readonly<Record<string, Source>> = Object.fromEntries(
      Object.keys(inputs).map((input) => [input, { input }]),
    )
    const hasInputs = Object.keys(inputs).length > 0
    const label = titleOf(word)
    findings.inferred.push(`the action ${name} calls ${call.method} ${one}/${word}`)
    const binding: Binding = {
      call: `${call.method} ${one}/${word}`,
      permission,
      ...call.type,
      ...(hasInputs ? { body } : {}),
    }
    const action: Action<Readonly<Record<string, unknown>>, string> = {
      label,
      binding: name,
      ...(hasInputs ? { input: inputs } : {}),
      confirm: { title: `${label} {${id}}?` },
      success: { fallback: 'The service accepted it' },
    }
    return [{ name, binding, action }]
  })
  if (found.length > 0)
    findings.decide.push(
      `when ${found.map(({ name }) => name).join(', ')} can be done: 'when' names the states of the record`,
    )
  if (remove !== undefined) {
    findings.inferred.push(`the action delete calls DELETE ${one}`)
    found.push({
      name: 'delete',
      binding: { call: `DELETE ${one}`, permission },
      action: {
        label: 'Delete',
        binding: 'delete',
        tone: 'danger',
        confirm: { title: `Delete {${id}}?`, body: "You can't undo this here." },
        success: `${titleOf(wordsOf(id))} {${id}} deleted`,
      },
    })
  }
  return {
    bindings: Object.fromEntries(found.map(({ name, binding }) => [name, binding])),
    actions: Object.fromEntries(found.map(({ name, action }) => [name, action])),
  }
}
