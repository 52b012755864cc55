import type { FieldSchema } from './schema.ts'

/**
 * Types whose other spellings are accepted on the wire: `"true"` and `1` for a boolean (D-147), any case for constants
 * in capitals (D-68), text for the JSON it contains (D-75).
 */
export type Coercion = 'boolean' | 'number' | 'string' | 'upperCase' | 'json'

const yes: readonly unknown[] = [true, 'true', 1, '1']
const no: readonly unknown[] = [false, 'false', 0, '0']

const asBoolean = (value: unknown): unknown => {
  if (yes.includes(value)) return true
  return no.includes(value) ? false : value
}

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value

const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value

const asUpperCase = (value: unknown): unknown => (typeof value === 'string' ? value.trim().toUpperCase() : value)

/** Parses JSON sent as text. Invalid JSON stays text, so that it can be reported as unreadable (D-75). */
const asJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const coercions: Readonly<Record<Coercion, (value: unknown) => unknown>> = {
  boolean: asBoolean,
  number: asNumber,
  string: asText,
  upperCase: asUpperCase,
  json: asJson,
}

/** The value in its declared type when its spelling is known; otherwise unchanged (D-147). */
export const coerce = (value: unknown, to: Coercion): unknown => coercions[to](value)

type Values = Readonly<Record<string, unknown>>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value with every part that its schema annotates with `coerce` converted to its declared type (D-147). */
export function coerceRecord(value: unknown, schema: FieldSchema | undefined): unknown {
  if (typeof schema !== 'object') return value
  const { coerce: to, properties, items } = schema
  const own = to === undefined ? value : coerce(value, to)
  if (Array.isArray(own)) {
    const item = items as FieldSchema | undefined
    return item === undefined ? own : own.map((each: unknown) => coerceRecord(each, item))
  }
  if (properties === undefined || !isValues(own)) return own
  const changed = Object.entries(properties).flatMap(([name, property]) =>
    Object.hasOwn(own, name) ? [[name, coerceRecord(own[name], property)] as const] : [],
  )
  return { ...own, ...Object.fromEntries(changed) }
}
