import { isPointer, isValues } from '../pointer.ts'
import { comparisons, fieldsOfPredicate, type Predicate } from '../predicate.ts'
import type { Resource } from '../resource.ts'
import { itemSchema, schemaAt, type FieldSchema, type Pointer } from '../schema.ts'
import { answerShape, type Shape } from './answers.ts'
import { askingsIn } from './dependentRules.ts'
import { entriesOf, type Finding, isPattern, joinNames, type Rule, type Rules } from './problem.ts'

type Condition = readonly [where: string, when: Predicate | undefined, schema: FieldSchema | undefined]

const itemsAt = (shape: Shape | undefined, path: Pointer): FieldSchema | undefined => {
  const list = shape && schemaAt(shape.schema, path)
  return typeof list === 'object' ? itemSchema(list) : undefined
}

const ofCalls = ({ bindings, reads, actions, record }: Resource): readonly Condition[] => [
  ...entriesOf(bindings).flatMap(([binding, { response, poll }]): readonly Condition[] => [
    [`bindings.${binding}.poll.when`, poll?.when, undefined],
    [`bindings.${binding}.data.when`, response.hasItems, undefined],
    ...(response.failures ?? []).map(({ when }) => [`bindings.${binding}.failure.when`, when, undefined] as const),
  ]),
  ...entriesOf(reads).flatMap(([read, { failures = [] }]) =>
    failures.map(({ when }) => [`bindings.${read}.failure.when`, when, undefined] as const),
  ),
  ...entriesOf(actions).flatMap(([action, { when, blocked, expect }]): readonly Condition[] => [
    [`actions.${action}.when`, when, record],
    ...blocked.map((state) => [`actions.${action}.blocked`, state.when, record] as const),
    [`actions.${action}.expect`, expect, record],
  ]),
]

const ofInputs = (definition: Resource): readonly Condition[] =>
  askingsIn(definition).flatMap(({ inputs, placeOf }) => {
    const properties = Object.fromEntries(entriesOf(inputs).map(([name, input]) => [name, input.schema]))
    return entriesOf(inputs).map(([name, { when }]) => [placeOf(name), when, { type: 'object', properties }] as const)
  })

const ofPages = (definition: Resource): readonly Condition[] => {
  const { record, list, show } = definition
  return [
    ...(list?.columns ?? []).flatMap(({ id, count, fallback }): readonly Condition[] => [
      [`list.columns.${id}.count`, count?.when, record],
      ...fallback.map(({ when }) => [`list.columns.${id}.fallback`, when, record] as const),
    ]),
    ['show.poll', show?.refresh?.when, record],
    ...(show?.tabs ?? []).flatMap(({ name, count }) =>
      count === undefined
        ? []
        : [[`show.tabs.${name}.count`, count.when, itemsAt(answerShape(definition), count.path)] as const],
    ),
    ...(show?.banners ?? []).flatMap(({ name, when }) =>
      when.map((found) => {
        const shape = answerShape(definition, found.read)
        return [`show.blocks.${name}`, found.when, shape && schemaAt(shape.schema, found.path)] as const
      }),
    ),
  ]
}

/** The conditions about records of another definition: of a clock, and of what a form is about. */
function ofOthers({ partOf, form }: Resource, all: readonly Resource[]): readonly Condition[] {
  const named = all.find(({ name }) => name === (partOf ?? form?.about)?.resource)
  if (partOf !== null)
    return [['partOf.clock', partOf.clock?.when, named && itemsAt(answerShape(named, partOf.read), partOf.path)]]
  const when = form?.about?.expect?.when
  const schemas = fieldsOfPredicate(when).map((field) => {
    const schema = isPointer(field)
      ? named?.detail && schemaAt(named.detail.schema, field)
      : named?.record.properties[field]
    return [field, schema ?? {}] as const
  })
  return [['about.expect', when, { type: 'object', properties: Object.fromEntries(schemas) }]]
}

