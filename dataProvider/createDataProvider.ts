import { jsonOf } from './answerOf.ts'
import type * as ConsoleCalls from './consoleCalls.ts'
import type { RaRecord } from 'ra-core'
import { listOf, type Resource } from '../language/resource.ts'
import { operationTable, type Operation, type Verb } from '../language/operations.ts'
import { type Caller, createCaller } from './createCaller.ts'
import { createDialectMethods, unboundError, type UnboundVerb, named } from './dialectMethods.ts'
import { createReadCache } from './createReadCache.ts'
import { createCursors, fetchList, isFiltered, type ListCaches } from './fetchList.ts'
import { fetchOne, fetchRead } from './fetchOne.ts'
import { HttpError } from './HttpError.ts'
import type { PostForm } from './postForm.ts'
import type { ListContent } from './readList.ts'
import { runAction } from './runAction.ts'
import { exchange, type Transport } from './send.ts'
import type {
  ActionParams,
  ConsoleDataProvider,
  ConsoleRecord,
  Drift,
  ExportParams,
  ListAnswer,
  ListParams,
  ManyParams,
  ManyReferenceParams,
  MethodContext,
  OneAnswer,
  UploadParams,
} from './types.ts'
import { pageWithWords } from './withWords.ts'
import type { FindValidators, Validators } from './validators/types.ts'

export interface DataProviderOptions {
  readonly definitions: readonly Resource[]
  /**
   * Compiled from the same definitions: loaded on demand in the browser, and a table from `compileValidators` in Node.
   */
  readonly validators: Validators | FindValidators
  readonly fetch?: typeof globalThis.fetch
  /** Sends uploads that report progress. Without it, uploads use `fetch` and report no progress. */
  readonly postForm?: PostForm
  /** Empty in the browser; absolute in Node. */
  readonly origin?: string
  /** Creates the idempotency key of an action that has none. */
  readonly newKey?: () => string
  /** Called for answers that differ from their declaration. */
  readonly onDrift?: (report: Drift) => void
}

/** Finds what the caller names. Throws with the name of what is missing. */
function createLookup(definitions: readonly Resource[]) {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const tables = new Map<string, ReturnType<typeof operationTable>>()
  const definitionOf = (resource: string): Resource => {
    const found = byName.get(resource)
    if (found === undefined) throw new Error(`There is no resource ${resource}`)
    return found
  }
  /** The operations of a definition are made when the first is called. */
  const operationOf = (resource: string, name: string): Operation | undefined => {
    const table = tables.get(resource) ?? operationTable([definitionOf(resource)])
    tables.set(resource, table)
    return table.get(`${resource}.${name}`)
  }
  const verb = (resource: string, name: Verb): Operation => {
    const definition = definitionOf(resource)
    const found = operationOf(resource, name)
    if (found === undefined || (found.action !== undefined && definition.dialect === null))
      throw unboundError(definition, name)
    return found
  }
  const list = (resource: string, { filter }: Pick<ListParams, 'filter'>): Operation =>
    isFiltered(filter) && definitionOf(resource).bindings['listFiltered'] !== undefined
      ? verb(resource, 'listFiltered')
      : verb(resource, 'list')
  const action = (resource: string, name: string, kind: 'action' | 'download' | 'upload'): Operation => {
    const { actions } = definitionOf(resource)
    const found = Object.hasOwn(actions, name) ? operationOf(resource, name) : undefined
    if (found === undefined) throw new Error(`${resource} declares no action ${name}`)
    if (found.kind !== kind && !(kind === 'action' && found.kind === 'getOne'))
      throw new Error(`${resource}.${name} is of kind ${found.kind}: call ${found.kind}()`)
    return found
  }
  const read = (resource: string, name: string): Operation => {
    const { reads } = definitionOf(resource)
    const found = Object.hasOwn(reads, name) ? operationOf(resource, name) : undefined
    if (found === undefined) throw new Error(`${resource} declares no read ${name}`)
    return found
  }
  return { definitionOf, verb, list, action, read }
}

