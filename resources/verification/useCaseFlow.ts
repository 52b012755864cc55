import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { NestedResource } from '../../language/resource.ts'
import { useActionFlow } from '../../src/actions/useActionFlow.ts'
import { sessionOver } from '../../src/data/failure.ts'
import { fetchDetail } from '../../src/query/detailQuery.ts'
import type { PageModel } from '../../src/console/pageModel.ts'
import { readQuery } from '../../src/show/useRead.ts'
import type { FurtherRead } from '../../src/show/useRead.ts'
import type { Row } from '../../src/model/columns.ts'
import { useConsoleProvider } from '../../src/data/useConsoleProvider.ts'
import { caseRecords } from './caseRecords.ts'
import { VERIFICATION } from './useVerification.ts'

/**
 * The records of an account's cases and the way of a decision about one of them. Before anything is sent the cases and
 * the account, with its documents, are read again (D-122).
 */
export function useCaseFlow({ definition, detail, record }: PageModel, part: NestedResource, answer: unknown) {
  const client = useQueryClient()
  const provider = useConsoleProvider()
  const records = useMemo(() => caseRecords({ definition, part, detail, answer }), [definition, part, detail, answer])
  const refetchRecord = useCallback(
    async ({ id }: Row) => {
      const [freshDetail, { answer: freshAnswer }]: readonly [Partial<Row>, FurtherRead] = await Promise.all([
        fetchDetail(definition, record.id, { client, provider }),
        client.fetchQuery({ ...readQuery(definition, VERIFICATION, record, provider), staleTime: 0 }),
      ])
      if (freshDetail.id === undefined) throw sessionOver()
      const fresh = caseRecords({ definition, part, detail: freshDetail as Row, answer: freshAnswer })
      return fresh.find((each) => each.id === id)
    },
    [client, provider, definition, part, record],
  )
  return { records, flow: useActionFlow(part, { refetchRecord }) }
}
