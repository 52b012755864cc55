import type { ListResource, NestedResource } from '../../language/resource.ts'
import { readPart, readRecord } from '../../language/readRecord.ts'
import { addressPart } from '../../schemas/verification/addressApproval.ts'
import { decisionLists } from '../../schemas/verification/decisionLists.ts'
import { appealable, appealParts, CHECK, checkPart, readSnaps, sentSince } from '../../schemas/verification/rules.ts'
import { readVerification, type Verification } from '../../schemas/verification/verification.ts'
import { applicantsOf } from '../applicants/applicants.ts'
import type { Row } from '../../src/model/columns.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Intent } from '../../src/actions/actionProvider.ts'
import { useActionFlow } from '../../src/actions/useActionFlow.ts'
import type { SubjectOf } from '../../src/actions/useActions.ts'
import type { CurrentOf } from '../../src/actions/useOvertaken.ts'
import { recordPathOf } from '../../src/model/consoleModel.ts'
import { fetchDetail } from '../../src/query/detailQuery.ts'
import type { PageModel } from '../../src/console/extensions.ts'
import { readQuery } from '../../src/show/useRead.ts'
import { ABOUT } from '../../src/data/useGrants.ts'
import { useConsoleProvider } from '../../src/data/useConsoleProvider.ts'
import { VERIFICATION, type VerificationState } from './useVerification.ts'
import { useQueue } from '../../src/queue/useRecordQueue.ts'
import { caseToDecide } from './caseToDecide.ts'
import { useRequestedCases, withoutCases } from './needs.ts'
import { useWaitingStore } from './useWaiting.ts'

/** The data that the records of an account's cases are built from. */
interface CaseSource {
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
    const name = current.applicant || (people[index]?.asked ?? record['name'])
    return [{ ...record, name, ...decisionLists([current], snaps) }]
  })
}

/**
 * A case as it is now, for a question. What a colleague has decided meanwhile is its status, although the clearing firm
 * still answers the one before.
 */
function decidedMeanwhile(seen: Row, fresh: Row | undefined, { applicants }: Verification): Row | undefined {
  const current = applicants.find(({ current: each }) => each.sketchId === fresh?.id)?.current
  const sent = current && sentSince(current, seen)
  return fresh === undefined || sent === undefined ? fresh : { ...fresh, status: sent }
}

/**
 * Leads to the next case after decisions about some; after the last one the queue goes on, if the record is the person's. What was sent,
 * or asked for, is no longer to decide, although the cases read as before. Resolves with true if the queue has left the record.
 */
function useGoOn(model: PageModel, part: NestedResource, read: VerificationState) {
  const { definition, detail, record, permissions } = model
  const { verification } = read
  const { awaitedIn } = useWaitingStore(definition, record)
  const requested = useRequestedCases(definition, record)
  const queue = useQueue()
  const client = useQueryClient()
  return async (caseIds: readonly string[], lead: ((caseId: string) => void) | undefined) => {
    if (verification === undefined) return false
    const decided = [...caseIds, ...awaitedIn(verification), ...requested]
    const others = withoutCases(verification, decided)
    const next = caseToDecide({ detail, permissions, part, verification: others })
    if (next !== undefined) {
      lead?.(next)
      return false
    }
    if (queue?.isClaimed() !== true) return false
    const appeals = appealable(verification, String(record['status']), readSnaps(detail))
    const appealed = appeals.filter(({ applicant }) => decided.includes(applicant.current.sketchId))
    // What waits for a second person now is no work that is left, so that it comes back if they refuse.
    await client.invalidateQueries({ queryKey: ABOUT })
    return queue.goOn([
      CHECK,
      ...decided.flatMap((id) => [checkPart(id), addressPart(id)]),
      ...appealed.flatMap(appealParts),
    ])
  }
}

/**
 * The records of an account's cases and the flow that decides one of them. Before anything is sent, the cases, the
 * account and its documents are read again (D-122). Once a decision was sent, the page waits for the clearing firm.
 *
 * @param lead shows the case that is to decide next
 */
export function useCaseFlow(
  model: PageModel,
  part: NestedResource,
  read: VerificationState,
  lead?: (caseId: string) => void,
) {
  const { definition, detail, record } = model
  const { answer, verification, readAt } = read
  const { waitFor } = useWaitingStore(definition, record)
  const client = useQueryClient()
  const provider = useConsoleProvider()
  const records = useMemo(() => caseRecords({ definition, part, detail, answer }), [definition, part, detail, answer])
  const refetchRecord = useCallback(
    async (seen: Row) => {
      const [freshDetail, { answer: freshAnswer }] = await Promise.all([
        fetchDetail(definition, record.id, { client, provider }),
        client.fetchQuery({ ...readQuery(definition, VERIFICATION, record, provider), staleTime: 0 }),
      ])
      const fresh = caseRecords({ definition, part, detail: freshDetail, answer: freshAnswer })
      const found = fresh.find((each) => each.id === seen.id)
      return decidedMeanwhile(seen, found, readVerification(freshAnswer))
    },
    [client, provider, definition, part, record],
  )
  const currentOf = useCallback<CurrentOf>(
    (seen) => {
      const found = records.find(({ id }) => id === seen.id)
      const fresh = verification && decidedMeanwhile(seen, found, verification)
      return fresh && { record: fresh }
    },
    [records, verification],
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
      if (verification !== undefined) waitFor(verification, [String(intent.record?.id)], readAt)
    },
    [verification, readAt, waitFor],
  )
  const goOn = useGoOn(model, part, read)
  const onAccepted = (intent: Intent) => void goOn([String(intent.record?.id)], lead)
  return { records, flow: useActionFlow(part, { refetchRecord, currentOf, subjectOf, onSent, onAccepted }), goOn }
}
