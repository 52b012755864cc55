import { isValues, valueAt, isPointer } from '../../language/pointer.ts'
import { StartError } from '../config/settings.ts'
import type { Seen, SeenType } from './observe.ts'

/** A part of a document. */
export type Values = Readonly<Record<string, unknown>>

/** What is known where nothing is said. */
export const nothing: Seen = {
  count: 0,
  types: new Set(),
  values: [],
  fields: new Map(),
  items: undefined,
  isRequired: false,
}

/** Ends the reading with what the document lacks. */
export const refuse = (message: string): never => {
  throw new StartError([`The OpenAPI document ${message}`])
}

/** What a reference points to, in the same document. */
export function followed(document: unknown, value: unknown): Values {
  let found = value
  for (let steps = 0; isValues(found) && typeof found['$ref'] === 'string'; steps += 1) {
    const reference = found['$ref']
    if (!reference.startsWith('#/') || steps > 20)
      return refuse(`has '${reference}', which cannot be followed: put everything into one document`)
    const place = decodeURIComponent(reference.slice(1))
    found = isPointer(place) ? valueAt(document, place) : undefined
    if (found === undefined) return refuse(`has '${reference}', which leads nowhere`)
  }
  return isValues(found) ? found : {}
}

/** The knowledge of several schemas about one value. */
function merged(all: readonly Seen[]): Seen {
  const [first = nothing] = all
  return all.slice(1).reduce<Seen>((one, other) => {
    const items = [one.items, other.items].filter((each) => each !== undefined)
    return {
      ...one,
      ...other,
      types: new Set([...one.types, ...other.types]),
      fields: new Map([...one.fields, ...other.fields]),
      items: items.length === 0 ? undefined : merged(items),
    }
  }, first)
}

const known: readonly SeenType[] = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']

function typesOf({ type, nullable, properties, items, enum: choices }: Values): readonly SeenType[] {
  const implied = isValues(properties)
    ? 'object'
    : isValues(items)
      ? 'array'
      : Array.isArray(choices)
        ? 'string'
        : undefined
  const named = [type ?? implied].flat()
  return known.filter((each) => named.includes(each) || (each === 'null' && nullable === true))
}

/** The list under a key; empty without one. */
export const listAt = (schema: Values, key: string): readonly unknown[] => {
  const found = schema[key]
  return Array.isArray(found) ? found : []
}

const kinds: Readonly<Record<string, 'number' | 'string'>> = {
  minLength: 'number',
  maxLength: 'number',
  minimum: 'number',
  maximum: 'number',
  pattern: 'string',
}

/** The unit of a number that is a time since 1970, where the document says so. */
function epochIn(schema: Values, types: ReadonlySet<SeenType>): Seen['epoch'] {
  const said = ['format', 'title', 'description'].map((key) => schema[key]).filter((text) => typeof text === 'string')
  const text = said.join(' ')
  if (!(types.has('integer') || types.has('number')) || !/\b(epoch|unix|since 1970)/i.test(text)) return undefined
  if (/micro|nano/i.test(text)) return undefined
  if (/milli|\bms\b/i.test(text)) return 'epochMilliseconds'
  return /second|unix[- ]?time/i.test(text) ? 'epochSeconds' : undefined
}

/** What a schema says. A schema inside itself and a password say nothing. */
export function seenIn(document: unknown, value: unknown, isRequired: boolean, around: readonly unknown[] = []): Seen {
  const schema = followed(document, value)
  if (around.includes(schema)) return { ...nothing, isRequired }
  if (schema['format'] === 'password') return { ...nothing, isRequired, isWriteOnly: true }
  const read = (inner: unknown, required = true): Seen => seenIn(document, inner, required, [...around, schema])
  const { properties, items, format } = schema
  const required = listAt(schema, 'required')
  const types = new Set(typesOf(schema))
  const epoch = epochIn(schema, types)
  // The limits of a time are those of its number.
  const said = epoch === undefined ? Object.entries(schema).filter(([key, limit]) => kinds[key] === typeof limit) : []
  const choices = listAt(schema, 'enum').filter((choice) => typeof choice === 'string')
  const own: Seen = {
    ...nothing,
    isRequired,
    types,
    fields: new Map(
      Object.entries(isValues(properties) ? properties : {})
        .filter(([name]) => name !== '__proto__')
        .map(([name, property]) => [name, read(property, required.includes(name))]),
    ),
    items: isValues(items) ? read(items) : undefined,
    ...(typeof format === 'string' ? { format } : {}),
    ...(choices.length > 0 ? { choices } : {}),
    ...(said.length > 0 ? { limits: Object.fromEntries(said) } : {}),
    ...(typeof schema['default'] === 'number' ? { initial: schema['default'] } : {}),
    ...(schema['readOnly'] === true ? { isReadOnly: true } : {}),
    ...(schema['writeOnly'] === true ? { isWriteOnly: true } : {}),
    ...(epoch === undefined ? {} : { epoch }),
  }
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((key) => listAt(schema, key)).map((part) => read(part))
  const whole = merged([own, ...parts])
  // What a schema requires may be declared by its parts.
  const fields = [...whole.fields].map(
    ([name, field]) => [name, required.includes(name) ? { ...field, isRequired: true } : field] as const,
  )
  return { ...whole, fields: new Map(fields), isRequired }
}
