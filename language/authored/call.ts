import type { Names } from '../registry.ts'
import type { Method } from '../binding.ts'
import type { ObjectSchema, Pointer, Scalar } from '../schema.ts'

/** One upstream call, written as the spec writes it: `PATCH {main}/books/{id}`. */
export type Call<N extends Names = Names> = `${Method} {${N['service']}}/${string}`

/**
 * Where a value of a request comes from: a constant, what the list shows, a filter, a field of the record, an input, or
 * an object of its own inside the body. The set is closed: what it cannot say belongs into an override. A source that
 * yields nothing leaves its parameter out; an empty string is sent. `staffId` is filled in by the gateway (U12).
 */
export type Source<Field extends string = string> =
  | Scalar
  | { readonly param: 'page' | 'search' | 'staffId' }
  | { readonly filter: string }
  | { readonly field: Field }
  | { readonly input: string }
  | { readonly nested: Readonly<Record<string, Source<Field>>> }

/**
 * A file that a call carries: the form's name for it, which kind it must be (`language/uploads.ts`), and, in a form, what
 * the field is called and what is said before a file is chosen.
 */
export interface Upload {
  readonly field: string
  readonly kind?: 'image' | 'table'
  readonly label?: string
  readonly required?: string
}

/**
 * One call to one service: what the browser may ask of the gateway and what the gateway sends upstream. Whatever is
 * not named here is not forwarded, in either direction.
 */
export interface Binding<Field extends string = string, N extends Names = Names> {
  readonly call: Call<N>
  /** Required, without a default, so that nothing opens by accident. */
  readonly permission: N['permission']
  /** Defaults to read for GET and to mutate otherwise. Decides audit, cross-site checks and retries. */
  readonly effect?: 'read' | 'mutate'
  readonly query?: Readonly<Record<string, Source<Field>>>
  readonly body?: Readonly<Record<string, Source<Field>>>
  /** Where the records, or the one record, sit in the answer; the whole answer by default. */
  readonly data?: Pointer
  /** List: where the number of pages sits. Without it there is a next page while a page is full (D-162). */
  readonly pageCount?: Pointer
  /** What the service calls what came of a change, such as the id of a stored document: kept in the audit trail. */
  readonly reference?: Pointer
  /** Declared shape of an action's answer, beyond the message fields that every answer may have; the record's by default. */
  readonly schema?: ObjectSchema<N>
  /**
   * Neither path nor payload are known for certain: live in development; elsewhere off until an operator names the
   * call in BINDINGS_FILE.
   */
  readonly assumed?: true
  /** The body is a file, sent as a form together with the values of `body`. */
  readonly upload?: Upload
  /**
   * The answer is a file of this name, the extension taken from the answer (D-47). The name may hold parameters of the
   * call by their wire names: `{file}`.
   */
  readonly download?: string
  /** The call also needs this credential, which only the gateway knows (D-64). */
  readonly credential?: 'service'
}

/** A call that reads something about one record besides its detail: another service's view of it, for example. */
export interface Read<Field extends string = string, N extends Names = Names> {
  readonly call: `GET {${N['service']}}/${string}`
  readonly permission: N['permission']
  readonly query?: Readonly<Record<string, Source<Field>>>
  /** Declared shape of the answer. What it does not name does not leave the gateway. */
  readonly schema: ObjectSchema<N>
}

type Braced<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | Braced<Rest> : never

/** Names of the parameters in a call's path. */
type PathParameter<C extends string, N extends Names> = C extends `${Method} {${N['service']}}/${infer P}`
  ? Braced<P>
  : never

/**
 * The call itself when every path parameter is a field of the record; otherwise a type that no text has and that names
 * the stray one. It is an object type because two texts together would be reported as `never`, without a name.
 */
type CheckedCall<C, Field extends string, N extends Names> =
  C extends Call<N>
    ? Exclude<PathParameter<C, N>, Field> extends never
      ? C
      : { readonly 'no field of the record is called': Exclude<PathParameter<C, N>, Field> }
    : Call<N>

/** A binding whose call, keys and field sources have been checked against the record. */
export type CheckedBinding<B, Field extends string, N extends Names> = Binding<Field, N> & {
  readonly call: B extends { readonly call: infer C } ? CheckedCall<C, Field, N> : Call<N>
} & { readonly [Extra in Exclude<keyof B, keyof Binding>]: { readonly 'a binding has no key': Extra } }
