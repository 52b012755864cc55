import type { ObjectSchema, Pointer, Scalar } from './schema.ts'
import type { JsonParameter } from './simpleRest.ts'

/** HTTP methods that a binding may use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One upstream call, written as the spec writes it: `PATCH {main}/books/{id}`. */
export type Call = `${Method} {${string}}/${string}`

/**
 * The source of a request value. The set is closed: anything else belongs in an override. A source without a value
 * omits its parameter (an input may declare a value to send `otherwise`); an empty string is sent.
 */
export type Source<Field extends string = string> =
  | { readonly param: 'page' | 'search' }
  | { readonly filter: string }
  /** `optional`: left out when the record has no value, as fields of a form may be empty. */
  | { readonly field: Field; readonly optional?: true }
  | { readonly input: string; readonly fallback?: Scalar }
  | { readonly const: Scalar }
  /** The signed-in person: filled in by the gateway, never sent by the browser (U12). */
  | { readonly session: 'userId' }
  /** A new value of a field, and a parameter of a list as JSON. A `dialect` creates these; authors never write them. */
  | { readonly set: Field; readonly optional?: true }
  | { readonly json: JsonParameter }
  /** A nested object in the body. */
  | { readonly nested: Readonly<Record<string, Source<Field>>> }

/**
 * A file to upload: its name in the form, and its kind. `language/uploads.ts` has the types and size of each kind: the
 * gateway decodes and re-encodes images, and forwards tables unchanged.
 */
export interface Upload {
  readonly field: string
  readonly kind?: 'image' | 'table'
}

/** The places of an answer's parts. */
export interface ResponseMapping {
  /** List: the array of records. The whole answer by default. */
  readonly items?: Pointer
  /** One record: its place. The whole answer by default. */
  readonly item?: Pointer
  /** List: the number of pages, read as a number even when it is sent as text. */
  readonly pageCount?: Pointer
  /** Additional lists of strings, such as all statuses (D-40). The first pointer that exists is used. */
  readonly extras?: Readonly<Record<string, { readonly path: readonly Pointer[]; readonly pick?: string }>>
  /**
   * The service's name for the result of a change, such as the id of a stored document. It is kept in the audit trail.
   */
  readonly reference?: Pointer
  /**
   * Declared shape of an action's answer, in addition to the message fields of every answer; the record's shape by
   * default.
   */
  readonly schema?: ObjectSchema
}

/**
 * One call to one service: what the browser may request from the gateway and what the gateway sends upstream. Anything
 * not named here is not forwarded in either direction.
 */
export interface Binding<Field extends string = string> {
  readonly call: Call
  /** Required, without a default, so that nothing opens by accident. */
  readonly permission: string
  /** Defaults to read for GET and to mutate otherwise. It decides audit, cross-site checks and retries. */
  readonly effect?: 'read' | 'mutate'
  readonly query?: Readonly<Record<string, Source<Field>>>
  readonly body?: Readonly<Record<string, Source<Field>>>
  readonly response?: ResponseMapping
  /**
   * The path or payload is not certain. The call is live in development; elsewhere it is off until an operator names it
   * in BINDINGS_FILE.
   */
  readonly assumed?: true
  /** The body is a file, sent as a form together with the values of `body`. */
  readonly upload?: Upload
  /** The call also needs the service token, which only the gateway knows (D-64). */
  readonly credential?: 'service'
  /**
   * The answer is a file: `{fileName}.{ext}`, with the extension from the answer (D-47). The name may contain
   * parameters of the call by their wire names: `{file}`.
   */
  readonly download?: { readonly fileName: string }
}

/** A call that reads more about one record than its detail, such as another service's view of it. */
export interface Read<Field extends string = string> {
  readonly call: `GET {${string}}/${string}`
  readonly permission: string
  readonly query?: Readonly<Record<string, Source<Field>>>
  /** Declared shape of the answer. Undeclared fields do not leave the gateway. */
  readonly schema: ObjectSchema
}
