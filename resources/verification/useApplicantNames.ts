import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { ListResource } from '../../language/resource.ts'
import type { Verification } from '../../schemas/verification/verification.ts'
import { DETAIL_STALE_MS, detailQuery } from '../../src/query/detailQuery.ts'
import type { Row } from '../../src/model/columns.ts'
import { applicantNames } from './applicantNames.ts'

/**
 * What the applicants are called where no page around them knows it. The account's detail is asked only where there are
 * two and a case names nobody; without its answer the tabs are Primary and Secondary, and nothing else is missing.
 */
export function useApplicantNames(
  definition: ListResource,
  record: Row,
  verification: Verification | undefined,
): readonly (string | undefined)[] {
  const provider = useDataProvider()
  const { applicants = [] } = verification ?? {}
  const isJoint = applicants.length > 1
  const { data: detail } = useQuery({
    ...detailQuery(definition, record.id, provider),
    staleTime: DETAIL_STALE_MS,
    enabled: isJoint && applicants.some(({ current }) => current.applicant === ''),
  })
  return isJoint && detail === undefined ? [] : applicantNames({ definition, record, detail })
}
