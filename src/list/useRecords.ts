import { keepPreviousData } from '@tanstack/react-query'
import { useGetList } from 'ra-core'
import { useMemo, useState } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { valueAt } from '../../language/pointer.ts'
import { failureOf } from '../failure.ts'
import type { Failure } from '../failure.ts'
import type { Row } from '../table/columns.ts'
import type { ListState } from './useListState.ts'

/** How long a page of records is taken as current, in ms. Prefetched pages live by the same rule. */
export const STALE_MS = 15_000

/** Parameters of a list read, as react-admin's `getList` takes them and as the query is named by. */
export interface ListParams {
  readonly pagination: { readonly page: number; readonly perPage: number }
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly filter: Readonly<Record<string, unknown>>
  readonly meta: { readonly search: string | undefined }
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

/** What is asked of the provider at a place. The empty search is sent only where the filter says so (D-36, D-37). */
export const listParamsOf = (
  definition: ListResource,
  { page, filter, form, sort, search }: Pick<ListState, 'page' | 'filter' | 'form' | 'sort' | 'search'>,
): ListParams => ({
  pagination: { page, perPage: definition.list.perPage },
  sort: { ...sort },
  filter: { ...filter?.sets, ...form },
  meta: { search: search !== '' ? search : filter?.clearsSearch === true ? '' : undefined },
})

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
  const answer = useGetList<Row>(definition.name, params, {
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    retry: false,
    enabled: isWanted,
  })
  const { data, total, pageInfo, error, isPlaceholderData, isFetching, refetch } = answer
  const meta: unknown = answer.meta
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
