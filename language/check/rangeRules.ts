import { controlOf, isMoment, itemsOf, objectOf, typeOf } from '../input.ts'
import { firstOf } from '../orderedInputs.ts'
import type { Resource } from '../resource.ts'
import type { FieldSchema } from '../schema.ts'
import { entriesOf, type Finding, joinNames, type Rule, type Rules } from './problem.ts'

type Schemas = Readonly<Record<string, FieldSchema>>

/** True for a day, a moment, or a text with another format. Other rules name a format that there is not. */
const isInTime = (schema: FieldSchema = {}): boolean => objectOf(schema).format !== undefined || isMoment(schema)

function problemsIn(schemas: Schemas, where: string): readonly Finding[] {
  return entriesOf(schemas).flatMap(([name, schema]) => {
    const own = objectOf(schema)
    const first = own.notBefore
    const others = Object.keys(schemas).filter((other) => other !== name && isInTime(schemas[other]))
    const inner = (typeOf(own) === 'array' ? itemsOf(own) : own).properties ?? {}
    const isWrong = first !== undefined && !(isInTime(schema) && others.includes(first))
    const message = `may not be before '${first ?? ''}': both must be days or moments next to each other; others are: ${joinNames(others, first)}`
    return [...(isWrong ? [{ where: `${where}.${name}`, message }] : []), ...problemsIn(inner, `${where}.${name}`)]
  })
}

const schemasOf = (inputs: Readonly<Record<string, { readonly schema: FieldSchema }>>): Schemas =>
  Object.fromEntries(Object.entries(inputs).map(([name, { schema }]) => [name, schema]))

/** A form asks for both ends, or an end could be changed to before the first. */
const halfRanges = ({ name, record, actions }: Resource): readonly Finding[] =>
  Object.values(actions).flatMap(({ input, isForm }) =>
    entriesOf(isForm === true ? input : {}).flatMap(([end, asked]) => {
      const first = firstOf(asked) ?? ''
      const isAsked = Object.hasOwn(input, first) || controlOf(record.properties[first] ?? false) === undefined
      const message = `has '${end}' without '${first}', which it may not be before: add it`
      return isAsked ? [] : [{ where: `${name}.form.fields`, message }]
    }),
  )

const rangesExist: Rule = (resource) => {
  const { name, record, list, actions, form } = resource
  return [
    ...problemsIn(record.properties, `${name}.${form === null ? 'record' : 'fields'}`),
    ...problemsIn(list?.filters ?? {}, `${name}.list.filter`),
    ...entriesOf(actions).flatMap(([action, { input, isForm }]) =>
      isForm === true ? [] : problemsIn(schemasOf(input), `${name}.actions.${action}.input`),
    ),
    ...halfRanges(resource),
  ]
}

/** Rules about values that may not be before others. */
export const rangeRules: Rules = [['invalid-range', rangesExist]]
