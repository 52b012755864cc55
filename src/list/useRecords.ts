import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'ra-core'
import { useEffect, useMemo, useState } from 'react'
import { listQuery } from '../query/listQuery.ts'
import type { ListParams } from '../query/listQuery.ts'
import type { ListResource } from '../../language/resource.ts'
import type { Failure } from '../data/failure.ts'
import { valueAt } from '../../language/pointer.ts'
import { failureOf } from '../data/failure.ts'
import type { Row } from '../model/columns.ts'

/**
 * Reads the next page once this one is drawn, under the very name the list will ask for it by. One that fails
 * is read again when somebody goes there.
 */
export function usePrefetch(resource: string, params: ListParams, isSettled: boolean): void {
  const client = useQueryClient()
  const provider = useDataProvider()
  useEffect(() => {
    if (!isSettled) return
    const next = { ...params, pagination: { ...params.pagination, page: params.pagination.page + 1 } }
    const timer = setTimeout(() => void client.prefetchQuery(listQuery(resource, next, provider)))
    return () => clearTimeout(timer)
  }, [client, provider, resource, params, isSettled])
}

/** The reason stays where the records would stand. */
const SHOWN_MS = 6000

/** The words of the definition; below them the true reason where it is another than that nothing was found. */
const wordsOf = (notice: string, { kind, message }: Failure): string =>
  kind === 'notFound' || message === notice ? notice : `${notice}\n${message}`

/**
 * Says the definition's own words once for every reading that failed (D-183), until the next reading begins or the list
 * is left. A list that this environment cannot serve was not read and has not failed. @param failure a new object for
 * each reading that failed
 */
export function useFailedNotice({ list }: ListResource, failure: Failure | undefined): void {
  const notify = useNotify()
  const notice = typeof list.failed === 'object' ? list.failed.notice : undefined
  useEffect(() => {
    if (notice === undefined || failure === undefined || failure.code === 'NOT_CONFIGURED') return
    const over = new AbortController()
    const text = wordsOf(notice, failure)
    notify(text, { type: 'error', messageArgs: { _: text }, autoHideDuration: SHOWN_MS, until: over.signal })
    return () => over.abort()
  }, [notify, notice, failure])
}

/** What a list says about itself beside its records. */
export interface ListFacts {
  readonly totalPages: number | undefined
  readonly total: number | undefined
  /** How many there are without the search, where the provider holds all of them. */
  readonly whole: number | undefined
  /** Rows the provider left out because they have no status (D-41). */
  readonly hidden: number
  readonly unreadable: number
  readonly extras: unknown
}

/** A page of records, as far as it is known. */
export interface Records {
  /** `undefined` before the first answer and after a failure. */
  readonly rows: readonly Row[] | undefined
  readonly facts: ListFacts
  readonly failure: Failure | undefined
  /** The rows are those of the place before. */
  readonly isStale: boolean
  readonly hasNextPage: boolean
  readonly retry: () => void
}

/** The records of a list, however many of its pages they are. */
export type FrameRecords = Pick<Records, 'rows' | 'facts' | 'failure' | 'retry'> & Partial<Pick<Records, 'hasNextPage'>>

const numberAt = (value: unknown, pointer: `/${string}`): number | undefined => {
  const found = valueAt(value, pointer)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** Reads what an answer says about its list. */
export const factsOf = (meta: unknown, total: number | undefined, perPage: number): ListFacts => ({
  total,
  whole: numberAt(meta, '/whole'),
  totalPages:
    numberAt(meta, '/totalPages') ?? (total === undefined ? undefined : Math.max(1, Math.ceil(total / perPage))),
  hidden: numberAt(meta, '/hidden') ?? 0,
  unreadable: numberAt(meta, '/unreadable') ?? 0,
  extras: valueAt(meta, '/extras'),
})

const nothing: ListFacts = {
  total: undefined,
  whole: undefined,
  totalPages: undefined,
  hidden: 0,
  unreadable: 0,
  extras: undefined,
}

/** What the number of pages hangs on: what was searched and filtered. */
const requestKey = ({ filter, meta }: ListParams): string => JSON.stringify([filter, meta.search])

/**
 * The last facts that were told: a page that fails keeps the menu's states on screen, and the number of pages where
 * the same was asked for.
 */
function useLastFacts(known: ListFacts | undefined, asked: string, isStale: boolean): ListFacts {
  const [last, setLast] = useState({ facts: nothing, asked })
  if (known !== undefined && !isStale && known !== last.facts) setLast({ facts: known, asked })
  if (known !== undefined) return known
  return last.asked === asked ? last.facts : { ...nothing, extras: last.facts.extras }
}

/**
 * Reads the records of a place. Earlier rows stay until the new ones are there; a page that fails stays the page that
 * failed. Where nothing is wanted, nothing is asked for and nothing is shown. After an ended session react-admin answers with an empty page that says nothing about itself: that is no page.
 */
export function useRecords(definition: ListResource, params: ListParams, isWanted: boolean): Records {
  const provider = useDataProvider()
  // Not react-admin's `useGetList`, which keeps every row a second time as a record of its own.
  const answer = useQuery({
    ...listQuery(definition.name, params, provider),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })
  const { error, isPlaceholderData, isFetching, refetch } = answer
  const { data, total, pageInfo, meta } = answer.data ?? {}
  const hasAnswer = isWanted && data !== undefined && (pageInfo !== undefined || total !== undefined)
  const { perPage } = definition.list
  const known = useMemo(
    () => (hasAnswer ? factsOf(meta, total, perPage) : undefined),
    [hasAnswer, meta, total, perPage],
  )
  const facts = useLastFacts(known, requestKey(params), isPlaceholderData)
  const failure = useMemo(() => (error === null ? undefined : failureOf(error)), [error])
  const isOver = failure?.kind === 'sessionOver'
  return {
    rows: hasAnswer ? data : undefined,
    facts,
    failure: !isWanted || isOver || (isFetching && !hasAnswer) ? undefined : failure,
    isStale: isPlaceholderData,
    hasNextPage: pageInfo?.hasNextPage ?? false,
    retry: () => void refetch(),
  }
}
