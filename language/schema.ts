import type { ExtendedJSONSchema } from 'json-schema-to-ts'
import type { Coercion } from './coerceRecord.ts'
import type { Format } from './format.ts'
import type { Names } from './registry.ts'
import type { PiiMark } from './pii.ts'
import type { Predicate } from './predicate.ts'
import { pointerOf, stepsOf } from './pointer.ts'

/** Keywords of JSON Schema whose violation has its own message. */
export const inputKeywords = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'type',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'enum',
  'const',
] as const

export type InputKeyword = (typeof inputKeywords)[number]

/** The annotations of a field in its JSON Schema property, at any depth. Screens and calls inherit them. */
export type Annotations<N extends Names = Names> = {
  /**
   * The value's class of personal data. The gateway masks some classes, and none reaches a URL or a log. A value of a
   * masked class with `display: 'yesNo'` leaves the gateway as a flag. `none` is for a value that is not personal
   * although its name sounds so, such as the address of a branch.
   */
  readonly pii?: PiiMark
  /**
   * How the value is formatted. For an object, or each object of a list: '{name} ({relation})'. Without it they have
   * their name, title or label, or a list of them is counted. A masked value is shown as masked.
   */
  readonly display?: Format<N> | `${string}{${string}}${string}`
  /**
   * The console's table that gives a status its tone. Conditions compare the field with the statuses of that table alone: add
   * to it one that they need.
   */
  readonly tones?: N['tones']
  /**
   * Other forms of the value that are accepted on the wire and in inputs. A coercion that the console registers applies to
   * what people type and search for alone, where its result fits the `pattern`. A table that is uploaded is sent as it is,
   * so another spelling is a fault of its line there.
   */
  readonly coerce?: Coercion | N['coercion']
  /** The place of the value in the upstream's record, when it is not the property of the same name. */
  readonly path?: Pointer
  /**
   * Labels for the values of a flag or a choice; the value in its format by default. They are shown wherever the value
   * is. A filter or an input with the name and the values of a field has that field's labels. The totals of a file of
   lines are given apart for each labelled value of a column.
   */
  readonly labels?: Readonly<Record<string, string>>
  /** Display `decimal`: a fixed number of places, rounded half up, or a range. */
  readonly decimals?: number | readonly [fewest: 0, most: number]
  /**
   * The number of characters shown before an ellipsis. The whole text is available on hover, on focus and to copy
   * (D-164).
   */
  readonly truncate?: number
  /** The console's own filter control, by its registered name. */
  readonly widget?: N['filter']
  /**
   * The value is the id of a record of this resource. Screens show that record's name and link to its page. Its name is the
   * value of the first of its list's `phoneColumns`; without them of the column that links to its page, or, if it has none,
   * of the first that is neither an id, a number, a moment nor a choice. For a list of ids, annotate the items. With a `field`, the value is that of this field of the record, by which `find` finds it in
   * its list: screens show the value, and it leads to the record. With a `pattern`, what matches it in the text, as whole
   * words, leads to the record; a text that names records of several resources has a list of these.
   */
  readonly reference?: string | Lookup | readonly Lookup[]
  /**
   * For a day or a moment: the name of the field, input or filter next to it that it may not be before. The two are drawn
   * as a range, and the gateway checks their order. A filter by days that is compared with moments (`coerce` of an epoch)
   * finds the whole of the day that ends the range.
   */
  readonly notBefore?: string
  /**
   * For a field inside an object that people fill in, also in rows: shown only while the fields next to it meet this. What
   * is hidden is neither required nor sent, and keeps what was typed. The gateway refuses a value of a hidden field.
   */
  readonly when?: Predicate
  /** Messages for values that the schema refuses, by keyword, wherever people enter one: in forms, dialogs and filters. */
  readonly message?: Readonly<Partial<Record<InputKeyword, string>>>
}

/** A record of a resource, by the value of one of its fields. */
export interface Lookup {
  readonly resource: string
  readonly field: string
  /** Only what matches this, as whole words of the text, is such a value. */
  readonly pattern?: string
}

export const annotations = [
  'pii',
  'display',
  'tones',
  'coerce',
  'path',
  'labels',
  'decimals',
  'truncate',
  'widget',
  'reference',
  'notBefore',
  'when',
  'message',
] as const satisfies readonly (keyof Annotations)[]

/** JSON Schema of a value, with the annotations of a console. */
export type FieldSchema<N extends Names = Names> = ExtendedJSONSchema<Annotations<N>>

/** JSON Schema of one record or answer: an object with named fields. It is open: the wire may have more. */
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

type ScalarOfType<P> = P extends { readonly type: readonly (infer T)[] }
  ? ScalarOf<T>
  : P extends { readonly type: infer T }
    ? ScalarOf<T>
    : never

/** The letter cases in which a table of tones knows a status. */
type Spelled<S extends string> = S | Uppercase<S> | Lowercase<S>

/**
 * The scalar type of one property, read from `enum`, `tones` or `type` alone: a text with tones is one of the statuses of
 * its table. It is shallow on purpose: `FromSchema` inside a generic helper costs seconds of compile time, and predicates
 * compare scalars only.
 */
export type ScalarOfProperty<P, N extends Names = Names> = FieldSchema extends P
  ? unknown
  : P extends { readonly enum: readonly (infer E)[] }
    ? E
    : P extends { readonly tones: infer T extends keyof N['statuses'] }
      ? Exclude<ScalarOfType<P>, string> | Spelled<N['statuses'][T]>
      : ScalarOfType<P>

/** A value that fits in a query string or at the top level of a JSON body. */
export type Scalar = string | number | boolean

/** The value of a filter: one, or several of its choices. */
export type FilterValue = Scalar | readonly Scalar[]

export const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)

/** JSON Pointer (RFC 6901) into an answer or a record; the empty string is the whole document. */
export type Pointer = '' | `/${string}`

/** True when a structure may have undeclared content: its content is not declared, or it is open. */
const isOpen = ({ type, properties, items, additionalProperties }: Exclude<FieldSchema, boolean>): boolean =>
  additionalProperties === true ||
  (properties === undefined && items === undefined && (type === undefined || [type].flat().includes('object')))

/** The schema of a list's items. Definitions have one for all of them. */
export const itemSchema = ({ items }: Exclude<FieldSchema, boolean>): FieldSchema | undefined =>
  items as FieldSchema | undefined

/**
 * The part of a JSON Schema for a pointer into a matching document; `*` and numbers are items of an array. Inside an
 * open structure any place is allowed.
 */
export function schemaAt(schema: FieldSchema | undefined, pointer: Pointer): FieldSchema | undefined {
  let at = schema
  for (const step of stepsOf(pointer)) {
    if (at === undefined || typeof at === 'boolean') return undefined
    const isItem = step === '*' || /^\d+$/.test(step)
    const items = isItem ? itemSchema(at) : undefined
    at = items ?? at.properties?.[step] ?? (isOpen(at) ? {} : undefined)
  }
  return at
}

/** The place in the upstream's record of a place in a record by this schema, where properties may have a `path`. */
export function wirePlaceOf(schema: FieldSchema, place: Pointer): Pointer {
  let at: FieldSchema | undefined = schema
  return pointerOf(
    stepsOf(place).flatMap((step) => {
      const next: FieldSchema | undefined = schemaAt(at, pointerOf([step]))
      const path = step === '*' || typeof next !== 'object' ? undefined : next.path
      at = next
      return path === undefined ? [step] : stepsOf(path)
    }),
  )
}