/** Every condition of a definition. */
const conditionsIn = (definition: Resource, all: readonly Resource[]): readonly Condition[] => [
  ...ofCalls(definition),
  ...ofInputs(definition),
  ...ofPages(definition),
  ...ofOthers(definition, all),
]

/** The values that a condition compares with; a comparison of another kind has none. */
function valuesOf(condition: unknown): readonly unknown[] {
  if (isValues(condition)) return 'not' in condition ? valuesOf(condition['not']) : []
  return Array.isArray(condition) ? condition : [condition]
}

const typeNames = { string: ['string'], number: ['number', 'integer'], boolean: ['boolean'] } as const

/** True when a value of this schema can be the given one, by its type and its choices. */
export function canBe(schema: FieldSchema | undefined, value: unknown): boolean {
  if (typeof schema !== 'object' || value === null) return true
  const { type, enum: choices } = schema
  if (Array.isArray(choices)) return choices.includes(value)
  const names: readonly string[] = Object.entries(typeNames).find(([type]) => type === typeof value)?.[1] ?? []
  return type === undefined || [type].flat().some((each) => names.includes(each))
}

/** What a value of this schema can be. */
export const offered = (schema: FieldSchema | undefined, value: unknown): string => {
  const { type, enum: choices } = typeof schema === 'object' ? schema : {}
  return Array.isArray(choices) ? `one of ${joinNames(choices.map(String), String(value))}` : [type].flat().join(' or ')
}

/** What is wrong with the condition of one field, in words that follow its name. */
type Flaws = (condition: unknown, own: FieldSchema | undefined) => readonly string[]

const ruleOf =
  (flawsOf: Flaws): Rule =>
  (definition, all) =>
    conditionsIn(definition, all).flatMap(([where, when, schema]) =>
      entriesOf<unknown>(when).flatMap(([field, condition]): readonly Finding[] => {
        const own = typeof schema === 'object' ? schema.properties?.[field] : undefined
        return flawsOf(condition, own).map((flaw) => ({
          where: `${definition.name}.${where}`,
          message: `compares '${field}' ${flaw}`,
        }))
      }),
    )

/** The comparisons that only a text can meet. */
const OF_TEXT = ['pattern', 'withinDays']

const canBeText = (own: FieldSchema | undefined): boolean =>
  typeof own !== 'object' || own.type === undefined || [own.type].flat().includes('string')

const neverMet: Flaws = (condition, own) => [
  ...valuesOf(condition)
    .filter((value) => !canBe(own, value))
    .map((value) => `with ${JSON.stringify(value)}, which it never is: it is ${offered(own, value)}`),
  ...entriesOf<unknown>(isValues(condition) ? condition : {})
    .filter(([name]) => OF_TEXT.includes(name) && !canBeText(own))
    .map(([name]) => `by '${name}', which only a text meets: it is ${offered(own, undefined)}`),
]

/** The patterns of a condition, with that of what it is not. */
function patternsOf(condition: unknown): readonly string[] {
  if (!isValues(condition)) return []
  const { pattern, not: refused } = condition
  return [...(typeof pattern === 'string' ? [pattern] : []), ...patternsOf(refused)]
}

const notComparable: Flaws = (condition) => {
  if (!isValues(condition)) return []
  const names = Object.keys(comparisons)
  return [
    ...(Object.keys(condition).length === 0
      ? [`with nothing, which everything meets: add one of ${joinNames(names)}`]
      : []),
    ...Object.keys(condition)
      .filter((name) => !names.includes(name))
      .map((name) => `by '${name}', which is no comparison: it is one of ${joinNames(names, name)}`),
    ...patternsOf(condition)
      .filter((pattern) => !isPattern(pattern))
      .map((pattern) => `with the pattern ${JSON.stringify(pattern)}, which is no regular expression`),
  ]
}

export const conditionRules: Rules = [
  ['impossible-condition', ruleOf(neverMet)],
  ['wrong-condition', ruleOf(notComparable)],
]
