import { leavesOf } from '../language/binding.ts'
import { hasNextPage, pagesIn } from '../language/paging.ts'
import { listOf } from '../language/resource.ts'
import type { ResolvedList } from '../language/list.ts'
import type { ConsoleRecord, ListAnswer, ListParams } from './types.ts'
import type { Operation } from '../language/operations.ts'
import { MOST_ORDERS, ordersOf, type Sort } from '../language/sort.ts'
import type { RequestValues } from '../language/requestValues.ts'
import type { Caller } from './createCaller.ts'
import type { ReadCache } from './createReadCache.ts'
import { malformed } from './HttpError.ts'
import { isMissing, pageOf } from './pageOf.ts'
import { readJson } from './readJson.ts'
import { omissionsOf, readList, type ListContent } from './readList.ts'

const isBlank = (value: unknown): boolean => isMissing(value) || (Array.isArray(value) && value.length === 0)

const setFilters = (filter: ListParams['filter']): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(filter ?? {}).filter(([, value]) => !isBlank(value))

export const isFiltered = (filter: ListParams['filter']): boolean => setFilters(filter).length > 0

/** The filters that are set, without blank ones (D-37). A filter that the definition does not have is refused. */
export function filtersOf({ definition }: Operation, filter: ListParams['filter']): Readonly<Record<string, unknown>> {
  const set = setFilters(filter)
  const unknown = set.map(([name]) => name).filter((name) => !Object.hasOwn(listOf(definition).filters, name))
  if (unknown.length > 0) {
    throw malformed('MALFORMED_REQUEST', `${definition.label} cannot be filtered by ${unknown.join(', ')}.`)
  }
  return Object.fromEntries(set)
}

/** The cursors of a list's pages, from the second page on, by what the list was asked for. */
export interface Cursors {
  readonly of: (asked: string) => string[]
}

const MOST_LISTS = 20

/** Remembers the cursors of the lists that were read last. */
export function createCursors(): Cursors {
  const lists = new Map<string, string[]>()
  return {
    of(asked) {
      const found = lists.get(asked) ?? []
      lists.delete(asked)
      lists.set(asked, found)
      if (lists.size > MOST_LISTS) lists.delete(lists.keys().next().value ?? '')
      return found
    },
  }
}

/** What the provider keeps of lists: whole arrays, and cursors. */
export interface ListCaches {
  readonly whole: ReadCache<ListContent>
  readonly cursors: Cursors
}

const hasCursor = ({ query, body }: Operation): boolean =>
  leavesOf({ ...query, ...body }).some(([, source]) => 'param' in source && source.param === 'cursor')

/** What the gateway says next to the records: how many there are, and whether and where the next page begins. */
interface ListHeaders {
  readonly total: number | undefined
  /** '' on the last page; `undefined` when the service does not say. */
  readonly next: string | undefined
}

function headersOf({ headers }: Response): ListHeaders {
  const [, total] = /\/(\d+)$/.exec(headers.get('Content-Range') ?? '') ?? []
  const next = headers.get('X-Next-Page')
  return {
    total: total === undefined ? undefined : Number(total),
    next: next === null ? undefined : decodeURIComponent(next),
  }
}

/** The order asked for, by the fields that the service orders by; else the initial one. */
function orderOf({ definition }: Operation, sort: ListParams['sort']): Sort | undefined {
  const { sortable, sortsBySeveral, sort: initial } = listOf(definition)
  const [first, ...thenBy] = sort === undefined ? [] : ordersOf(sort).filter(({ field }) => sortable.includes(field))
  if (sort === undefined || first?.field !== sort.field) return initial
  return sortsBySeveral ? { ...first, thenBy: thenBy.slice(0, MOST_ORDERS - 1) } : first
}

export const listValues = (
  operation: Operation,
  { pagination, sort, filter, meta }: Partial<ListParams>,
  place: { readonly page: number; readonly cursor?: string | undefined },
): RequestValues => ({
  ...place,
  perPage: pagination?.perPage ?? listOf(operation.definition).perPage,
  sort: orderOf(operation, sort),
  search: meta?.search,
  filters: filtersOf(operation, filter),
})

/** A page as the service gave it, and the cursor of the next one. */
interface PageRead {
  readonly answer: ListAnswer<ConsoleRecord>
  readonly content: ListContent
  readonly next: string | undefined
}

async function readPage(
  caller: Caller,
  operation: Operation,
  params: ListParams,
  asked: { readonly page: number; readonly cursor?: string | undefined },
): Promise<PageRead> {
  const { page } = asked
  const values = listValues(operation, params, asked)
  const { perPage = 1 } = values
  const { request, responseCheck } = await caller.prepare(operation, values)
  const response = await caller.send(operation, request, { signal: params.signal, owner: params.meta?.about })
  const { total, next } = headersOf(response)
  const first = (page - 1) * perPage + 1
  const content = readList(await readJson(response, operation), operation, responseCheck, first)
  caller.report(operation, content.flaws)
  const { rows, received } = content
  const told = { page, perPage, records: received, pageCount: content.totalPages, total, next }
  const totalPages = pagesIn(told)
  const answer = {
    data: [...rows],
    ...(total === undefined ? {} : { total }),
    pageInfo: { hasNextPage: hasNextPage(told), hasPreviousPage: page > 1 },
    meta: { page, totalPages, ...omissionsOf(content) },
  }
  return { answer, content, next }
}

/** Pages that are read one after the other to reach a page whose cursor is not known. */
const MOST_STEPS = 50

