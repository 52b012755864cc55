import type { Evidence, HistoryEvent } from '../language/evidence.ts'
import type { GetListParams as RaListParams, GetOneParams as RaOneParams, RaRecord } from 'ra-core'

/** One record as the screens receive it: declared fields as sent, unreadable ones null. */
export interface ConsoleRecord {
  readonly id: string | number
  readonly [field: string]: unknown
}

/** A part of an answer that did not have its declared type (X4): where and which rule, never the value. */
export interface Drift {
  readonly operation: string
  /** Place inside one record or answer, as a JSON Pointer. */
  readonly pointer: string
  readonly keyword: string
}

/** What a list may be asked beyond react-admin's parameters. */
export interface ListMeta {
  /** Searched text: left out when undefined, sent when empty (D-36). Never part of a URL where it is personal. */
  readonly search?: string | undefined
  /** Reads a list that is paged in the browser again, even if it was read a moment ago. */
  readonly fresh?: boolean
}

/** react-admin's parameters of a list, `filter` holding the definition's filters by name. */
export interface ListParams extends Omit<RaListParams, 'filter' | 'meta'> {
  readonly filter?: Readonly<Record<string, unknown>>
  readonly meta?: ListMeta
}

/** What a list says about itself beside its records. */
interface ListFacts {
  readonly page: number
  /** Null where the upstream does not say it or says it unreadably. */
  readonly totalPages: number | null
  /** Records left out because the field of `hideWithout` is empty (D-41). */
  readonly hidden: number
  /** Lists of strings that came along, such as all statuses (D-40). */
  readonly extras: Readonly<Record<string, readonly string[]>>
  /** How many fields and records could not be read. */
  readonly unreadable: number
  /** How many records there are without the search; known only where all of them are read. */
  readonly whole?: number
}

/** A page of records. `total` is known only where paging happens in the browser. */
export interface ListAnswer<R extends RaRecord> {
  data: R[]
  total?: number
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean }
  meta: ListFacts
}

/** One record, with how many of its parts could not be read. */
export interface OneAnswer<R extends RaRecord> {
  data: R
  meta: { readonly unreadable: number }
}

/** What an action is given. Without `record` it is about the list as a whole. */
export interface ActionParams {
  readonly name: string
  readonly record?: ConsoleRecord
  readonly input?: Readonly<Record<string, unknown>>
  /** What the person relied on, for an action that cites or has something acknowledged. */
  readonly evidence?: Evidence
  /** Told by the caller where one intent may be sent twice; a new one otherwise. */
  readonly idempotencyKey?: string
  /** The person says to have checked what came of the same wish, sent before: it is sent although that is in doubt. */
  readonly outcomeChecked?: boolean
  readonly signal?: AbortSignal
}

/**
 * What a successful action gives back. Only a real success carries `ok: true`: after a 401 react-admin resolves a
 * custom method with empty data, so whoever reports success must ask for it.
 */
export interface ActionAnswer {
  readonly data: {
    readonly id: string | number
    readonly ok: true
    /** The server's own words (X6). */
    readonly message: string | undefined
    /** The record as it is now known: as given, with what was sent and what came back. */
    readonly record: ConsoleRecord
    /** What the answer says, as declared: for actions that show it. */
    readonly answer: Readonly<Record<string, unknown>>
  }
}

/** What a further read of one record is given: its name in the definition, and the fields its call needs. */
export interface ReadParams {
  readonly name: string
  readonly record: ConsoleRecord
  readonly signal?: AbortSignal
}

/** The answer of a further read in its own shape, with how many of its parts could not be read. */
export interface ReadAnswer {
  readonly data: Readonly<Record<string, unknown>>
  readonly meta: { readonly unreadable: number }
}

/** Which masked value is wanted, and why (S-31). */
export interface RevealParams {
  readonly id: string | number
  /** The place as a key of the detail's `pii` spells it. */
  readonly field: string
  /** The key of the item where the place has several, by the part's key. */
  readonly item?: string | number
  readonly reason: string
  readonly signal?: AbortSignal
}

/** One value, whole. `ok` as for actions. */
export interface RevealAnswer {
  readonly data: { readonly ok: true; readonly value: string }
}

