import { itemSchema, type FieldSchema } from './schema.ts'
import { isValues, keysOf, placed, pointerOf, valueAt, type Values } from './pointer.ts'
import { parseInstant } from './parseInstant.ts'

/**
 * Other forms of a value that a service may send: `"true"`, `1` or `"Y"` for a boolean (D-147), any case for constants in
 * capitals (D-68), text for the JSON it contains (D-75), seconds or milliseconds since 1970 for a time (ISO 8601, UTC;
 * the day alone for `format: 'date'`), and an integer of hundredths or thousandths, in any currency, for a decimal as text
 * (`12345` cents → `'123.45'`). A boolean is written back as `true` or `false`, with `zeroOrOne` as `1` or `0`.
 */
export type Coercion =
  | 'boolean'
  | 'zeroOrOne'
  | 'number'
  | 'string'
  | 'upperCase'
  | 'json'
  | 'epochSeconds'
  | 'epochMilliseconds'
  | 'cents'
  | 'thousandths'

type Declared = Exclude<FieldSchema, boolean>

const yes: readonly unknown[] = [true, 'true', 1, '1', 'y', 'yes']
const no: readonly unknown[] = [false, 'false', 0, '0', 'n', 'no']

const asBoolean = (value: unknown): unknown => {
  const spelled = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (yes.includes(spelled)) return true
  return no.includes(spelled) ? false : value
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

const isInteger = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string' && /^-?\d{1,15}$/.test(value)

/** A converted value is no integer, so that it stays as it is when it is read again. */
const asMoment =
  (unitMs: number) =>
  (value: unknown, { format }: Declared): unknown => {
    const moment = new Date(isInteger(value) ? Number(value) * unitMs : Number.NaN)
    if (Number.isNaN(moment.getTime())) return value
    return format === 'date' ? moment.toISOString().slice(0, 10) : moment.toISOString()
  }

const asDecimal =
  (places: number) =>
  (value: unknown): unknown => {
    if (!isInteger(value)) return value
    const text = String(value)
    const digits = text.replace('-', '').padStart(places + 1, '0')
    return `${text.startsWith('-') ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
  }

type Convert = (value: unknown, schema: Declared) => unknown
type Conversions = Readonly<Record<string, Convert>>

const fromUnits = {
  epochSeconds: asMoment(1000),
  epochMilliseconds: asMoment(1),
  cents: asDecimal(2),
  thousandths: asDecimal(3),
  zeroOrOne: asBoolean,
}

const coercions = {
  ...fromUnits,
  boolean: asBoolean,
  number: asNumber,
  string: asText,
  upperCase: asUpperCase,
  json: asJson,
} satisfies Readonly<Record<Coercion, Convert>>

const conversions: Conversions = coercions

/** The coercions of the language itself. */
export const standardCoercions = keysOf(coercions)

/** True for a coercion of typed texts: to capitals, or one that the console registers. */
export const isTypedCoercion = (name: string): boolean => name === 'upperCase' || !Object.hasOwn(coercions, name)

/** The value in its declared type when its form is known; otherwise unchanged (D-147). */
export const coerce = (value: unknown, to: string, schema: Declared = {}): unknown =>
  conversions[to]?.(value, schema) ?? value

/** The value of a property in the upstream's record, at its `path` if it has one, else its `default`. */
function memberOf(record: Values, name: string, schema: FieldSchema): unknown {
  const { path, default: otherwise } = typeof schema === 'object' ? schema : {}
  const value = path === undefined ? (Object.hasOwn(record, name) ? record[name] : undefined) : valueAt(record, path)
  return otherwise !== undefined && (value === undefined || value === null) ? otherwise : value
}

function converted(value: unknown, schema: FieldSchema | undefined, conversions: Conversions): unknown {
  if (typeof schema !== 'object') return value
  const { coerce: to, properties } = schema
  const convert = to === undefined ? undefined : conversions[to]
  const own = convert === undefined ? value : convert(value, schema)
  if (Array.isArray(own)) {
    const item = itemSchema(schema)
    return item === undefined ? own : own.map((each: unknown) => converted(each, item, conversions))
  }
  if (properties === undefined || !isValues(own)) return own
  const members = Object.entries(properties).flatMap(([name, property]) => {
    const member = memberOf(own, name, property)
    const isLeftOut = member === undefined && !(typeof property === 'object' && property.path !== undefined)
    return isLeftOut ? [] : [[name, converted(member, property, conversions)] as const]
  })
  return { ...own, ...Object.fromEntries(members) }
}

/**
 * The value as its schema declares it: every part is taken from its `path`, has its `default` when it is missing, and
 * is converted by `coerce` (D-147). An object remains one. Reading a result again changes nothing.
 */
export const coerceRecord = <T>(value: T, schema: FieldSchema | undefined): T =>
  converted(value, schema, coercions) as T

/** As `coerceRecord`, for an answer that keeps its own spelling: only times, money and flags as 0 and 1 leave the service's units. */
export const fromWire = (value: unknown, schema: FieldSchema | undefined): unknown =>
  converted(value, schema, fromUnits)

const epochOf = (value: unknown, unitMs: number): unknown => {
  const moment = parseInstant(value)
  return moment === undefined ? value : Math.floor(moment.getTime() / unitMs)
}

const unitsOf = (value: unknown, places: number): unknown => {
  const text = String(value)
  if (!new RegExp(`^-?\\d+(?:\\.\\d{1,${places}})?$`).test(text)) return value
  const [whole = '', rest = ''] = text.split('.')
  return Number(`${whole}${rest.padEnd(places, '0')}`)
}

const intoUnits: Conversions = {
  epochSeconds: (value) => epochOf(value, 1000),
  epochMilliseconds: (value) => epochOf(value, 1),
  cents: (value) => unitsOf(value, 2),
  thousandths: (value) => unitsOf(value, 3),
  zeroOrOne: (value) => (typeof value === 'boolean' ? Number(value) : value),
}

/** The value as the service takes it, at any depth: times, money and flags in the service's units, and each part at its `path`. */
export function toWire(value: unknown, schema: FieldSchema | undefined): unknown {
  if (typeof schema !== 'object') return value
  const { coerce: to, properties = {} } = schema
  const own = to === undefined ? value : (intoUnits[to]?.(value, schema) ?? value)
  if (Array.isArray(own)) return own.map((each: unknown) => toWire(each, itemSchema(schema)))
  if (!isValues(own)) return own
  return Object.entries(own).reduce<unknown>((document, [name, member]) => {
    const property = properties[name]
    const { path = pointerOf([name]) } = typeof property === 'object' ? property : {}
    return placed(document, path, toWire(member, property))
  }, {})
}
