import { useQueries } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useMemo } from 'react'
import { failureIn, type Failure } from '../data/failure.ts'
import type { Row } from '../model/columns.ts'
import { listQuery, type ListParams } from '../query/listQuery.ts'
import { factsOf, type ListFacts } from './useRecords.ts'

export interface MoreRecords {
  /** All records loaded so far; `undefined` before the first page. */
  readonly rows: readonly Row[] | undefined
  readonly facts: ListFacts
  /** Number of loaded pages, counted up to the first gap. */
  readonly pages: number
  readonly failure: Failure | undefined
  readonly isLoading: boolean
  readonly hasMore: boolean
  /** Reads the failed pages again. */
  readonly retry: () => void
}

type Answer = Awaited<ReturnType<ReturnType<typeof listQuery>['queryFn']>>

/** After an ended session react-admin answers with a page without `pageInfo`. That is no page. */
const isPage = (answer: Answer | undefined): answer is Answer => answer?.pageInfo !== undefined

/** The records in order, without duplicates: a later page may begin with the last records of the page before. */
const once = (rows: readonly Row[]): readonly Row[] => [...new Map(rows.map((row) => [row.id, row])).values()]

/** The loaded pages, up to the first gap. */
function leading(answers: readonly (Answer | undefined)[]): readonly Answer[] {
  const gap = answers.findIndex((answer) => !isPage(answer))
  return (gap === -1 ? answers : answers.slice(0, gap)).filter(isPage)
}

/** The list's facts from the last page, with omitted rows summed over all pages. */
function factsIn(pages: readonly Answer[], perPage: number): ListFacts {
  const all = pages.map(({ meta }) => factsOf(meta, undefined, perPage))
  const sum = (of: 'hidden' | 'unreadable' | 'dropped') => all.reduce((total, facts) => total + facts[of], 0)
  return {
    ...(all.at(-1) ?? factsOf(undefined, undefined, perPage)),
    hidden: sum('hidden'),
    unreadable: sum('unreadable'),
    dropped: sum('dropped'),
  }
}

/**
 * Reads the first `wanted` pages of a list. The query keys are those of a table, so pages read before show at once. A
 * page that fails leaves the others as they are (D-161).
 */
export function useMoreRecords(resource: string, params: ListParams, wanted: number, isWanted: boolean): MoreRecords {
  const provider = useDataProvider()
  const answers = useQueries({
    queries: Array.from({ length: wanted }, (_, index) => ({
      ...listQuery(resource, { ...params, pagination: { ...params.pagination, page: index + 1 } }, provider),
      enabled: isWanted,
    })),
  })
  const pages = leading(isWanted ? answers.map(({ data }) => data) : [])
  const isLoading = isWanted && answers.some(({ data, isFetching }) => isFetching && !isPage(data))
  const error = answers.find((answer) => answer.error !== null)?.error ?? null
  const failure = useMemo(() => failureIn(error), [error])
  const hasAnswer = isWanted && !isLoading && failure?.kind !== 'sessionOver'
  return {
    rows: pages.length === 0 ? undefined : once(pages.flatMap(({ data }) => data)),
    facts: factsIn(pages, params.pagination.perPage),
    pages: pages.length,
    failure: hasAnswer ? failure : undefined,
    isLoading,
    hasMore: pages.length === wanted && pages.at(-1)?.pageInfo?.hasNextPage === true,
    retry: () => {
      for (const answer of answers) if (answer.error !== null) void answer.refetch()
    },
  }
}
