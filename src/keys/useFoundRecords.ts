import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { type DataProvider, useDataProvider, usePermissions } from 'ra-core'
import type { ListResource } from '../../language/resource.ts'
import { columnText, hasText, type Row } from '../model/columns.ts'
import { consoleModel, recordPathOf } from '../model/consoleModel.ts'
import { hasOnlyPart } from '../../language/searchWords.ts'
import { namingColumn } from '../../language/namingColumn.ts'
import { recordName } from '../model/rowModel.ts'
import { notConfiguredMark } from '../data/permissions.ts'
import { listParamsOf, listQuery, searchTextOf, STALE_MS } from '../query/listQuery.ts'
import { parseListUrl } from '../query/listUrl.ts'
import { firstFound } from '../query/firstFound.ts'
import { hasControls } from '../../language/filterValue.ts'
import { usePaused } from '../query/usePaused.ts'
import type { Destination } from '../data/recentRecords.ts'

/** One letter finds too much; two can be a whole name. */
const LEAST = 2
/** How many records of a list are offered. */
const OFFERED = 6

/** True for a list that is searched by text, whose records have a page, and that the person may read. */
const isSearched = (definition: ListResource, permissions: readonly string[]): boolean => {
  const { search } = definition.list
  const list = definition.bindings['list']
  return (
    search !== undefined &&
    search.submit === undefined &&
    definition.recordPath !== null &&
    list !== undefined &&
    permissions.includes(list.permission) &&
    !permissions.includes(notConfiguredMark(`${definition.name}.list`))
  )
}

interface Reading {
  readonly client: QueryClient
  readonly provider: DataProvider
}

/** The query for the records of a list that a text finds, read and kept as the list's own. */
const foundQuery = (definition: ListResource, text: string, { client, provider }: Reading) => ({
  queryKey: [definition.name, 'found', text],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Row[]> => {
    const place = parseListUrl(definition, '')
    return firstFound(definition, text, async (meta) => {
      signal.throwIfAborted()
      const params = { ...listParamsOf(definition, { ...place, search: '' }), meta }
      const { data } = await client.fetchQuery(listQuery(definition.name, params, provider))
      return data
    })
  },
  staleTime: STALE_MS,
  retry: false,
})

/** What a search has found so far. `isBusy` while an answer to this very text is missing. */
interface Found {
  /** True where the records have the number that was typed only as a part of longer ones. */
  readonly isPart: boolean
  readonly records: readonly Destination[]
  readonly isBusy: boolean
  readonly isFailed: boolean
  /** True where nothing is searched because of control characters. */
  readonly isUnreadable: boolean
  /** True while the text is too short to search records. */
  readonly isShort: boolean
}

/** The records of all searchable lists that match a text. */
export function useFoundRecords(typed: string): Found {
  const { permissions = [] } = usePermissions<readonly string[]>()
  const client = useQueryClient()
  const provider = useDataProvider()
  const wanted = searchTextOf(typed)
  const text = usePaused(wanted)
  const lists = consoleModel().definitions.filter(
    (each): each is ListResource => each.kind === 'list' && isSearched(each, permissions),
  )
  const isWanted = text.length >= LEAST && text === wanted && !hasControls(text)
  const answers = useQueries({
    queries: lists.map((definition) => ({
      ...foundQuery(definition, text, { client, provider }),
      enabled: isWanted,
    })),
  })
  const found = lists.map((_, index) => (isWanted ? (answers[index]?.data ?? []) : []).slice(0, OFFERED))
  const records = lists.flatMap((definition, index) =>
    (found[index] ?? []).flatMap((row) => {
      const to = recordPathOf(definition, row.id)
      if (to === undefined) return []
      const naming = namingColumn(definition)
      const code = definition.list.columns.find((column) => column.display === 'code' && column !== naming)
      const texts = [naming, code].flatMap((column) => (column && hasText(column, row) ? columnText(column, row) : []))
      return [{ label: texts.join(' · ') || recordName(definition, row), to }]
    }),
  )
  const isBusy =
    wanted.length >= LEAST && lists.length > 0 && (text !== wanted || answers.some((each) => each.isLoading))
  return {
    records,
    isPart: found.flat().length > 0 && found.flat().every((row) => hasOnlyPart(row, text)),
    isBusy,
    isFailed: isWanted && answers.some((each) => each.isError),
    isUnreadable: hasControls(wanted),
    isShort: wanted.length < LEAST,
  }
}
