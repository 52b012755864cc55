import type { Coercion } from '../coerceRecord.ts'
import type { Locale } from '../registry.ts'
import type { Resource } from '../resource.ts'
import type { FieldSchema } from '../schema.ts'
import { isCurrency, placesOf } from './localeRules.ts'
import { schemasOf } from './personalRules.ts'
import { type Finding, foundIf, type Rule, type Rules } from './problem.ts'

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

/** Amounts that are read as parts that the console's currency does not have: they would be a hundredth of what they are. */
export function amountFlaws(definitions: readonly Resource[], { currency }: Locale): readonly Finding[] {
  if (!isCurrency(currency) || placesOf(currency) > 0) return []
  return definitions
    .flatMap(schemasOf)
    .flatMap(([where, { coerce = '', display }]) =>
      foundIf(
        display === 'money' && (coerce === 'cents' || coerce === 'thousandths'),
        where,
        `has coerce: '${coerce}', which reads parts of an amount, and ${currency} has none: give it the type 'integer', and no coerce`,
      ),
    )
}

export const coercionRules: Rules = [['invalid-coercion', coercionsFit]]
