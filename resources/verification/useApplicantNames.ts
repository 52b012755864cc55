import type { ListResource } from '../../language/resource.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { applicantsOf } from '../applicants/applicants.ts'
import type { Row } from '../../src/model/columns.ts'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import type { Verification } from '../../schemas/verification/verification.ts'
import { DETAIL_STALE_MS, detailQuery } from '../../src/query/detailQuery.ts'

interface NamesSource {
  readonly record: Row
  /** The detail call's answer. Without it two applicants have no distinct names. */
  readonly detail: Row | undefined
}

/** The applicants' names, in order: two by the detail, a single one by the account's name. */
export function applicantNames({ record, detail }: NamesSource): readonly (string | undefined)[] {
  const people = detail === undefined ? [] : applicantsOf(detail)
  return people.length > 0 ? people.map(({ name }) => name) : [formatValue('text', record['name'])]
}

/**
 * The applicants' names outside the account's page. The account's detail is fetched only when there are two applicants
 * and a case has no name. Without its answer the tabs say Primary and Secondary, and nothing else is missing.
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
  return isJoint && detail === undefined ? [] : applicantNames({ record, detail })
}
