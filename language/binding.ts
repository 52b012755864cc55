import type { Binding as AuthoredBinding } from './authored/call.ts'
import type { Input } from './input.ts'
import type { ObjectSchema, Pointer, Scalar } from './schema.ts'
import type { Predicate } from './predicate.ts'
import type { JsonParameter } from './simpleRest.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One upstream call, written as the spec writes it: `PATCH {main}/books/{id}`. */
export type Call = `${Method} {${string}}/${string}`

/** The service of a call; '' when it names none. */
export const serviceIn = (call: string): string => /\{([^}]*)\}/.exec(call)?.[1] ?? ''

/**
 * A parameter of a list: the page counted from 1 or (`pageIndex`) from 0, the number of records on a page, the number
 * of records before it (`offset`) or that of its first record counted from 1 (`startIndex`), the cursor that came with the
 * page before, the search text, and (`getMany`) the ids of the records, as a list.
 */
export type ListParameter = 'page' | 'pageIndex' | 'perPage' | 'offset' | 'startIndex' | 'cursor' | 'search' | 'ids'

/** The fields that records are ordered by; or an object of them with the service's names for them. */
export type SortFields<Field extends string = string> = readonly Field[] | { readonly [Name in Field]?: string }

export const FORM = 'application/x-www-form-urlencoded'

/** The media type of JSON:API, which has null in place of a reference to nothing. */
export const JSON_API = 'application/vnd.api+json'

/** The media type of a body that is not `application/json`. */
export type ContentType = typeof FORM | `application/${string}+json`

/** How a service writes an order, by an example: the field and the direction together, or one of them. */
export type SortFormat =
  | 'field'
  | 'asc'
  | 'ASC'
  | '-field'
  | 'field:asc'
  | 'field,asc'
  | 'field asc'
  | 'field.asc'
  | 'field ASC'
  | 'json'

/**
 * How a call writes several values: `comma`, in one text; `repeat`, as a parameter that is given several times, or a list in
 * the body; `json`, a list as JSON in one text.
 */
export type SeveralFormat = 'comma' | 'repeat' | 'json'

/** A place in the body of an answer, or one of its headers. */
export type AnswerPlace = Pointer | { readonly header: string }

/** How a call that was only accepted (202) is followed until it is done. */
export interface Poll {
  /** Reads the state. Its parameters come from the address, or its only parameter is what the answer has there. */
  readonly call: `GET {${string}}/${string}`
  /** The place of the address of the state; the header `Location` by default. */
  readonly path?: AnswerPlace
  /** The place of the state in what is read; the whole answer by default. */
  readonly data?: Pointer
  /** The call is done when the state meets this. Its last answer is the result. */
  readonly when: Predicate
}

/** A failure inside a success: what is at `path` (the whole answer by default) meets `when`. */
export interface DeclaredFailure {
  readonly path?: Pointer
  readonly when: Predicate
  /** The place of the service's message, in the whole answer. */
  readonly message?: Pointer
  /**
   * What the service means, in HTTP's terms: that the person may not do this (403), that the record is not there (404), or
   * that it is in another state than the person saw (409). Without it the call is just refused (422).
   */
  readonly status?: 403 | 404 | 409
}

/**
 * The source of a request value. The set is closed: anything else belongs in an override. A source without a value
 * omits its parameter (an input may declare a value to send `otherwise`); an empty string is sent.
 */
export type Source<Field extends string = string> =
  | { readonly param: ListParameter; readonly several?: SeveralFormat }
  | { readonly sort: SortFormat; readonly fields?: SortFields<Field>; readonly several?: SeveralFormat }
  | { readonly filter: string; readonly several?: SeveralFormat }
  /** `optional`: left out when the record has no value, as fields of a form may be empty. */
  | { readonly field: Field; readonly optional?: true }
  /** `optional`: left out when it is not given, and may be null. */
  | { readonly input: string; readonly fallback?: Scalar; readonly optional?: true }
  | { readonly const: Scalar | null }
  /** The signed-in person: filled in by the gateway, never sent by the browser (U12). */
  | { readonly session: 'userId' }
  /** A new value of a field, and a parameter of a list as JSON. A `dialect` creates these; authors never write them. */
  | { readonly set: Field; readonly optional?: true }
  | { readonly json: JsonParameter }
  /** A nested object in the body. */
  /** `optional`: left out when no more is in it than constants. */
  | { readonly nested: Readonly<Record<string, Source<Field>>>; readonly optional?: true }
  | { readonly list: readonly Source<Field>[] }