/** What an upload is given. */
export interface UploadParams {
  readonly name: string
  readonly record?: ConsoleRecord
  readonly file: File
  readonly idempotencyKey?: string
  /** The person says to have checked what came of the same wish, sent before: it is sent although that is in doubt. */
  readonly outcomeChecked?: boolean
  readonly signal?: AbortSignal
  /** Told how much of the form has left the browser, in bytes: the file and a little around it. Never called in Node. */
  readonly onProgress?: (sent: number, total: number) => void
}

/** The answer to an upload in its own shape. `ok` as for actions. */
export interface UploadAnswer {
  readonly data: { readonly ok: true; readonly answer: Readonly<Record<string, unknown>> }
}

/** What a download is given. */
export interface DownloadParams {
  readonly name: string
  readonly record?: ConsoleRecord
  readonly signal?: AbortSignal
}

/** A file and the name to save it by. `ok` as for actions. */
export interface DownloadAnswer {
  readonly data: { readonly ok: true; readonly blob: Blob; readonly fileName: string }
}

/** Whose history is wanted. */
export interface HistoryParams {
  readonly id: string | number
  readonly signal?: AbortSignal
}

/** What was done to one record and its parts, or tried, newest first. `ok` as for actions. */
export interface HistoryAnswer {
  readonly data: { readonly ok: true; readonly events: readonly HistoryEvent[] }
}

/** One call of a method that the console adds, to a route of its own below `/console`. */
export interface ConsoleCall {
  readonly path: `/console/${string}`
  readonly method: 'GET' | 'POST'
  /** Sent as JSON. */
  readonly body?: unknown
  readonly effect: 'read' | 'mutate'
  readonly signal?: AbortSignal | undefined
}

/** What the methods that a console adds to the provider are made from. */
export interface MethodContext {
  /** Calls the gateway and reads the answer. Rejects as every method does, also where `read` throws. */
  readonly call: <T>(call: ConsoleCall, read: (answer: unknown) => T) => Promise<T>
  /** Forgets what has been read of a resource's list. */
  readonly drop: (resource: string) => void
  /** The error for an answer that is not what was asked for: `throw unexpected('The answer is no …')`. */
  readonly unexpected: (message: string) => Error
}

/** A method of react-admin that no binding serves: it rejects and says so. */
type Unbound = (resource: string, params: unknown) => Promise<never>

type Values = Readonly<Record<string, unknown>>
type Id = ConsoleRecord['id']

/** react-admin's parameters of the methods that a dialect serves. */
export interface OneParams {
  readonly id: Id
  readonly signal?: AbortSignal | undefined
}
export interface ManyParams {
  readonly ids: readonly Id[]
  readonly signal?: AbortSignal | undefined
}
export interface CreateParams {
  readonly data: Values
}
export interface UpdateParams extends CreateParams {
  readonly id: Id
  readonly previousData?: Values | undefined
}
export type DeleteParams = Omit<UpdateParams, 'data'>

/** A method of react-admin for the resources of a dialect; for all others it rejects and says so. */
type DialectVerb<Params> = <R extends RaRecord = ConsoleRecord>(
  resource: string,
  params: Params,
) => Promise<{ data: R }>

/**
 * The console's data provider: react-admin's own methods, actions and downloads, and nothing else, so that a misspelt
 * method does not compile. A type and not an interface: react-admin's provider type has an index signature.
 */
export type ConsoleDataProvider = {
  readonly getList: <R extends RaRecord = ConsoleRecord>(resource: string, params: ListParams) => Promise<ListAnswer<R>>
  readonly getOne: <R extends RaRecord = ConsoleRecord>(resource: string, params: RaOneParams) => Promise<OneAnswer<R>>
  readonly getMany: <R extends RaRecord = ConsoleRecord>(resource: string, params: ManyParams) => Promise<{ data: R[] }>
  readonly getManyReference: Unbound
  readonly create: DialectVerb<CreateParams>
  readonly update: DialectVerb<UpdateParams>
  readonly updateMany: Unbound
  readonly delete: DialectVerb<DeleteParams>
  readonly deleteMany: Unbound
  readonly action: (resource: string, params: ActionParams) => Promise<ActionAnswer>
  readonly download: (resource: string, params: DownloadParams) => Promise<DownloadAnswer>
  readonly read: (resource: string, params: ReadParams) => Promise<ReadAnswer>
  readonly reveal: (resource: string, params: RevealParams) => Promise<RevealAnswer>
  readonly upload: (resource: string, params: UploadParams) => Promise<UploadAnswer>
  readonly history: (resource: string, params: HistoryParams) => Promise<HistoryAnswer>
  readonly supportAbortSignal: true
}
