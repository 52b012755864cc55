import type { ObjectSchema, Pointer, Scalar } from './schema.ts'
import type { JsonParameter } from './simpleRest.ts'

/** HTTP methods a binding may use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One upstream call, written as the spec writes it: `PATCH {main}/books/{id}`. */
export type Call = `${Method} {${string}}/${string}`

/**
 * Where a value of a request comes from. The set is closed: what it cannot say belongs into an override.
 * A source that yields nothing leaves its parameter out (an input may say what is sent `otherwise`); an empty string is
 * sent.
 */
export type Source<Field extends string = string> =
  | { readonly param: 'page' | 'search' }
  | { readonly filter: string }
  /** `optional`: left out where the record has no value, as the fields of a form may be empty. */
  | { readonly field: Field; readonly optional?: true }
  | { readonly input: string; readonly fallback?: Scalar }
  | { readonly const: Scalar }
  /** Who is signed in: filled in by the gateway, never sent by the browser (U12). */
  | { readonly session: 'userId' }
  /** A new value of a field, and a parameter of a list as JSON: made for a `dialect`, never written by an author. */
  | { readonly set: Field; readonly optional?: true }
  | { readonly json: JsonParameter }
  /** An object of its own inside the body. */
  | { readonly nested: Readonly<Record<string, Source<Field>>> }

/**
 * A file on its way up: the form's name for it, and of which kind it must be. Types and size of each kind stand in
 * `language/uploads.ts`: the gateway decodes and re-encodes images, and passes tables on unchanged.
 */
export interface Upload {
  readonly field: string
  readonly kind?: 'image' | 'table'
}

/** Where the parts of an answer sit. */
export interface ResponseMapping {
  /** List: the array of records. The whole answer by default. */
  readonly items?: Pointer
  /** One record: where it sits. The whole answer by default. */
  readonly item?: Pointer
  /** List: the number of pages; read as a number even where it is sent as text. */
  readonly pageCount?: Pointer
  /** Further lists of strings that come along, such as all statuses (D-40): the first pointer that exists wins. */
  readonly extras?: Readonly<Record<string, { readonly path: readonly Pointer[]; readonly pick?: string }>>
  /** What the service calls what came of a change, such as the id of a stored document: kept in the audit trail. */
  readonly reference?: Pointer
  /** Declared shape of an action's answer, beyond the message fields that every answer may have; the record's by default. */
  readonly schema?: ObjectSchema
}

/**
 * One call to one service: what the browser may ask of the gateway and what the gateway sends upstream. Whatever is
 * not named here is not forwarded, in either direction.
 */
export interface Binding<Field extends string = string> {
  readonly call: Call
  /** Required, without a default, so that nothing opens by accident. */
  readonly permission: string
  /** Defaults to read for GET and to mutate otherwise. Decides audit, cross-site checks and retries. */
  readonly effect?: 'read' | 'mutate'
  readonly query?: Readonly<Record<string, Source<Field>>>
  readonly body?: Readonly<Record<string, Source<Field>>>
  readonly response?: ResponseMapping
  /**
   * Neither path nor payload are known for certain: live in development; elsewhere off until an operator names the
   * call in BINDINGS_FILE.
   */
  readonly assumed?: true
  /** The body is a file, sent as a form together with the values of `body`. */
  readonly upload?: Upload
  /** The call also needs the service token, which only the gateway knows (D-64). */
  readonly credential?: 'service'
  /**
   * The answer is a file: `{fileName}.{ext}`, the extension taken from the answer (D-47). The name may hold parameters
   * of the call by their wire names: `{file}`.
   */
  readonly download?: { readonly fileName: string }
}

/** A call that reads something about one record besides its detail: another service's view of it, for example. */
export interface Read<Field extends string = string> {
  readonly call: `GET {${string}}/${string}`
  readonly permission: string
  readonly query?: Readonly<Record<string, Source<Field>>>
  /** Declared shape of the answer. What it does not name does not leave the gateway. */
  readonly schema: ObjectSchema
}
