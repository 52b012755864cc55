import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useCallback, useMemo } from 'react'
import type { ActionFlow } from '../actions/useActionFlow.ts'
import type { ListResource, NestedResource } from '../../language/resource.ts'
import type { ResolvedShow } from '../../language/show.ts'
import { readRecord, withRow } from '../../language/readRecord.ts'
import type { Row } from '../model/columns.ts'
import { useGrants } from '../data/useGrants.ts'
import { fetchDetail } from '../query/detailQuery.ts'
import type { PageModel } from '../console/extensions.ts'
import type { ListRow } from './useListRow.ts'

const recordOf = (definition: ListResource, detail: Row, row: Row | undefined): Row =>
  withRow(readRecord(definition, detail, detail.id), definition.show?.header.switches ?? [], row)

/**
 * Reads the record again before or after an action: its detail and its row of the list. If the row cannot be read, its
 * fields are left out.
 */
export function useRefetchRecord(definition: ListResource, id: string, readRow: ListRow['refetchRecord']) {
  const client = useQueryClient()
  const provider = useDataProvider()
  return useCallback(async (): Promise<Row> => {
    const [detail, row] = await Promise.all([fetchDetail(definition, id, { client, provider }), readRow()])
    return recordOf(definition, detail, row)
  }, [client, provider, definition, id, readRow])
}

interface PageInput {
  readonly definition: ListResource
  readonly show: ResolvedShow
  readonly parts: readonly NestedResource[]
  readonly detail: Row
  readonly row: Row | undefined
  readonly flow: ActionFlow
}

/** The page's model. It keeps its identity until something in it changes. */
export function usePageModel({ definition, show, parts, detail, row, flow }: PageInput): PageModel {
  const { permissions } = useGrants(definition.name, String(detail.id))
  const record = useMemo(() => recordOf(definition, detail, row), [definition, detail, row])
  return useMemo(
    () => ({ definition, show, parts, detail, record, permissions, flow }),
    [definition, show, parts, detail, record, permissions, flow],
  )
}
