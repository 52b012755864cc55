import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useCallback, useMemo } from 'react'
import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import { readPart } from '../../schemas/meta/readPart.ts'
import type { PartRecords } from '../../schemas/meta/readPart.ts'
import type { ReadFresh } from '../actions/useActions.ts'
import { readDetail } from '../show/detailQuery.ts'
import type { Row } from '../table/columns.ts'

/** Whose part is shown. */
export interface PartPlace {
  /** The definition of the record's page. */
  readonly parent: AnyDefinition
  /** The definition whose `partOf` is the parent. */
  readonly part: AnyDefinition
  /** The answer of the parent's detail call. */
  readonly detail: unknown
  /** The record of the page. */
  readonly record: Row
}

/** An ended session resolves with a detail that names no record. */
const sessionOver = (): Error => Object.assign(new Error('The session is over.'), { status: 401 })

/** The records of a part as the page's detail has them, and the way to read one of them again. */
export function usePart({ parent, part, detail, record }: PartPlace): PartRecords & { readonly readFresh: ReadFresh } {
  const client = useQueryClient()
  const provider = useDataProvider()
  const records = useMemo(() => readPart(part, detail, record), [part, detail, record])
  const readFresh = useCallback(
    async ({ id }: Row) => {
      const fresh: unknown = await readDetail(parent, record.id, { client, provider })
      if (typeof fresh !== 'object' || fresh === null || !Object.hasOwn(fresh, 'id')) throw sessionOver()
      return readPart(part, fresh, record).records.find((each) => String(each.id) === String(id))
    },
    [client, provider, parent, part, record],
  )
  return useMemo(() => ({ ...records, readFresh }), [records, readFresh])
}
