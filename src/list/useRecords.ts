import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useGetList, useNotify } from 'ra-core'
import { useEffect, useMemo, useState } from 'react'
import { listQuery, STALE_MS, type ListParams } from '../query/listQuery.ts'
import type { ListResource } from '../../language/resource.ts'
import { type Failure, failureIn } from '../data/failure.ts'
import { valueAt } from '../../language/pointer.ts'
import { formatValue } from '../format/formatValue.ts'
import type { Row } from '../model/columns.ts'

const pageAfter = ({ pagination, ...params }: ListParams): ListParams => ({
  ...params,
  pagination: { ...pagination, page: pagination.page + 1 },
})

/** True when the next page has been read ahead and is empty: a service that counts nothing says so only there. */
function useIsLast({ name }: ListResource, params: ListParams): boolean {
  const client = useQueryClient()
  const provider = useDataProvider()
  const query = listQuery(name, pageAfter(params), provider)
  // Nothing is drawn again for a next page with records.
  const { data: isEmpty } = useQuery({
    ...query,
    enabled: false,
    select: ({ data, pageInfo }) => (pageInfo !== undefined && data.length === 0) || undefined,
  })
  const isOld = client.getQueryState(query.queryKey)?.isInvalidated === true
  return isEmpty === true && !isOld
}

/**
 * Reads the next page once this one is drawn, under the query key the list will use. A failed prefetch is read again
 * when the person opens that page.
 */
export function usePrefetch(resource: string, params: ListParams, isSettled: boolean): void {
  const client = useQueryClient()
  const provider = useDataProvider()
  useEffect(() => {
    if (!isSettled) return
    const timer = setTimeout(() => void client.prefetchQuery(listQuery(resource, pageAfter(params), provider)))
    return () => clearTimeout(timer)
  }, [client, provider, resource, params, isSettled])
}

/** How long the notice shows, in ms. The reason also stays in place of the records. */
const SHOWN_MS = 6000

/** The definition's notice. The actual reason follows on a second line unless it is 'not found' or says the same. */
const wordsOf = (notice: string, { kind, message }: Failure): string =>
  kind === 'notFound' || message === notice ? notice : `${notice}\n${message}`

/**
 * Shows the definition's notice once for every failed read (D-183), until the next read starts or the person leaves the
 * list. A list that this environment cannot serve was not read, so it has not failed.
 *
 * @param failure a new object for each failed read
 */
export function useFailedNotice({ list }: ListResource, failure: Failure | undefined): void {
  const notify = useNotify()
  const notice = typeof list.failed === 'object' ? list.failed.notice : undefined
  useEffect(() => {
    if (notice === undefined || failure === undefined || failure.code === 'NOT_CONFIGURED') return
    const over = new AbortController()
    const text = wordsOf(notice, failure)
    notify(text, { type: 'error', autoHideDuration: SHOWN_MS, until: over.signal })
    return () => over.abort()
  }, [notify, notice, failure])
}

/** What a list reports in addition to its records. */
export interface ListFacts {
  /** The page that the records are of. */
  readonly page: number | undefined
  readonly totalPages: number | undefined
  readonly total: number | undefined
  /** The count without the search, where the provider holds the whole list. */
  readonly whole: number | undefined
  /** Rows the provider left out because they have no status (D-41). */
  readonly hidden: number
  /** The values and records that could not be read. */
  readonly unreadable: number
  /** The records that could not be read. */
  readonly dropped: number
  readonly extras: unknown
}

export interface Records {
  /** `undefined` before the first answer and after a failure. */
  readonly rows: readonly Row[] | undefined
  readonly facts: ListFacts
  /** The search and the filters that the rows are of. */
  readonly asked: string
  readonly failure: Failure | undefined
  /** True while the rows are still those of the previous place. */
  readonly isStale: boolean
  readonly hasNextPage: boolean
  /** '26–50 of 50+': the place of the records in a list whose number is not known. */
  readonly range: string | undefined
  readonly retry: () => void
}

/** The records of a list, whether one page or several. */
export type FrameRecords = Pick<Records, 'rows' | 'facts' | 'failure' | 'retry'> & Partial<Pick<Records, 'hasNextPage'>>

