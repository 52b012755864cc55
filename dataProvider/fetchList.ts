import { once } from '../language/once.ts'
import { type ResolvedList, listOf } from '../language/resource.ts'
import type { ConsoleRecord, ListAnswer, ListParams } from './types.ts'
import type { Operation } from '../language/operations.ts'
import type { RequestValues } from './buildRequest.ts'
import type { Caller } from './createCaller.ts'
import type { ReadCache } from './createReadCache.ts'
import { malformed } from './HttpError.ts'
import { readJson } from './checkAnswer.ts'
import { readList, type ListContent } from './readList.ts'

/** The parameters of a list that is searched, sorted and paged in the browser. */
export interface PageRequest {
  readonly search: string | undefined
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' } | undefined
  readonly page: number
  readonly perPage: number
}

/** One page of all records; `page` is the page actually returned. */
export interface Page {
  readonly rows: readonly ConsoleRecord[]
  readonly page: number
  readonly totalPages: number
  readonly total: number
}

const collator = once(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const compared = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator().compare(textOf(a), textOf(b))

const sorted = (rows: readonly ConsoleRecord[], sort: PageRequest['sort']): readonly ConsoleRecord[] => {
  if (sort === undefined) return rows
  const sign = sort.order === 'DESC' ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [a[sort.field], b[sort.field]]
    // Rows without a value stay last in both directions, because people sort for the values.
    if (isMissing(left) || isMissing(right)) return Number(isMissing(left)) - Number(isMissing(right))
    return sign * compared(left, right)
  })
}

const found = (rows: readonly ConsoleRecord[], field: string | undefined, search: string): readonly ConsoleRecord[] => {
  const wanted = search.trim().toLocaleLowerCase('en')
  if (field === undefined || wanted === '') return rows
  return rows.filter((row) => !isMissing(row[field]) && textOf(row[field]).toLocaleLowerCase('en').includes(wanted))
}

/**
 * Searches, sorts and cuts all records of a list to the requested page. A page beyond the last returns the last, so
 * deleting the only row of a page never shows an empty one. An invalid page number returns the first page.
 */
export function pageOf(
  all: readonly ConsoleRecord[],
  list: ResolvedList,
  { search, sort, ...asked }: PageRequest,
): Page {
  const rows = sorted(found(all, list.search?.field, search ?? ''), sort)
  const page = Math.trunc(asked.page) || 1
  const perPage = Math.max(1, Math.trunc(asked.perPage) || list.perPage)
  const totalPages = Math.max(1, Math.ceil(rows.length / perPage))
  const given = Math.min(Math.max(1, page), totalPages)
  return { rows: rows.slice((given - 1) * perPage, given * perPage), page: given, totalPages, total: rows.length }
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

const setFilters = (filter: ListParams['filter']): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(filter ?? {}).filter(([, value]) => !isBlank(value))

/** True when any filter is set. */
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

async function readPage(
  caller: Caller,
  operation: Operation,
  params: ListParams,
  page: number,
): Promise<ListAnswer<ConsoleRecord>> {
  const values: RequestValues = { page, search: params.meta?.search, filters: filtersOf(operation, params.filter) }
  const { request, responseCheck } = await caller.prepare(operation, values)
  const response = await caller.send(operation, request, { signal: params.signal })
  const { perPage } = listOf(operation.definition)
  const first = (page - 1) * perPage + 1
  const content = readList(await readJson(response, operation), operation, responseCheck, first)
  caller.report(operation, content.flaws)
  const { rows, totalPages, hidden, extras, flaws } = content
  const isFull = rows.length + hidden >= (params.pagination?.perPage ?? perPage)
  return {
    data: [...rows],
    pageInfo: { hasNextPage: totalPages === null ? isFull : page < totalPages, hasPreviousPage: page > 1 },
    meta: { page, totalPages, hidden, extras, unreadable: flaws.length },
  }
}

/** Reads the whole array, from the cache when possible. */
async function readAll(
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

async function cutPage(
  caller: Caller,
  cache: ReadCache<ListContent>,
  operation: Operation,
  params: ListParams,
  page: number,
): Promise<ListAnswer<ConsoleRecord>> {
  const { record } = operation.definition
  const list = listOf(operation.definition)
  const content = await readAll(caller, cache, operation, params)
  const wanted = params.sort
  const sort = wanted !== undefined && Object.hasOwn(record.properties, wanted.field) ? wanted : list.sort
  const perPage = params.pagination?.perPage ?? list.perPage
  const cut = pageOf(content.rows, list, { search: params.meta?.search, sort, page, perPage })
  return {
    data: [...cut.rows],
    total: cut.total,
    pageInfo: { hasNextPage: cut.page < cut.totalPages, hasPreviousPage: cut.page > 1 },
    meta: {
      page: cut.page,
      whole: content.rows.length,
      totalPages: cut.totalPages,
      hidden: content.hidden,
      extras: content.extras,
      unreadable: content.flaws.length,
    },
  }
}

/**
 * One page of a list: fetched from the upstream, or cut from the whole array when the definition pages in the browser.
 */
export const fetchList = (
  caller: Caller,
  cache: ReadCache<ListContent>,
  operation: Operation,
  params: ListParams,
): Promise<ListAnswer<ConsoleRecord>> => {
  const page = params.pagination?.page ?? 1
  return listOf(operation.definition).paging === 'client'
    ? cutPage(caller, cache, operation, params, page)
    : readPage(caller, operation, params, page)
}
