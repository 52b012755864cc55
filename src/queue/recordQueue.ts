import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider } from 'ra-core'
import { formatKinds } from '../../language/format.ts'
import { valueAt } from '../../language/pointer.ts'
import { MOST_COUNTED } from '../../language/paging.ts'
import { parseInstant } from '../../language/parseInstant.ts'
import type { ListResource, ResolvedColumn } from '../../language/resource.ts'
import { columnValue, type Row } from '../model/columns.ts'
import { sessionOver } from '../data/failure.ts'
import { formatValue } from '../format/formatValue.ts'
import { listQuery, type ListParams } from '../query/listQuery.ts'

/** The records of a list, in its order, as it was when the person opened one of them. */
export interface RecordQueue {
  readonly ids: readonly string[]
  /** Those that were removed on their page since. */
  readonly removed?: readonly string[]
  /** The number of records on the pages before the first one that was read. */
  readonly before: number
  /** The number of records as far as it was counted, as for the list itself: with those that the list leaves out. */
  readonly count: number
  /** True when the list goes on after the last one. */
  readonly hasMore: boolean
}

interface Reader {
  readonly client: QueryClient
  readonly provider: Pick<DataProvider, 'getList' | 'supportAbortSignal'>
}

/** The keys of all queues through a list begin with this. */
export const queueKey = ({ name }: Pick<ListResource, 'name'>) => ['queue', name] as const

const withoutRecord = (queue: RecordQueue, id: string): RecordQueue => ({
  ...queue,
  ids: queue.ids.filter((each) => each !== id),
  count: queue.count - (queue.ids.includes(id) ? 1 : 0),
  removed: [...(queue.removed ?? []), id],
})

/** Takes a record that was removed out of the queues, so that none leads back to it. */
export const leaveOut = (client: QueryClient, definition: ListResource, id: string) =>
  client.setQueriesData<RecordQueue | null>(
    { queryKey: queueKey(definition) },
    (queue) => queue && withoutRecord(queue, id),
  )

interface Page {
  readonly rows: readonly Row[]
  readonly hasNext: boolean
  /** The number of records of the list, where the service counts them. */
  readonly total: number | undefined
  /** The number of its pages, where the service counts these. */
  readonly totalPages: unknown
}

interface Read extends Reader {
  readonly definition: ListResource
  readonly params: ListParams
}

/** One page of the list. `isSeen` takes a page that was read before as it was. */
async function readPage({ definition, params, client, provider }: Read, page: number, isSeen: boolean): Promise<Page> {
  const { perPage } = params.pagination
  const query = listQuery(definition.name, { ...params, pagination: { page, perPage } }, provider)
  const { data, total, pageInfo, meta } = await client.fetchQuery(isSeen ? { ...query, staleTime: Infinity } : query)
  // After an ended session react-admin answers with an empty page.
  if (pageInfo === undefined && total === undefined) throw sessionOver()
  const hasNext = pageInfo?.hasNextPage ?? page * perPage < (total ?? 0)
  return { rows: data, hasNext, total, totalPages: valueAt(meta, '/totalPages') }
}

const pagesOf = ({ perPage }: ListParams['pagination']): number => Math.max(1, Math.ceil(MOST_COUNTED / perPage))

const firstOf = ({ page }: ListParams['pagination']): number => Math.max(1, page - 1)

const idsOf = (rows: readonly Row[]): readonly string[] => rows.map(({ id }) => String(id))

interface Scanned {
  readonly rows: readonly Row[]
  /** True when the list goes on after the last one. */
  readonly hasMore: boolean
}

/** Reads the pages of a list from `first` on, until it ends or a queue is full. */
export async function scanList(read: Read, first = 1, isSeen = false): Promise<Scanned> {
  const rows = new Map<string, Row>()
  let hasMore = true
  for (let page = first; hasMore && page < first + pagesOf(read.params.pagination); page += 1) {
    const { rows: found, hasNext } = await readPage(read, page, isSeen)
    for (const row of found) rows.set(String(row.id), row)
    hasMore = hasNext
  }
  return { rows: [...rows.values()], hasMore }
}

