import type { JSONSchema } from 'json-schema-to-ts'
import { isCalendarDay } from '../../../language/parseInstant.ts'
import { valueAt } from '../../../language/pointer.ts'
import type { Scalar } from '../../../language/schema.ts'

/** A text read as a value of its schema, or the sentence that says why it is none. */
export type Reading = { readonly value: Scalar } | { readonly refusal: string }

const number = (schema: JSONSchema, keyword: string): number | undefined => {
  const found = valueAt(schema, `/${keyword}`)
  return typeof found === 'number' ? found : undefined
}

/** The values a schema chooses from, as text; `undefined` where anything of its type will do. */
export function choicesIn(schema: JSONSchema): readonly string[] | undefined {
  const listed = valueAt(schema, '/enum')
  if (Array.isArray(listed)) return listed.map(String)
  return valueAt(schema, '/type') === 'boolean' ? ['true', 'false'] : undefined
}

/** Whether a schema is one of a calendar day. */
export const isDay = (schema: JSONSchema): boolean => valueAt(schema, '/format') === 'date'

const isNumeric = (schema: JSONSchema): boolean =>
  ['integer', 'number'].includes(String(valueAt(schema, '/type'))) && choicesIn(schema) === undefined

/** Whether a schema is one of whole numbers. */
export const isWhole = (schema: JSONSchema): boolean => isNumeric(schema) && valueAt(schema, '/type') === 'integer'

function chosen(label: string, schema: JSONSchema, text: string, choices: readonly string[]): Reading {
  if (!choices.includes(text)) return { refusal: `${label} must be one of: ${choices.join(', ')}` }
  if (valueAt(schema, '/type') === 'boolean') return { value: text === 'true' }
  const listed = valueAt(schema, '/enum')
  const found: unknown = Array.isArray(listed) ? listed.find((one) => String(one) === text) : undefined
  return { value: typeof found === 'number' ? found : text }
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
  // What no number of the browser holds exactly would be sent as another one.
  return Math.abs(value) > Number.MAX_SAFE_INTEGER ? { refusal: `${label} is too large` } : { value }
}

function written(label: string, schema: JSONSchema, text: string): Reading {
  const length = Array.from(text).length
  const least = number(schema, 'minLength') ?? 0
  const most = number(schema, 'maxLength') ?? Infinity
  const pattern = valueAt(schema, '/pattern')
  if (length < least) return { refusal: `${label} must have at least ${least} characters` }
  if (length > most) return { refusal: `${label} can have at most ${most} characters` }
  const isAsWritten = typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)
  return isAsWritten ? { value: text } : { refusal: `${label} is not written as expected` }
}

/**
 * Reads what was typed, or what an address says, as a value of the filter's schema. The text is trimmed and not empty.
 * What only the whole request can decide is left to its check.
 */
export function readFilterValue(label: string, schema: JSONSchema, text: string): Reading {
  const choices = choicesIn(schema)
  if (choices !== undefined) return chosen(label, schema, text, choices)
  if (isDay(schema))
    return isCalendarDay(text) ? { value: text } : { refusal: `${label} must be a day of the calendar` }
  return isNumeric(schema) ? counted(label, schema, text) : written(label, schema, text)
}

/** Whether a text is what a schema takes. */
export const isAccepted = (schema: JSONSchema, text: string): boolean => 'value' in readFilterValue('', schema, text)