const methodContext = (
  transport: Transport,
  watched: <T>(answer: Promise<T>) => Promise<T>,
  drop: MethodContext['drop'],
): MethodContext => ({
  call: async ({ path, method, body, effect, signal }, read) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const response = await watched(exchange({ url: path, method, headers: {}, body: text, effect }, transport, signal))
    return read(await jsonOf(response))
  },
  drop,
})

interface Reading {
  readonly caller: Caller
  readonly caches: ListCaches
  readonly lookup: ReturnType<typeof createLookup>
  readonly dialect: ReturnType<typeof createDialectMethods>
  readonly watched: <T>(answer: Promise<T>) => Promise<T>
}

/** react-admin's methods that read. The caller names a record's type; the actual type is the definition's. */
function readingMethods({ caller, caches, lookup, dialect, watched }: Reading) {
  const hasDialect = (resource: string): boolean => lookup.definitionOf(resource).dialect !== null
  async function getList<R extends RaRecord>(resource: string, params?: ListParams): Promise<ListAnswer<R>> {
    // Only code without types leaves it out (D-166).
    if (params === undefined) throw new Error('Payload Missing')
    const answer = hasDialect(resource)
      ? dialect.getList<ListAnswer<R>>(resource, params)
      : named<ListAnswer<R>>(watched(fetchList(caller, caches, lookup.list(resource, params), params)))
    return pageWithWords(listOf(lookup.definitionOf(resource)), await answer, params.meta?.words)
  }
  return {
    getList,
    async getOne<R extends RaRecord>(resource: string, params: Parameters<ConsoleDataProvider['getOne']>[1]) {
      if (hasDialect(resource)) return dialect.getOne<OneAnswer<R>>(resource, params)
      return named<OneAnswer<R>>(watched(fetchOne(caller, lookup.verb(resource, 'getOne'), params)))
    },
    async getMany<R extends RaRecord>(resource: string, params: ManyParams) {
      const definition = lookup.definitionOf(resource)
      const fetchDialect = (some: ManyParams) => dialect.getMany<{ data: ConsoleRecord[] }>(resource, some)
      // Names of other records come after the first rows, and so does the code that reads them.
      const { fetchMany } = await import('./fetchMany.ts')
      const answer = fetchMany(caller, { definition, caches, operationOf: lookup.verb, fetchDialect }, params)
      return named<{ data: R[] }>(watched(answer))
    },
    exportList: async (resource: string, params: ExportParams) => {
      const { fetchExport } = await import('./fetchExport.ts')
      return watched(fetchExport(caller, lookup.list(resource, params), params))
    },
    getManyReference: async <R extends RaRecord>(
      resource: string,
      { target, id, filter, ...params }: ManyReferenceParams,
    ) => getList<R>(resource, { ...params, filter: { ...filter, [target]: id } }),
  }
}

/**
 * The data provider of the console: react-admin's methods and its own, all driven by the definitions.
 *
 * | method | operation | what it does |
 * |---|---|---|
 * | `create`, `update`, `delete` | `{resource}.{method}` | only for a resource with a dialect |
 * | `getList` | `{resource}.list`, or `.listFiltered` | one page; whole arrays are searched, sorted and paged here |
 * | `getManyReference` | as `getList` | the records of a list for which the filter `target` is this id |
 * | `getMany` | `{resource}.getMany`, `.list` or `.getOne` | the records with these ids, by the fields of the list |
 * | `getOne` | `{resource}.getOne` | the detail, with the requested id |
 * | `action` | `{resource}.{action}` | one declared action; `ok: true` only on a real success |
 * | `download` | `{resource}.{action}` | one file with its name |
 * | `exportList` | as `getList` | all records of a list, for a file |
 * | `upload` | `{resource}.{action}` | one declared action that sends files, answered like `action` |
 * | `read` | `{resource}.{read}` | more about one record, in the answer's own shape |
 * | `reveal` | none: `/console/reveal` | one masked value, with a reason |
 * | `history` | none: `/console/history` | the actions on one record, from the audit trail |
 * | `claims` | none: `/console/claims` | who works on which record, after a claim or its end |
 * | `savedViews` | none: `/console/views` | the saved views of a list, or one after its change |
 * | `viewed` | none: `/console/viewed` | notes that a record that was read ahead is shown |
 *
 * For a resource with a dialect, the methods that read use the dialect too. All other methods of react-admin reject. A
 * console adds its own with `methods`. Rejections are `HttpError`, `AbortError`, or a plain `Error` for a mistake of
 * the caller.
 */