/** The first column that tells a moment: by it the records of a list have an age. */
export const momentColumn = ({ list }: ListResource): ResolvedColumn | undefined =>
  list.columns.find(({ display }) => formatKinds[display] === 'moment')

/** The records with the oldest moment first, and those without one last. */
function oldestFirst(rows: readonly Row[], column: ResolvedColumn): readonly Row[] {
  const timeOf = (row: Row) => parseInstant(columnValue(column, row))?.getTime() ?? Number.MAX_VALUE
  return rows.toSorted((one, other) => timeOf(one) - timeOf(other))
}

/**
 * Reads the queue around a page of a list: that page as the person saw it, the one before it, and those after it.
 *
 * @param oldestBy the id of the column by which the oldest records come first, where the list is read to its end
 */
export async function readQueue(read: Read, oldestBy?: string): Promise<RecordQueue> {
  const { pagination } = read.params
  const first = firstOf(pagination)
  const { rows, hasMore } = await scanList(read, first, true)
  const column = hasMore ? undefined : read.definition.list.columns.find(({ id }) => id === oldestBy)
  const ordered = column === undefined ? rows : oldestFirst(rows, column)
  const before = (first - 1) * pagination.perPage
  const counted = hasMore ? pagesOf(pagination) * pagination.perPage : rows.length
  return { ids: idsOf(ordered), before, count: before + counted, hasMore }
}

/** '61', or '150+' for a list that goes on. */
export const countText = (count: number, hasMore: boolean): string =>
  `${formatValue('number', count)}${hasMore ? '+' : ''}`

/** Explains the '+' of such a number. */
export const moreTitle = (hasMore: boolean): string | undefined =>
  hasMore ? 'There are more: longer lists aren’t counted to their end' : undefined

/** The number of records of a list, as far as it was counted. */
export interface ListCount {
  readonly count: number
  /** True when the list goes on after these. */
  readonly hasMore: boolean
  /** The records that were read to count them. */
  readonly ids: readonly string[]
}

/**
 * Counts the records of a list, as a queue through it does: in full where the service counts them, else up to the
 * length of a queue.
 */
async function readCount(read: Read): Promise<ListCount> {
  const { pagination } = read.params
  const { rows, hasNext, total, totalPages } = await readPage(read, 1, false)
  const ids = idsOf(rows)
  if (total !== undefined || !hasNext) return { count: total ?? rows.length, hasMore: false, ids }
  const most = pagesOf(pagination)
  if (typeof totalPages === 'number' && totalPages > most)
    return { count: most * pagination.perPage, hasMore: true, ids }
  const { rows: all, hasMore } = await scanList(read)
  return { count: hasMore ? most * pagination.perPage : all.length, hasMore, ids: idsOf(all) }
}

/** The keys of all counts of a resource begin with this. Not with its name: an action waits for what it reads again there. */
export const countKey = (resource: string) => ['listCount', resource] as const

/** The query that counts a list, for all places that show its number. */
export const countQuery = (read: Read) => ({
  queryKey: [...countKey(read.definition.name), read.params.filter, read.params.meta],
  queryFn: () => readCount(read),
  staleTime: 0,
  retry: false,
})

/** True when the list still has a record of the queue: on its page, or on one of the others that were read. */
export async function isListed(read: Read, { ids }: RecordQueue, id: string): Promise<boolean> {
  const { pagination } = read.params
  const [first, count] = [firstOf(pagination), pagesOf(pagination)]
  const own = first + Math.floor(ids.indexOf(id) / pagination.perPage)
  const pages = Array.from({ length: count }, (_, index) => first + index)
  const nearest = pages.toSorted((one, other) => Math.abs(one - own) - Math.abs(other - own))
  for (const page of nearest) {
    const { rows } = await readPage(read, page, false)
    if (idsOf(rows).includes(id)) return true
  }
  return false
}
