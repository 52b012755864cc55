import type { ClaimChange } from '../language/claim.ts'
import type { Sort } from '../language/sort.ts'
import type { Evidence } from '../language/evidence.ts'
import type { HistoryEvent } from '../language/history.ts'
import type { GetListParams as RaListParams, GetOneParams as RaOneParams, RaRecord } from 'ra-core'
import type { Values } from '../language/pointer.ts'

/** One record as the screens receive it: declared fields as sent, unreadable ones null. */
export interface ConsoleRecord {
  readonly id: string | number
  readonly [field: string]: unknown
}

/** A part of an answer without its declared type (X4): the place and the rule, never the value. */
export interface Drift {
  readonly operation: string
  /** The place inside one record or answer, as a JSON Pointer. */
  readonly pointer: string
  readonly keyword: string
}

/** List parameters in addition to react-admin's. */
export interface ListMeta {
  /** The search text: omitted when undefined, sent when empty (D-36). It is never part of a URL when it is personal. */
  readonly search?: string | undefined
  /**
   * All words that a person typed, where `search` is only one of them. Records that have all come first on their page, and
   * alone where the list has no other page.
   */
  readonly words?: string
  /** The record whose row is looked for, when it is not a person who searches. */
  readonly about?: string
  /** Refetches a list that is paged in the browser, even if it was just read. */
  readonly fresh?: boolean
}

/** react-admin's list parameters. `filter` holds the definition's filters by name. */
export interface ListParams extends Omit<RaListParams, 'filter' | 'meta' | 'sort'> {
  readonly sort?: Sort
  readonly filter?: Readonly<Record<string, unknown>>
  readonly meta?: ListMeta
}

interface ListFacts {
  readonly page: number
  /** Null when the upstream omits it or sends an unreadable value. */
  readonly totalPages: number | null
  /** The number of records left out because the field of `hideWithout` is empty (D-41). */
  readonly hidden: number
  /** The answer's extra lists of strings, such as all statuses (D-40). */
  readonly extras: Readonly<Record<string, readonly string[]>>
  /** The number of fields and records that could not be read. */
  readonly unreadable: number
  /** The number of records left out because they have no id that can be read. */
  readonly dropped: number
  /** The number of records without the search, with the dropped ones; known only when all of them are read. */
  readonly whole?: number
}

/** A page of records. `total` is known only when paging happens in the browser. */
export interface ListAnswer<R extends RaRecord> {
  data: R[]
  total?: number
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean }
  meta: ListFacts
}

/** One record, with the number of its unreadable parts. */
export interface OneAnswer<R extends RaRecord> {
  data: R
  meta: { readonly unreadable: number }
}

/** The parameters of an action. Without `record` it is about the list as a whole. */
export interface ActionParams {
  readonly name: string
  readonly record?: ConsoleRecord
  readonly input?: Readonly<Record<string, unknown>>
  /** The evidence the person relied on, for an action with citations or acknowledgements. */
  readonly evidence?: Evidence
  /** What the person typed to confirm, for an action that asks for it. */
  readonly confirmation?: string | undefined
  /** Why a second person should approve it, where the action itself asks for no reason. */
  readonly approvalReason?: string | undefined
  /** Passed by the caller when one submission may be sent twice. By default a new key is created. */
  readonly idempotencyKey?: string
  /**
   * The person confirms having checked the outcome of the same earlier submission. It is sent despite the unknown
   * outcome.
   */
  readonly outcomeChecked?: boolean
  readonly signal?: AbortSignal
}

/**
 * The result of a successful action. Only a real success has `ok: true`: after a 401 react-admin resolves a custom
 * method with empty data, so check `ok` before reporting a success.
 */
export interface ActionAnswer {
  readonly data: {
    readonly id: string | number
    readonly ok: true
    /** The server's own message (X6). */
    readonly message: string | undefined
    /** The record after the action: the given record, with the values that were sent and returned. */
    readonly record: ConsoleRecord
    /** The declared parts of the answer, for actions that show it. */
    readonly answer: Readonly<Record<string, unknown>>
    /** Set when nothing was sent: the action waits until this moment (ISO 8601) for a second person. */
    readonly waitsUntil?: string
  }
}

/** The parameters of a further read of one record: its name in the definition, and the fields its call needs. */
export interface ReadParams {
  readonly name: string
  readonly record: ConsoleRecord
  /** The answer is read ahead, before the record is shown. */
  readonly isPrefetch?: boolean
  readonly signal?: AbortSignal
}

/** The answer of a further read in its own shape, with the number of its unreadable parts. */
export interface ReadAnswer {
  readonly data: Readonly<Record<string, unknown>>
  readonly meta: { readonly unreadable: number }
}

/** The masked value to reveal, and the reason (S-31). */
export interface RevealParams {
  readonly id: string | number
  /** The place, spelled as a key of the detail's `pii`. */
  readonly field: string
  /** The item's key, by the part's key, when the place has several items. */
  readonly item?: string | number
  readonly reason: string
  readonly signal?: AbortSignal
}

/** One value in full. `ok` as for actions. */
export interface RevealAnswer {
  readonly data: { readonly ok: true; readonly value: string }
}

export interface UploadParams extends ActionParams {
  readonly files: readonly File[]
  /**
   * Called with the bytes of the form that have left the browser: the files and a little overhead. Never called in Node.
   */
  readonly onProgress?: (sent: number, total: number) => void
}