const numberAt = (value: unknown, pointer: `/${string}`): number | undefined => {
  const found = valueAt(value, pointer)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** Reads what an answer reports about its list. */
export const factsOf = (meta: unknown, total: number | undefined, perPage: number): ListFacts => ({
  page: numberAt(meta, '/page'),
  total,
  whole: numberAt(meta, '/whole'),
  totalPages:
    numberAt(meta, '/totalPages') ?? (total === undefined ? undefined : Math.max(1, Math.ceil(total / perPage))),
  hidden: numberAt(meta, '/hidden') ?? 0,
  unreadable: numberAt(meta, '/unreadable') ?? 0,
  dropped: numberAt(meta, '/dropped') ?? 0,
  extras: valueAt(meta, '/extras'),
})

const nothing = factsOf(undefined, undefined, 1)

/** The number of pages depends on the search and the filters. */
const requestKey = ({ filter, meta }: ListParams): string => JSON.stringify([filter, meta])

/**
 * The last known facts. While a page fails, the menu keeps its states, and the pager keeps the number of pages if
 * search and filters are the same.
 */
function useLastFacts(known: ListFacts | undefined, asked: string, isStale: boolean): ListFacts {
  const [last, setLast] = useState({ facts: nothing, asked })
  if (known !== undefined && !isStale && known !== last.facts) setLast({ facts: known, asked })
  if (known !== undefined) return known
  return last.asked === asked ? last.facts : { ...nothing, extras: last.facts.extras }
}

/**
 * The place of a page's records in a list that reports no number, '1–25 of 25+'. The number is exact from the moment that
 * the last page has been read. A page of another size than asked for leaves the places of all others unknown.
 */
function useRange({ facts, rows, hasNextPage, isStale }: Read, asked: string, perPage: number): string | undefined {
  const [end, setEnd] = useState({ asked, count: 0 })
  const { page = 1, total, totalPages, hidden, dropped } = facts
  const before = (page - 1) * perPage
  const last = before + (rows?.length ?? 0) + hidden + dropped
  const isPlaced = (total ?? totalPages) === undefined && last > before
  if (!isPlaced || (hasNextPage && last !== before + perPage)) return undefined
  if (!hasNextPage && !isStale && (end.asked !== asked || end.count !== last)) setEnd({ asked, count: last })
  const isKnown = !hasNextPage || (end.asked === asked && last < end.count)
  const count = hasNextPage && isKnown ? end.count : last
  const [from, to, of] = [before + 1, last, count].map((number) => formatValue('number', number))
  return `${from}–${to} of ${of}${isKnown ? '' : '+'}`
}

type Read = Pick<Records, 'facts' | 'rows' | 'hasNextPage' | 'isStale'>

/** What the shown rows were asked for with: rows of the previous place keep theirs while shown. */
function useShownAsked(asked: string, isStale: boolean): string {
  const [shown, setShown] = useState(asked)
  if (!isStale && shown !== asked) setShown(asked)
  return isStale ? shown : asked
}

/**
 * Reads the records of a place. Earlier rows stay until the new ones arrive. A failed page stays failed until it is
 * read again. When `isWanted` is false, nothing is read or shown. After an ended session react-admin answers with an
 * empty page without page info or total; that does not count as an answer.
 */
export function useRecords(definition: ListResource, params: ListParams, isWanted: boolean): Records {
  const answer = useGetList<Row>(definition.name, params, {
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    retry: false,
    enabled: isWanted,
  })
  const { data, total, pageInfo, error, isPlaceholderData, isFetching, refetch } = answer
  const meta: unknown = answer.meta
  const hasAnswer = isWanted && data !== undefined && (pageInfo !== undefined || total !== undefined)
  const isLast = useIsLast(definition, params)
  const { perPage } = definition.list
  const known = useMemo(
    () => (hasAnswer ? factsOf(meta, total, perPage) : undefined),
    [hasAnswer, meta, total, perPage],
  )
  const asked = requestKey(params)
  const facts = useLastFacts(known, asked, isPlaceholderData)
  const failure = useMemo(() => failureIn(error), [error])
  const isOver = failure?.kind === 'sessionOver'
  const read = {
    rows: hasAnswer ? data : undefined,
    facts,
    hasNextPage: pageInfo?.hasNextPage === true && !isLast,
    isStale: isPlaceholderData,
  }
  return {
    ...read,
    asked: useShownAsked(asked, isPlaceholderData),
    range: useRange(read, asked, perPage),
    failure: !isWanted || isOver || (isFetching && !hasAnswer) ? undefined : failure,
    retry: () => void refetch(),
  }
}