/** The sources inside a list or a nested object, by name or index; `undefined` for any other source. */
export function innerSources(source: Source): Readonly<Record<string, Source>> | undefined {
  if ('nested' in source) return source.nested
  return 'list' in source ? Object.fromEntries(source.list.entries()) : undefined
}

/** The source of one value of a call. */
export type Leaf = Exclude<Source, { readonly nested: unknown } | { readonly list: unknown }>

type Sources = Readonly<Record<string, Source>> | undefined

export const isLeaf = (source: Source): source is Leaf => innerSources(source) === undefined

/** The values of a query or a body by their wire names, including lists and nested objects: `copy.shelf`, `ids.0`. */
export const leavesOf = (sources: Sources): readonly (readonly [wire: string, source: Leaf])[] =>
  Object.entries(sources ?? {}).flatMap(([wire, source]) =>
    isLeaf(source)
      ? [[wire, source] as const]
      : leavesOf(innerSources(source)).map(([inner, leaf]) => [`${wire}.${inner}`, leaf] as const),
  )

/** A kind of file: `uploadKinds` has the types of each. */
export type UploadKind = 'image' | 'pdf' | 'table' | 'any'

/**
 * The kinds of files, with the type that each extension is sent as (D-180). The content of an image may have another of
 * the image types than its name says (D-110). `any` accepts every name.
 */
export const uploadKinds = {
  image: { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif' },
  pdf: { pdf: 'application/pdf' },
  table: {
    csv: 'text/csv',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    xls: 'application/vnd.ms-excel',
  },
  any: {},
} as const satisfies Readonly<Record<UploadKind, Readonly<Record<string, string>>>>

/** The files of a call: the name of each in the form, and what is accepted. */
export interface Upload {
  readonly field: string
  /** The one file is the whole body of the upstream call. From the browser it comes in a form, like any other. */
  readonly isBody?: true
  /** The kind of a file is the first one that its name shows. */
  readonly kinds: readonly UploadKind[]
  /** The maximum size of one file, in bytes. */
  readonly maxBytes: number
  readonly maxFiles: number
  readonly label: string
  /** The message when no file is chosen. Without it the call may be sent without a file. */
  readonly required?: string
  /** The columns of the one table, in their order, as inputs. */
  readonly rows?: Readonly<Record<string, Input>>
  /** By the lists of what such tables have brought before: their fields, each with the column of the same value. */
  readonly duplicates?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The places of an answer's parts. */
export interface ResponseMapping extends Pick<
  AuthoredBinding,
  'pageCount' | 'total' | 'next' | 'reference' | 'schema'
> {
  /** List: the array of records. The whole answer by default. */
  readonly items?: Pointer
  /** One record: its place. The whole answer by default. */
  readonly item?: Pointer
  /** List: an answer that does not meet this has no records. */
  readonly hasItems?: Predicate
  /** The service's and the call's own failures in an answer whose status is a success (X7 has the usual ones). */
  readonly failures?: readonly DeclaredFailure[]
  /** Additional lists of strings, such as all statuses (D-40). The first pointer that exists is used. */
  readonly extras?: Readonly<Record<string, { readonly path: readonly Pointer[]; readonly pick?: string }>>
}

/**
 * One call to one service: what the browser may request from the gateway and what the gateway sends upstream. Anything
 * not named here is not forwarded in either direction.
 */
export interface Binding<Field extends string = string> extends Pick<
  AuthoredBinding,
  'call' | 'permission' | 'effect' | 'assumed' | 'contentType'
> {
  readonly query?: Readonly<Record<string, Source<Field>>>
  readonly body?: Readonly<Record<string, Source<Field>>>
  readonly response?: ResponseMapping
  /** The service may accept the call before it is done. */
  readonly poll?: Poll
  /** The call sends files, in a form together with the values of `body` or as its whole body. */
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
