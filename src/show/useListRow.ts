import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useCallback, useMemo } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { readRecord } from '../../language/readRecord.ts'
import { rowQueryOf } from '../../language/rowQuery.ts'
import { failureIn, type Failure } from '../data/failure.ts'
import { listQuery, listParamsOf } from '../query/listQuery.ts'
import { parseListUrl } from '../query/listUrl.ts'
import { rowIn, type Row } from '../model/columns.ts'

export interface ListRow {
  /** `notFound` when the list was read and does not contain the row. */
  readonly state: 'loading' | 'known' | 'notFound' | 'failed'
  readonly row: Row | undefined
  readonly failure: Failure | undefined
  readonly retry: () => void
  /** Reads the row now. `undefined` without an answer, or when the answer lacks the row. */
  readonly refetchRecord: () => Promise<Row | undefined>
}

/** A row read within this time, in ms, counts as fresh and is not read again. */
const FRESH_MS = 1000

/** The row from the cached pages of the list, newest page first. */
function rowReadBefore(client: QueryClient, resource: string, id: string): Row | undefined {
  const lists = client.getQueryCache().findAll({ queryKey: [resource, 'getList'] })
  const newest = lists.toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  return newest.map(({ state }) => rowIn(state.data, id)).find((row) => row !== undefined)
}

function stateOf(isWanted: boolean, row: Row | undefined, { isPending, isError }: Answered): ListRow['state'] {
  if (isError) return 'failed'
  if (row !== undefined) return 'known'
  return isWanted && isPending ? 'loading' : 'notFound'
}

interface Answered {
  readonly isPending: boolean
  readonly isError: boolean
}

/**
 * Reads the record's row. It looks in the list as the definition's `find` says and takes the row with the same id. Until
 * then a cached row from the list is used.
 */
export function useListRow(definition: ListResource, detail: Row): ListRow {
  const client = useQueryClient()
  const provider = useDataProvider()
  const id = String(detail.id)
  const found = useMemo(
    () => rowQueryOf(definition.list, readRecord(definition, detail, detail.id)),
    [definition, detail],
  )
  const { search = '', filters } = found ?? { filters: {} }
  const params = useMemo(() => {
    const first = listParamsOf(definition, { ...parseListUrl(definition, ''), page: 1, search })
    return { ...first, meta: { ...first.meta, about: id }, filter: filters }
  }, [definition, search, filters, id])
  const isWanted = (definition.show?.header.switches ?? []).length > 0 && found !== undefined
  const answer = useQuery({ ...listQuery(definition.name, params, provider), enabled: isWanted })
  const before = useMemo(() => rowReadBefore(client, definition.name, id), [client, definition, id])
  const row = answer.isSuccess ? rowIn(answer.data, id) : before
  const failure = useMemo(() => failureIn(answer.error), [answer.error])
  const state = stateOf(isWanted, row, answer)
  const refetchRecord = useCallback(async () => {
    if (!isWanted) return undefined
    const query = { ...listQuery(definition.name, params, provider), staleTime: FRESH_MS }
    return client.fetchQuery(query).then(
      (fresh) => rowIn(fresh, id),
      () => undefined,
    )
  }, [isWanted, definition, params, provider, client, id])
  const known = state === 'known' ? row : undefined
  return { state, row: known, failure, retry: () => void answer.refetch(), refetchRecord }
}
