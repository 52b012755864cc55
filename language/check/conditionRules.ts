import type { Predicate } from '../predicate.ts'
import type { Resource } from '../resource.ts'
import { schemaAt, type FieldSchema } from '../schema.ts'
import { answerShape } from './answers.ts'
import { askingsIn } from './dependentRules.ts'
import { entriesOf, type Finding, joinNames, type Rule, type Rules } from './problem.ts'

type Condition = readonly [where: string, when: Predicate | undefined, schema: FieldSchema | undefined]

function conditionsIn(definition: Resource): readonly Condition[] {
  const { record, actions, list, show } = definition
  return [
    ...entriesOf(actions).flatMap(([action, { when, blocked, expect }]): readonly Condition[] => [
      [`actions.${action}.when`, when, record],
      ...blocked.map((state) => [`actions.${action}.blocked`, state.when, record] as const),
      [`actions.${action}.expect`, expect, record],
    ]),
    ...(list?.columns ?? []).flatMap(({ id, count, fallback }): readonly Condition[] => [
      [`list.columns.${id}.count`, count?.when, record],
      ...fallback.map(({ when }) => [`list.columns.${id}.fallback`, when, record] as const),
    ]),
    ...askingsIn(definition).flatMap(({ inputs, placeOf }) => {
      const properties = Object.fromEntries(entriesOf(inputs).map(([name, input]) => [name, input.schema]))
      return entriesOf(inputs).map(([name, { when }]) => [placeOf(name), when, { type: 'object', properties }] as const)
    }),
    ['show.poll', show?.refresh?.when, record],
    ...(show?.banners ?? []).flatMap(({ name, when }) =>
      when.map((found) => {
        const shape = answerShape(definition, found.read)
        return [`show.blocks.${name}`, found.when, shape && schemaAt(shape.schema, found.path)] as const
      }),
    ),
  ]
}

/** The values that a condition compares with; a comparison of another kind has none. */
function valuesOf(condition: unknown): readonly unknown[] {
  if (Array.isArray(condition)) return condition
  if (typeof condition !== 'object' || condition === null) return [condition]
  return 'not' in condition ? valuesOf(condition.not) : []
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

const canBeMet: Rule = (definition) =>
  conditionsIn(definition).flatMap(([where, when, schema]) =>
    entriesOf<unknown>(when).flatMap(([field, condition]): readonly Finding[] => {
      const own = typeof schema === 'object' ? schema.properties?.[field] : undefined
      return valuesOf(condition)
        .filter((value) => !canBe(own, value))
        .map((value) => ({
          where: `${definition.name}.${where}`,
          message: `compares '${field}' with ${JSON.stringify(value)}, which it never is: it is ${offered(own, value)}`,
        }))
    }),
  )

export const conditionRules: Rules = [['impossible-condition', canBeMet]]
