import type { Predicate } from '../predicate.ts'
import type { Names } from '../registry.ts'
import type {
  AnswerPlace,
  ContentType,
  DeclaredFailure,
  ListParameter,
  Method,
  Poll,
  SeveralFormat,
  SortFields,
  SortFormat,
  UploadKind,
} from '../binding.ts'
import type { ObjectSchema, Pointer, Scalar } from '../schema.ts'

/** One upstream call, written as the spec writes it: `PATCH {main}/books/{id}`. */
export type Call<N extends Names = Names> = `${Method} {${N['service']}}/${string}`

/** The ids that `getMany` reads. */
export interface IdsSource {
  readonly param: 'ids'
  /**
   * How several ids are written: `comma`, in one text (`1,2`); `repeat`, as a parameter that is given several times, or a
   * list in the body; `json`, a list as JSON in one text. Repeated by default.
   */
  readonly several?: SeveralFormat
}

/** The order of a list. */
export interface SortSource<Field extends string = string> {
  /** How the service writes an order, by an example. */
  readonly sort: SortFormat
  /**
   * The fields by which the service orders the records, when it does not do so by all of them; or an object of them with the
   * service's names for them. By default a name is that of the field, or the steps of its `path` with dots between them.
   */
  readonly fields?: SortFields<Field>
  /**
   * The service orders by several fields, and how it takes them: `comma`, in one text (`-opened,name`); `repeat`, as a
   * parameter that is given several times, or a list in the body; `json`, a list as JSON in one text. A person then adds up
   * to two columns to the first.
   */
  readonly several?: SeveralFormat
}

/** The value of a filter of the list. */
export interface FilterSource {
  readonly filter: string
  /**
   * How a filter of several values is written: `comma`, in one text (`open,closed`); `repeat`, as a parameter that is given
   * several times, or a list in the body; `json`, a list as JSON in one text. Repeated by default.
   */
  readonly several?: SeveralFormat
}

/**
 * The source of a request value: a constant, a parameter of the list, a filter, a field of the record, an input, a list
 * of sources, or a nested object in the body. The set is closed: anything else belongs in an override. A source without
 * a value omits its parameter; an empty string is sent. `sort` is written as its example shows: `'-field'`,
 * `'field,asc'`. `ids` are the ids that `getMany` reads, as a list. The gateway fills in `staffId` (U12).
 */
export type Source<Field extends string = string> =
  | Scalar
  | null
  | readonly Source<Field>[]
  | { readonly param: ListParameter | 'staffId' }
  | IdsSource
  | SortSource<Field>
  | FilterSource
  | { readonly field: Field }
  | { readonly input: string }
  | { readonly nested: Readonly<Record<string, Source<Field>>> }

/**
 * Files that a call sends by POST, PUT or PATCH, next to the values of its body. Each file is checked in the browser and again, by its content,
 * in the gateway: an `image` (.png, .jpg, .gif) is decoded and encoded again; a `pdf` must begin as one; a `table` (.csv,
 * .xlsx, .xls) must begin as its name says; `any` is checked by its size alone. What else is inside is not inspected.
 */
