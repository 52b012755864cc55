import type { ExtendedJSONSchema } from 'json-schema-to-ts'
import type { Coercion } from './coerceRecord.ts'
import type { Format } from './format.ts'
import type { Names } from './registry.ts'
import type { PiiClass } from './pii.ts'
import { stepsOf } from './pointer.ts'

/** What a property of a JSON Schema says of its field, next to the keywords, at any depth. Screens and calls inherit it. */
export type Annotations<N extends Names = Names> = {
  /** The class of personal data that the value is: the gateway masks some, and none reaches a URL or a log. */
  readonly pii?: PiiClass
  /** How the value is written; of a list, how each item is: '{name} ({relation})'. A masked value is shown as such. */
  readonly display?: Format<N> | `${string}{${string}}${string}`
  /** Which of the console's tables gives a status its tone. */
  readonly tones?: N['tones']
  /** Other spellings of the value that are accepted on the wire and in inputs. */
  readonly coerce?: Coercion
  /** Words for the values of a flag or a choice; the value itself by default. */
  readonly labels?: Readonly<Record<string, string>>
  /** Display `decimal`: exactly so many places, rounded half up, or a range of them. */
  readonly decimals?: number | readonly [fewest: 0, most: number]
  /** So many characters are shown and an ellipsis; the whole text is at hand on hover, on focus and to copy (D-164). */
  readonly truncate?: number
  /** A control of the console's own for a filter, by its registered name. */
  readonly widget?: N['filter']
}

/** The names of the annotations. */
export const annotations = [
  'pii',
  'display',
  'tones',
  'coerce',
  'labels',
  'decimals',
  'truncate',
  'widget',
] as const satisfies readonly (keyof Annotations)[]

/** JSON Schema of a value, with the annotations of a console. */
export type FieldSchema<N extends Names = Names> = ExtendedJSONSchema<Annotations<N>>

/** JSON Schema of one record or answer: an object whose fields are named. Open: the wire may carry more. */
export type ObjectSchema<N extends Names = Names> = {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, FieldSchema<N>>>
  readonly required?: readonly string[]
}

/** The declared field names of a record schema. */
export type FieldOf<S extends ObjectSchema> = keyof S['properties'] & string

type ScalarOf<T> = T extends 'string'
  ? string
  : T extends 'integer' | 'number'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : never

/**
 * The scalar type of one property, read from `enum` or `type` alone. Deliberately shallow: `FromSchema` inside a
 * generic helper costs seconds of compile time, and predicates compare scalars only.
 */
export type ScalarOfProperty<P> = FieldSchema extends P
  ? unknown
  : P extends { readonly enum: readonly (infer E)[] }
    ? E
    : P extends { readonly type: readonly (infer T)[] }
      ? ScalarOf<T>
      : P extends { readonly type: infer T }
        ? ScalarOf<T>
        : never

/** A value that fits in a query string or sits at the top of a JSON body. */
export type Scalar = string | number | boolean

/** JSON Pointer (RFC 6901) into an answer or a record; the empty string is the whole of it. */
export type Pointer = '' | `/${string}`

/** Whether a structure may hold what it does not declare: its contents are not said, or it is open. */
const isOpen = ({ type, properties, items, additionalProperties }: Exclude<FieldSchema, boolean>): boolean =>
  additionalProperties === true ||
  (properties === undefined && items === undefined && (type === undefined || [type].flat().includes('object')))

/**
 * The part of a JSON Schema that a pointer into a matching document names; `*` and numbers are items of an array. Any
 * place may be named inside an open structure.
 */
export function schemaAt(schema: FieldSchema | undefined, pointer: Pointer): FieldSchema | undefined {
  let at = schema
  for (const step of stepsOf(pointer)) {
    if (at === undefined || typeof at === 'boolean') return undefined
    const isItem = step === '*' || /^\d+$/.test(step)
    const items = isItem ? (at.items as FieldSchema | undefined) : undefined
    at = items ?? at.properties?.[step] ?? (isOpen(at) ? {} : undefined)
  }
  return at
}
