import type { Coercion } from '../coerceRecord.ts'
import type { FieldSchema } from '../schema.ts'
import { schemasOf } from './personalRules.ts'
import type { Rule, Rules } from './problem.ts'

const TEXT = ['string']

/** The types of the values that a coercion makes. */
const made: Readonly<Record<Coercion, readonly string[]>> = {
  boolean: ['boolean'],
  zeroOrOne: ['boolean'],
  number: ['number', 'integer'],
  string: TEXT,
  upperCase: TEXT,
  json: ['object', 'array', 'number', 'integer', 'boolean'],
  epochSeconds: TEXT,
  epochMilliseconds: TEXT,
  cents: TEXT,
  thousandths: TEXT,
}

/** Those that a console registers change what people type. */
const typesOf = (coerce: string): readonly string[] => (Object.hasOwn(made, coerce) ? made[coerce as Coercion] : TEXT)

function misfit({ type, coerce }: Exclude<FieldSchema, boolean>): string | undefined {
  const types = [type ?? []].flat()
  const fitting = coerce === undefined ? types : typesOf(coerce)
  return types.length === 0 || types.some((each) => fitting.includes(each))
    ? undefined
    : `has coerce: '${coerce ?? ''}', which makes it ${fitting.join(' or ')}, and its type is ${types.join(' or ')}: give it the type '${fitting[0] ?? ''}', or another coerce`
}

/** A value that its own schema refuses would be shown as missing. */
const coercionsFit: Rule = (definition) =>
  schemasOf(definition).flatMap(([where, schema]) => {
    const message = misfit(schema)
    return message === undefined ? [] : [{ where, message }]
  })

export const coercionRules: Rules = [['invalid-coercion', coercionsFit]]
