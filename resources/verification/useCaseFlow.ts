import type { ListResource, NestedResource } from '../../language/resource.ts'
import { readPart, readRecord } from '../../language/readRecord.ts'
import { decisionLists } from '../../schemas/verification/decisionLists.ts'
import { readSnaps } from '../../schemas/verification/rules.ts'
import { readVerification } from '../../schemas/verification/verification.ts'
import { applicantsOf } from '../applicants/applicants.ts'
import type { Row } from '../../src/model/columns.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Intent } from '../../src/actions/actionProvider.ts'
import { useActionFlow } from '../../src/actions/useActionFlow.ts'
import type { SubjectOf } from '../../src/actions/useActions.ts'
import { recordPathOf } from '../../src/model/consoleModel.ts'
import { fetchDetail } from '../../src/query/detailQuery.ts'
import type { PageModel } from '../../src/console/extensions.ts'
import { readQuery } from '../../src/show/useRead.ts'
import { useConsoleProvider } from '../../src/data/useConsoleProvider.ts'
import { VERIFICATION, type VerificationState } from './useVerification.ts'
import { useWaitingStore, waitingFor } from './useWaiting.ts'

/** The data that the records of an account's cases are built from. */
export interface CaseSource {
  readonly definition: ListResource
  readonly part: NestedResource
  readonly detail: Row
  readonly answer: unknown
}

/**
 * The records of the current cases: what the call needs, the documents that a decision can name, and the matches to
 * acknowledge. A case that is archived or has no number can't be decided and has no record.
 */
export function caseRecords({ definition, part, detail, answer }: CaseSource): readonly Row[] {
  const { records } = readPart(part, answer, readRecord(definition, detail, detail.id))
  const snaps = readSnaps(detail)
  const people = applicantsOf(detail)
  return readVerification(answer).applicants.flatMap(({ current }, index) => {
    const record = records.find(({ id }) => id === current.sketchId)
    if (record === undefined) return []
    const name = current.applicant || (people[index]?.name ?? record['name'])
    return [{ ...record, name, ...decisionLists([current], snaps) }]
  })
}

/**
 * The records of an account's cases and the flow that decides one of them. Before anything is sent, the cases, the
 * account and its documents are read again (D-122). Once a decision was sent, the page waits for the clearing firm.
 */
export function useCaseFlow({ definition, detail, record }: PageModel, part: NestedResource, read: VerificationState) {
  const { answer, verification, readAt } = read
  const { set } = useWaitingStore(definition, record)
  const client = useQueryClient()
  const provider = useConsoleProvider()
  const records = useMemo(() => caseRecords({ definition, part, detail, answer }), [definition, part, detail, answer])
  const refetchRecord = useCallback(
    async ({ id }: Row) => {
      const [freshDetail, { answer: freshAnswer }] = await Promise.all([
        fetchDetail(definition, record.id, { client, provider }),
        client.fetchQuery({ ...readQuery(definition, VERIFICATION, record, provider), staleTime: 0 }),
      ])
      const fresh = caseRecords({ definition, part, detail: freshDetail, answer: freshAnswer })
      return fresh.find((each) => each.id === id)
    },
    [client, provider, definition, part, record],
  )
  const subjectOf = useCallback<SubjectOf>(
    (_action, { name }) => {
      const label = typeof name === 'string' ? name : ''
      return label === '' ? undefined : { text: label, link: { to: recordPathOf(definition, record.id) ?? '', label } }
    },
    [definition, record.id],
  )
  const onSent = useCallback(
    (intent: Intent) => {
      if (verification !== undefined) set(waitingFor(verification, String(intent.record?.id), readAt))
    },
    [verification, readAt, set],
  )
  return { records, flow: useActionFlow(part, { refetchRecord, subjectOf, onSent }) }
}
