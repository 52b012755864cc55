import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useCallback, useMemo } from 'react'
import type { ListResource, NestedResource } from '../../language/resource.ts'
import { valueAt } from '../../language/pointer.ts'
import { readPart } from '../../language/readPart.ts'
import type { PartRecords } from '../../language/readPart.ts'
import type { RefetchRecord } from '../actions/useActions.ts'
import { sessionOver } from '../failure.ts'
import { fetchDetail } from '../show/detailQuery.ts'
import type { Row } from '../table/columns.ts'

/** Whose part is shown. */
export interface PartPlace {
  /** The definition of the record's page. */
  readonly parent: ListResource
  /** The definition whose `partOf` is the parent. */
  readonly part: NestedResource
  /** The answer of the parent's detail call. */
  readonly detail: unknown
  /** The record of the page. */
  readonly record: Row
}

/** The records of a part as the page's detail has them, and the way to read one of them again. */
export function usePart({
  parent,
  part,
  detail,
  record,
}: PartPlace): PartRecords & { readonly refetchRecord: RefetchRecord } {
  const client = useQueryClient()
  const provider = useDataProvider()
  const records = useMemo(() => readPart(part, detail, record), [part, detail, record])
  const refetchRecord = useCallback(
    async ({ id }: Row) => {
      const fresh = await fetchDetail(parent, record.id, { client, provider })
      if (valueAt(fresh, '/id') === undefined) throw sessionOver()
      return readPart(part, fresh, record).records.find((each) => String(each.id) === String(id))
    },
    [client, provider, parent, part, record],
  )
  return useMemo(() => ({ ...records, refetchRecord }), [records, refetchRecord])
}
