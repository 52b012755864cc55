import type { JSONSchema } from 'json-schema-to-ts'
import { isDay } from './input.ts'
import { isCalendarDay } from './parseInstant.ts'
import { valueAt } from './pointer.ts'
import { isScalar, type FieldSchema, type FilterValue } from './schema.ts'

/** True for text with control characters, which no one types. */
export const hasControls = (text: string): boolean => /\p{Cc}/u.test(text)

/** A text read as a value of its schema, or the sentence that explains why it is not valid. */
export type Reading = { readonly value: FilterValue } | { readonly refusal: string }

const number = (schema: JSONSchema, keyword: string): number | undefined => {
  const found = valueAt(schema, `/${keyword}`)
  return typeof found === 'number' ? found : undefined
}

const listedIn = (schema: JSONSchema): unknown => valueAt(schema, isSeveral(schema) ? '/items/enum' : '/enum')

/** The values a schema lists, as text; `undefined` when any value of its type is valid. */
export function choicesIn(schema: JSONSchema): readonly string[] | undefined {
  const listed = listedIn(schema)
  if (Array.isArray(listed)) return listed.map(String)
  return valueAt(schema, '/type') === 'boolean' ? ['true', 'false'] : undefined
}

/** True when any number of the choices may be chosen. */
export const isSeveral = (schema: JSONSchema): boolean => valueAt(schema, '/type') === 'array'

const isNumeric = (schema: JSONSchema): boolean =>
  ['integer', 'number'].includes(String(valueAt(schema, '/type'))) && choicesIn(schema) === undefined

/** True when a schema describes whole numbers. */
export const isWhole = (schema: JSONSchema): boolean => isNumeric(schema) && valueAt(schema, '/type') === 'integer'

function chosen(label: string, schema: JSONSchema, text: string, choices: readonly string[]): Reading {
  if (!choices.includes(text)) return { refusal: `${label} must be one of: ${choices.join(', ')}` }
  if (valueAt(schema, '/type') === 'boolean') return { value: text === 'true' }
  const listed = listedIn(schema)
  const found: unknown = Array.isArray(listed) ? listed.find((one) => String(one) === text) : undefined
  return { value: typeof found === 'number' ? found : text }
}

/** Several values, joined by commas, in the order of the choices. */
function several(label: string, schema: JSONSchema, text: string): Reading {
  const listed = listedIn(schema)
  const choices = Array.isArray(listed) ? listed.filter(isScalar) : []
  const given = text.split(',').map((one) => one.trim())
  const isKnown = given.every((one) => choices.map(String).includes(one))
  return isKnown
    ? { value: choices.filter((one) => given.includes(String(one))) }
    : { refusal: `${label} must be among: ${choices.join(', ')}` }
}

function counted(label: string, schema: JSONSchema, text: string): Reading {
  const whole = isWhole(schema)
  const value = Number(text)
  if (!(whole ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/).test(text)) {
    return { refusal: `${label} must be a ${whole ? 'whole number' : 'number'}` }
  }
  const least = number(schema, 'minimum') ?? -Infinity
  const most = number(schema, 'maximum')
  if (value < least) return { refusal: `${label} must be ${least} or more` }
  if (most !== undefined && value > most) return { refusal: `${label} must be ${most} or less` }
  // JavaScript cannot represent larger numbers exactly and would send a different one.
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? { refusal: `${label} is too large` } : { value }
}

function written(label: string, schema: FieldSchema, text: string): Reading {
  const length = Array.from(text).length
  const least = number(schema, 'minLength') ?? 0
  const most = number(schema, 'maxLength') ?? Infinity
  const pattern = valueAt(schema, '/pattern')
  const own = valueAt(schema, '/message/pattern')
  if (hasControls(text)) return { refusal: `${label} has control characters, which no text has` }
  if (length < least) return { refusal: `${label} must have at least ${least} characters` }
  if (length > most) return { refusal: `${label} can have at most ${most} characters` }
  const isAsWritten = typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)
  return isAsWritten
    ? { value: text }
    : { refusal: typeof own === 'string' ? own : `${label} is not written as expected` }
}

/**
 * Reads typed text, or text from an address, as a value of the filter's schema. The text is trimmed, coerced, and not
 * empty. Rules across several filters are left to the check of the whole request.
 */
export function readFilterValue(label: string, schema: FieldSchema, text: string): Reading {
  if (isSeveral(schema)) return several(label, schema, text)
  const choices = choicesIn(schema)
  if (choices !== undefined) return chosen(label, schema, text, choices)
  if (isDay(schema))
    return isCalendarDay(text) ? { value: text } : { refusal: `${label} must be a day of the calendar` }
  return isNumeric(schema) ? counted(label, schema, text) : written(label, schema, text)
}
