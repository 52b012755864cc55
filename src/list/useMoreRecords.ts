import { useQueries } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useMemo } from 'react'
import { failureOf } from '../data/failure.ts'
import type { Failure } from '../data/failure.ts'
import type { Row } from '../model/columns.ts'
import { listQuery } from '../query/listQuery.ts'
import type { ListParams } from '../query/listQuery.ts'
import { factsOf } from './useRecords.ts'
import type { ListFacts } from './useRecords.ts'

/** Pages that stand one below another. */
export interface MoreRecords {
  /** All records that are there; `undefined` before the first page has come. */
  readonly rows: readonly Row[] | undefined
  readonly facts: ListFacts
  /** How many of the pages have come, without a gap. */
  readonly pages: number
  readonly failure: Failure | undefined
  readonly isLoading: boolean
  readonly hasMore: boolean
  /** Reads what failed again. */
  readonly retry: () => void
}

type Answer = Awaited<ReturnType<ReturnType<typeof listQuery>['queryFn']>>

/** After an ended session react-admin answers with a page that says nothing about itself: that is no page. */
const isPage = (answer: Answer | undefined): answer is Answer => answer?.pageInfo !== undefined

/** Records in their order, each once: a page read later may begin with what the page before ended with. */
const once = (rows: readonly Row[]): readonly Row[] => [...new Map(rows.map((row) => [row.id, row])).values()]

/** The pages from the first one on that are there. */
function leading(answers: readonly (Answer | undefined)[]): readonly Answer[] {
  const gap = answers.findIndex((answer) => !isPage(answer))
  return (gap === -1 ? answers : answers.slice(0, gap)).filter(isPage)
}

/** What the last page says of the list, and what all of them have left out. */
function factsIn(pages: readonly Answer[], perPage: number): ListFacts {
  const all = pages.map(({ meta }) => factsOf(meta, undefined, perPage))
  const sum = (of: 'hidden' | 'unreadable') => all.reduce((total, facts) => total + facts[of], 0)
  return {
    ...(all.at(-1) ?? factsOf(undefined, undefined, perPage)),
    hidden: sum('hidden'),
    unreadable: sum('unreadable'),
  }
}

/**
 * Reads the first `wanted` pages of a list, each by the name under which a table would ask for it: what was read before
 * is there at once, and a page that fails leaves the others as they are (D-161).
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
  const failure = useMemo(() => (error === null ? undefined : failureOf(error)), [error])
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