export interface Upload {
  /**
   * The service's name for the file in the form. Several files are sent under the same name. Without it the one file is
   * the whole body of the call, sent with its own type.
   */
  readonly field?: string
  /** What is accepted: one kind or several; `image` by default. A file is checked as the kind that its name shows. */
  readonly kind?: UploadKind | readonly UploadKind[]
  /** The maximum size of one file, in bytes: `5 * 1024 * 1024`. 15 MB by default; `any` must declare it. */
  readonly maxBytes?: number
  /** The maximum number of files; 1 by default. */
  readonly maxFiles?: number
  /** The label of the field that asks for the file; 'File' or 'Files' by default. */
  readonly label?: string
  /** Shown when no file is chosen. Without it the file is optional. */
  readonly required?: string
  /**
   * What a line of the one `table` contains: its columns in their order, of which only the last ones may be optional: they
   * can be left out, and their values can be empty unless they have a `minLength`. The form says so, offers a template made
   * of the first `examples`, shows each line of a .csv or .xlsx with its faults, and adds up
   * the columns with the display `decimal` or `money`. The values of a column whose `reference` has a `key` are looked up in
   * that list: the name of each record found is next to them. Lines that the service names in its refusal
   * (`line 7: …`) are marked. The service decides.
   */
  readonly schema?: ObjectSchema
  /**
   * Records that such files have brought before, by their list: the fields that are compared, each with the column of the
   * same value. The list's `find` says how they are asked for. A line that a record equals, or is
   * much like, is marked, and may be sent: texts are the same, and of the amounts one is the same or all are within 1 %.
   */
  readonly duplicates?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * One call to one service: what the browser may request from the gateway and what the gateway sends upstream. Anything
 * not named here is not forwarded in either direction.
 */
export interface Binding<Field extends string = string, N extends Names = Names, C = Call<N>> {
  readonly call: C
  /** Required, without a default, so that nothing opens by accident. */
  readonly permission: N['permission']
  /** Defaults to read for GET and to mutate otherwise. It decides audit, cross-site checks and retries. */
  readonly effect?: 'read' | 'mutate'
  readonly query?: Readonly<Record<string, Source<Field>>>
  readonly body?: Readonly<Record<string, Source<Field>>>
  /**
   * The place of the records, or the one record, in the answer; the whole answer by default. List: an answer that does not
   * meet `when` has no records, as of a service that says so in a sentence. Any other sentence in place of the records is
   * a failure.
   */
  readonly data?: Pointer | { readonly path: Pointer; readonly when: Predicate }
  /**
   * List: the place of the number of pages. Without it, `total` and `next` there is a next page while a page is full
   * (D-162).
   */
  readonly pageCount?: Pointer
  /** List: the place of the number of records, or the header with it: `X-Total-Count`, `Content-Range`. */
  readonly total?: AnswerPlace
  /** List: the place or the header of the next page's cursor, or of its address, such as `Link`. */
  readonly next?: AnswerPlace
  /**
   * What a failure looks like in an answer whose status is a success, in addition to the usual signs of one. Of several,
   * the first that is met says what the service means.
   */
  readonly failure?: DeclaredFailure | readonly DeclaredFailure[]
  /** The service may accept the call (202) before it is done. The gateway then reads its state until it is. */
  readonly poll?: Poll & { readonly call: `GET {${N['service']}}/${string}` }
  /**
   * The service's name for the result of a change, such as the id of a stored document. It is kept in the audit trail.
   */
  readonly reference?: Pointer
  /**
   * Declared shape of an action's answer, in addition to the message fields of every answer; the record's shape by
   * default.
   */
  readonly schema?: ObjectSchema<N>
  /**
   * The path or payload is not certain. The call is live in development; elsewhere it is off until an operator names it
   * in BINDINGS_FILE.
   */
  readonly assumed?: true
  /** The call sends files, in a form together with the values of `body` or as its whole body. The dialog or form of its action asks for them. */
  readonly upload?: Upload
  /**
   * The answer is a file of this name, with the extension from the answer (D-47). The name may contain parameters of
   * the call by their wire names: `{file}`.
   */
  readonly download?: string
  /**
   * The media type of the body, where the service does not take `application/json`. A form
   * (`application/x-www-form-urlencoded`) gives a value that is a list several times, and sends null as an empty text. A JSON
   * merge patch (`application/merge-patch+json`, RFC 7396) is the body of a PATCH, which has what changed, and null for what
   * was cleared. Any other JSON type is the body as it is declared; in `application/vnd.api+json` a reference to nothing, of a
   * `type` and an `id` that is null, is sent as null.
   */
  readonly contentType?: ContentType
  /** The call has a further header, which only the gateway knows: by its name in the settings of the console (D-64). */
  readonly header?: 'service'
}

type Braced<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | Braced<Rest> : never

/** Names of the parameters in a call's path. */
type PathParameter<C extends string, N extends Names> = C extends `${Method} {${N['service']}}/${infer P}`
  ? Braced<P>
  : never

/**
 * The call itself when its service is registered and every path parameter is a field of the record; otherwise a type that
 * matches no text and says what is wrong. A call that another mistake keeps from being read is not judged. It is an object type, because TypeScript reports an intersection of two texts as
 * `never`, without a name.
 */
type CheckedCall<C, Field extends string, N extends Names> = [Call] extends [C]
  ? C
  : C extends Call<N>
    ? Exclude<PathParameter<C, N>, Field> extends never
      ? C
      : { readonly 'no field of the record is called': Exclude<PathParameter<C, N>, Field> }
    : C extends Call
      ? { readonly 'the services are': N['service'] }
      : Call

/** A binding whose call, keys and field sources have been checked against the record. */
export type CheckedBinding<B, Field extends string, N extends Names> = Binding<
  Field,
  N,
  B extends { readonly call: infer C } ? CheckedCall<C, Field, N> : Call<N>
> & { readonly [Extra in Exclude<keyof B, keyof Binding>]: { readonly 'a binding has no key': Extra } }