export function createDataProvider(options: DataProviderOptions): ConsoleDataProvider
export function createDataProvider<Registered extends object>(
  options: DataProviderOptions & { readonly methods: (context: MethodContext) => Registered },
): ConsoleDataProvider & Registered
export function createDataProvider(
  options: DataProviderOptions & { readonly methods?: (context: MethodContext) => object },
): ConsoleDataProvider {
  const { fetch = globalThis.fetch.bind(globalThis), origin = '', newKey = () => crypto.randomUUID() } = options
  const transport = { fetch, origin, newKey, postForm: options.postForm }
  const caller = createCaller(transport, options.validators, options.onDrift)
  const lookup = createLookup(options.definitions)
  const cache = createReadCache<ListContent>()
  const caches = { whole: cache, cursors: createCursors() }

  /** Data read in a session is dropped when the session ends. */
  const watched = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) cache.dropAll()
      throw error
    }
  }
  const dropAfter = (operation: Operation): void => {
    for (const resource of [operation.resource, ...(operation.action?.refetch ?? [])]) cache.drop(resource)
  }
  const act = async (operation: Operation, params: ActionParams | UploadParams) => {
    dropAfter(operation)
    // Dropped again afterwards: a list read during the action may hold the old state, and a failed action may have
    // worked.
    return runAction(caller, operation, params).finally(() => dropAfter(operation))
  }
  const dialect = createDialectMethods({ caller, operationOf: lookup.verb, watched })
  const unbound = (verb: UnboundVerb) => async (resource: string) => {
    throw unboundError(lookup.definitionOf(resource), verb)
  }

  // A separate chunk: the first rows need none of them.
  const own = async <T>(
    resource: string,
    call: (calls: typeof ConsoleCalls, name: string) => Promise<T>,
  ): Promise<T> => {
    const { name } = lookup.definitionOf(resource)
    return watched(call(await import('./consoleCalls.ts'), name))
  }

  return {
    ...options.methods?.(methodContext(transport, watched, cache.drop)),
    ...readingMethods({ caller, caches, lookup, dialect, watched }),
    create: dialect.create,
    update: dialect.update,
    updateMany: unbound('updateMany'),
    delete: dialect.delete,
    deleteMany: unbound('deleteMany'),
    action: async (resource, params) => watched(act(lookup.action(resource, params.name, 'action'), params)),
    download: async (resource, params) => {
      const operation = lookup.action(resource, params.name, 'download')
      const { fetchFile } = await import('./fetchFile.ts')
      return watched(fetchFile(caller, operation, params))
    },
    upload: async (resource, params) => watched(act(lookup.action(resource, params.name, 'upload'), params)),
    read: async (resource, params) => watched(fetchRead(caller, lookup.read(resource, params.name), params)),
    reveal: async (resource, params) => own(resource, (calls, name) => calls.fetchReveal(transport, name, params)),
    history: async (resource, params) => own(resource, (calls, name) => calls.fetchHistory(transport, name, params)),
    claims: async (resource, params) => own(resource, (calls, name) => calls.fetchClaims(transport, name, params)),
    savedViews: async (resource, params) =>
      own(resource, (calls, name) => calls.fetchSavedViews(transport, name, params)),
    viewed: async (resource, { id }) => own(resource, (calls, name) => calls.sendViewed(transport, name, id)),
    supportAbortSignal: true,
  }
}