export interface DownloadParams {
  readonly name: string
  readonly record?: ConsoleRecord
  readonly input?: Readonly<Record<string, unknown>>
  /** The file is only shown, not saved. It is recorded so. */
  readonly isShown?: boolean
  readonly signal?: AbortSignal
}

/** A file and the name to save it under. `ok` as for actions. */
export interface DownloadAnswer {
  readonly data: { readonly ok: true; readonly blob: Blob; readonly fileName: string }
}

/** What a file of a list has: its search, filters and order. */
export interface ExportParams extends Pick<ListParams, 'filter' | 'sort' | 'meta'> {
  readonly signal?: AbortSignal
  /** The number of records that have arrived. */
  readonly onProgress?: (records: number) => void
}

/** All records of a list. */
export interface ExportAnswer {
  readonly data: {
    readonly ok: true
    readonly rows: readonly ConsoleRecord[]
    /** True when the list has more records than one file may have. */
    readonly isCut: boolean
    /** The number of records left out because they have no id that can be read. */
    readonly dropped: number
  }
}

/** A change of claims, or none to read them. */
export interface ClaimParams {
  readonly change?: {
    readonly change: ClaimChange
    readonly ids: readonly string[]
    readonly to?: number
    readonly left?: readonly string[] | undefined
  }
  readonly signal?: AbortSignal | undefined
}

/** A change of the saved views of a list, or none to read them. */
export interface SavedViewParams {
  readonly change?: { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly id?: string; readonly body?: object }
  readonly signal?: AbortSignal | undefined
}

export interface HistoryParams {
  readonly id: string | number
  readonly signal?: AbortSignal
}

/** The actions done or tried on one record and its parts, newest first. `ok` as for actions. */
export interface HistoryAnswer {
  readonly data: { readonly ok: true; readonly events: readonly HistoryEvent[] }
}

/** One call of a method that the console adds, to its own route below `/console`. */
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
  /** Calls the gateway and reads the answer. Rejects like every method, also when `read` throws. */
  readonly call: <T>(call: ConsoleCall, read: (answer: unknown) => T) => Promise<T>
  /** Drops the cached reads of a resource's list. */
  readonly drop: (resource: string) => void
}

/** A react-admin method without a binding: it rejects with the reason. */
type Unbound = (resource: string, params: unknown) => Promise<never>

/** Parameters of one record in addition to react-admin's. */
export interface OneMeta {
  /** The record is read ahead: `viewed` says when it is shown. */
  readonly isPrefetch?: boolean
}

type Id = ConsoleRecord['id']

export interface ManyParams {
  readonly ids: readonly Id[]
  readonly signal?: AbortSignal | undefined
}

/** react-admin's parameters to read the records of a list for which the filter `target` is this id. */
export interface ManyReferenceParams extends ListParams {
  readonly target: string
  readonly id: Id
}

/** react-admin's parameters of the methods that a dialect serves. */
export interface OneParams {
  readonly id: Id
  readonly meta?: OneMeta | undefined
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

/** A react-admin method for the resources of a dialect. For all others it rejects with the reason. */
type DialectVerb<Params> = <R extends RaRecord = ConsoleRecord>(
  resource: string,
  params: Params,
) => Promise<{ data: R }>

/**
 * The console's data provider: only react-admin's own methods, actions and downloads, so that a misspelled method does
 * not compile. It is a type and not an interface because react-admin's provider type has an index signature.
 */
export type ConsoleDataProvider = {
  readonly getList: <R extends RaRecord = ConsoleRecord>(resource: string, params: ListParams) => Promise<ListAnswer<R>>
  readonly getOne: <R extends RaRecord = ConsoleRecord>(resource: string, params: RaOneParams) => Promise<OneAnswer<R>>
  readonly getMany: <R extends RaRecord = ConsoleRecord>(resource: string, params: ManyParams) => Promise<{ data: R[] }>
  readonly getManyReference: <R extends RaRecord = ConsoleRecord>(
    resource: string,
    params: ManyReferenceParams,
  ) => Promise<ListAnswer<R>>
  readonly create: DialectVerb<CreateParams>
  readonly update: DialectVerb<UpdateParams>
  readonly updateMany: Unbound
  readonly delete: DialectVerb<DeleteParams>
  readonly deleteMany: Unbound
  readonly action: (resource: string, params: ActionParams) => Promise<ActionAnswer>
  readonly download: (resource: string, params: DownloadParams) => Promise<DownloadAnswer>
  readonly exportList: (resource: string, params: ExportParams) => Promise<ExportAnswer>
  readonly read: (resource: string, params: ReadParams) => Promise<ReadAnswer>
  readonly reveal: (resource: string, params: RevealParams) => Promise<RevealAnswer>
  readonly upload: (resource: string, params: UploadParams) => Promise<ActionAnswer>
  readonly history: (resource: string, params: HistoryParams) => Promise<HistoryAnswer>
  /** Who works on which record. */
  readonly claims: (resource: string, params: ClaimParams) => Promise<{ readonly data: unknown }>
  /** The saved views of a list, or one after its change. */
  readonly savedViews: (resource: string, params: SavedViewParams) => Promise<{ readonly data: unknown }>
  /** Says that a record which was read ahead is now on the screen. */
  readonly viewed: (resource: string, params: { readonly id: string | number }) => Promise<{ readonly data: object }>
  readonly supportAbortSignal: true
}