/**
 * One page of a list whose pages are found by the cursor that came with the page before. Where that is not known, the
 * pages before are read; a page beyond the last returns the last.
 */
async function readByCursor(
  caller: Caller,
  cursors: Cursors,
  operation: Operation,
  params: ListParams,
): Promise<ListAnswer<ConsoleRecord>> {
  const { page: wanted, perPage } = params.pagination ?? { page: 1, perPage: undefined }
  const { filter, sort, meta } = params
  const known = cursors.of(JSON.stringify([operation.id, perPage, filter, sort, meta?.search]))
  if (wanted === 1) known.length = 0
  let page = Math.min(wanted, known.length + 1)
  if (wanted - page > MOST_STEPS) throw malformed('MALFORMED_REQUEST', 'This page is too far away: begin at the first.')
  for (;;) {
    const { answer, next = '' } = await readPage(caller, operation, params, { page, cursor: known[page - 2] })
    if (next !== '') known[page - 1] = next
    if (page === wanted || next === '') return answer
    page += 1
  }
}

/** Reads the whole array, from the cache when possible. */
export async function fetchWhole(
  caller: Caller,
  cache: ReadCache<ListContent>,
  operation: Operation,
  { filter, meta, signal }: ListParams,
): Promise<ListContent> {
  if (meta?.fresh === true) cache.drop(operation.resource)
  const { request, responseCheck } = await caller.prepare(operation, { filters: filtersOf(operation, filter) })
  const read = async (shared: AbortSignal): Promise<ListContent> => {
    const response = await caller.send(operation, request, { signal: shared })
    const content = readList(await readJson(response, operation), operation, responseCheck)
    caller.report(operation, content.flaws)
    return content
  }
  return cache.get({ resource: operation.resource, request }, read, signal)
}

/** The rows of a list that is read whole, by the filters that its calls do not send. Few lists have such filters. */
export async function filteredHere(
  operation: Operation,
  rows: readonly ConsoleRecord[],
  filter: ListParams['filter'],
): Promise<readonly ConsoleRecord[]> {
  const filters = filtersOf(operation, filter)
  if (Object.keys(filters).length === 0) return rows
  const { filterRows } = await import('../language/filterRows.ts')
  return filterRows(rows, { ...operation.definition, list: listOf(operation.definition) }, filters)
}

/** The most pages that are read to search a list. */
const MOST_SEARCHED = 50

/** All records of a list whose service gives pages, from the cache when possible. */
async function fetchPages(
  caller: Caller,
  cache: ReadCache<ListContent>,
  operation: Operation,
  params: ListParams,
): Promise<ListContent> {
  if (params.meta?.fresh === true) cache.drop(operation.resource)
  const read = async (signal: AbortSignal): Promise<ListContent> => {
    const contents: ListContent[] = []
    for (let page = 1; page <= MOST_SEARCHED; page += 1) {
      const { answer, content } = await readPage(caller, operation, { ...params, signal }, { page })
      contents.push(content)
      if (answer.pageInfo?.hasNextPage === true) continue
      return {
        ...content,
        rows: contents.flatMap(({ rows }) => rows),
        received: contents.reduce((sum, { received }) => sum + received, 0),
        hidden: contents.reduce((sum, { hidden }) => sum + hidden, 0),
        flaws: contents.flatMap(({ flaws }) => flaws),
      }
    }
    throw malformed(
      'MALFORMED_REQUEST',
      `${operation.definition.label} has more than ${MOST_SEARCHED} pages. That is too many to search.`,
    )
  }
  return cache.get({ resource: operation.resource, request: { pages: params.filter ?? {} } }, read, params.signal)
}

/** True when the records of a page are chosen here: the service does not page the list, or pages but does not search it. */
export const isCutHere = ({ paging, search: box }: ResolvedList, search: string | undefined): boolean =>
  paging === 'client' || (box?.field !== undefined && (search ?? '').trim() !== '')

async function cutPage(
  caller: Caller,
  cache: ReadCache<ListContent>,
  operation: Operation,
  params: ListParams,
  page: number,
): Promise<ListAnswer<ConsoleRecord>> {
  const list = listOf(operation.definition)
  const isWhole = list.paging === 'client'
  const content = await (isWhole ? fetchWhole : fetchPages)(caller, cache, operation, params)
  const sort = isWhole ? orderOf(operation, params.sort) : undefined
  const perPage = params.pagination?.perPage ?? list.perPage
  const rows = isWhole ? await filteredHere(operation, content.rows, params.filter) : content.rows
  const cut = pageOf(rows, list, { search: params.meta?.search, sort, page, perPage })
  return {
    data: [...cut.rows],
    total: cut.total,
    pageInfo: { hasNextPage: cut.page < cut.totalPages, hasPreviousPage: cut.page > 1 },
    meta: {
      page: cut.page,
      whole: content.received - content.hidden,
      totalPages: cut.totalPages,
      ...omissionsOf(content),
    },
  }
}

/**
 * One page of a list: fetched from the upstream, or cut from the whole array when the definition pages in the browser.
 */
export async function fetchList(
  caller: Caller,
  { whole, cursors }: ListCaches,
  operation: Operation,
  params: ListParams,
): Promise<ListAnswer<ConsoleRecord>> {
  const page = params.pagination?.page ?? 1
  if (isCutHere(listOf(operation.definition), params.meta?.search))
    return cutPage(caller, whole, operation, params, page)
  if (hasCursor(operation)) return readByCursor(caller, cursors, operation, params)
  return (await readPage(caller, operation, params, { page })).answer
}
