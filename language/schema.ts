import type { ExtendedJSONSchema } from 'json-schema-to-ts'
import type { PiiClass } from './pii.ts'

/** JSON Schema of a value, at any depth with the annotation `pii`: the class of personal data that the value is. */
export type FieldSchema = ExtendedJSONSchema<{ pii: PiiClass }>

/** JSON Schema of one record or answer: an object whose fields are named. Open: the wire may carry more. */
export type ObjectSchema = {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, FieldSchema>>
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
