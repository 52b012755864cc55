import type { Coercion } from './definition.ts'

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

/** JSON sent as text becomes what it says; text that is none stays text, so that it can be called unreadable (D-75). */
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

/** The value in its declared type where it is a known other spelling of it; unchanged where it is not (D-147). */
export const coerce = (value: unknown, to: Coercion): unknown => coercions[to](value)

/** The record with the fields that the definition names read in their other spellings (D-147). */
export function coerceRecord(
  record: unknown,
  fields: Readonly<Partial<Record<string, Coercion>>> | undefined,
): unknown {
  if (fields === undefined || typeof record !== 'object' || record === null || Array.isArray(record)) return record
  const changed = Object.entries(fields).flatMap(([field, to]) =>
    to !== undefined && Object.hasOwn(record, field)
      ? [[field, coerce((record as Readonly<Record<string, unknown>>)[field], to)]]
      : [],
  )
  return { ...record, ...Object.fromEntries(changed) }
}
