import { isValues, type Values } from './pointer.ts'
import type { FieldSchema, ObjectSchema } from './schema.ts'

type Id = string | number

/** Joins the values of an id that is made of several fields. Values that contain it can't be parts of an id. */
const SEPARATOR = '~'

/**
 * A value in a path: nothing that a server could read as a separator or a dot segment, nothing that must be encoded
 * (S-20), and no social security number as people write it, because ids are recorded.
 */
export const RECORD_ID = /^(?!\.{1,2}$)(?!\d{3}[-.]\d{2}[-.]\d{4}$)[A-Za-z0-9_.:~-]{1,64}$/

/** What identifies the records of a definition: their field `id`, or the fields that the definition names instead. */
export interface Identified {
  /** Empty when the field `id` is the id. */
  readonly idFields: readonly string[]
  readonly record: ObjectSchema
}

const isId = (value: unknown): value is Id => typeof value === 'number' || (typeof value === 'string' && value !== '')

/** The id of a record from its values; `undefined` when they don't have one. */
export function idOf({ idFields }: Pick<Identified, 'idFields'>, values: Values): Id | undefined {
  const [only = 'id', ...others] = idFields
  if (others.length === 0) return isId(values[only]) ? values[only] : undefined
  const parts = idFields.map((field) => values[field])
  return parts.every((part) => isId(part) && !String(part).includes(SEPARATOR)) ? parts.join(SEPARATOR) : undefined
}

/** The record with its id; a value that is not a record stays unchanged. */
export const identified = (definition: Identified, value: unknown): unknown =>
  definition.idFields.length > 0 && isValues(value) ? { ...value, id: idOf(definition, value) } : value

const typed = (text: string, schema: FieldSchema | undefined): Id => {
  const types = typeof schema === 'object' ? [schema.type].flat() : []
  return !types.includes('string') && /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

/** The fields that an id gives: `id` itself, and those it is made of. */
export function fieldsOfId({ idFields, record }: Identified, id: Id): Values {
  const parts = idFields.length > 1 ? String(id).split(SEPARATOR) : [id]
  const fields = idFields.map((field, index) => {
    const part = parts[index] ?? ''
    return [field, typeof part === 'number' ? part : typed(part, record.properties[field])] as const
  })
  return { id, ...Object.fromEntries(fields) }
}

/** The record's schema with the property `id`, which calls and screens use, for ids that have another name. */
export function withId(record: ObjectSchema, idFields: readonly string[]): ObjectSchema {
  const [only, ...others] = idFields
  if (only === undefined) return record
  const field = others.length === 0 ? record.properties[only] : undefined
  const { path: _place, ...id } = typeof field === 'object' ? field : ({ type: 'string' } as const)
  return {
    ...record,
    properties: { ...record.properties, id },
    required: [...new Set([...(record.required ?? []), 'id'])],
  }
}

/** True for a field that says which record it is: no constant and no change is one. */
export const isKeyField = ({ idFields }: { readonly idFields: readonly string[] }, name: string): boolean =>
  name === 'id' || idFields.includes(name)
