import { isValues } from './pointer.ts'

declare const TYPE: unique symbol

/**
 * A JSON Schema of what one of the gateway's own routes answers, declared once: the types of both sides, the browser's
 * check and the OpenAPI document follow from it.
 */
export interface Wire<T> {
  readonly [TYPE]?: () => T
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Wire<unknown>[]
  readonly items?: Wire<unknown>
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Wire<unknown>>>
  readonly additionalProperties?: Wire<unknown> | boolean
}

/** What a schema describes. */
export type WireOf<W> = W extends Wire<infer T> ? T : never

export const text: Wire<string> = { type: 'string' }
/** ISO 8601 in UTC. */
export const moment: Wire<string> = { type: 'string', format: 'date-time' }
export const count: Wire<number> = { type: 'number' }
export const flag: Wire<boolean> = { type: 'boolean' }
export const textOrNull: Wire<string | null> = { type: ['string', 'null'] }
export const countOrNull: Wire<number | null> = { type: ['number', 'null'] }
/** An object whose names and values are data. */
export const values: Wire<Readonly<Record<string, unknown>>> = { type: 'object' }

export const only = <const T>(value: T): Wire<T> => ({ const: value })

export const oneOf = <const T>(texts: readonly T[]): Wire<T> => ({ enum: texts })

export const list = <T>(items: Wire<T>): Wire<readonly T[]> => ({ type: 'array', items })

export const orNull = <T>(schema: Wire<T>): Wire<T | null> => ({ anyOf: [schema, { type: 'null' }] })

/** An object whose names are data. */
export const mapOf = <T>(schema: Wire<T>): Wire<Readonly<Record<string, T>>> => ({
  type: 'object',
  additionalProperties: schema,
})

type Members = Readonly<Record<string, Wire<unknown>>>
type TypesOf<P extends Members> = { readonly [K in keyof P]: WireOf<P[K]> }

/** An object with these members, and with those that may be missing. */
export const object = <P extends Members, O extends Members = Readonly<Record<never, never>>>(
  properties: P,
  optional?: O,
): Wire<TypesOf<P> & Partial<TypesOf<O>>> => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
  additionalProperties: false,
})

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const inMembers = (schema: Wire<unknown>, value: Readonly<Record<string, unknown>>): boolean => {
  const { required = [], properties = {}, additionalProperties } = schema
  const others = typeof additionalProperties === 'object' ? additionalProperties : {}
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]) => isWire(properties[name] ?? others, member))
  )
}

/** True for what a schema describes. It may have more members, as the answer of a newer gateway has. */
export function isWire<T>(schema: Wire<T>, value: unknown): value is T {
  const { type, enum: listed = [value], const: constant = value, anyOf, items = {} } = schema
  if (anyOf !== undefined) return anyOf.some((each) => isWire(each, value))
  const isTyped = type === undefined || [type].flat().includes(typeOf(value))
  if (!isTyped || !listed.includes(value) || value !== constant) return false
  if (Array.isArray(value)) return value.every((item) => isWire(items, item))
  return !isValues(value) || inMembers(schema, value)
}
