import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useCallback } from 'react'
import type { ApprovalRow } from '../../language/approval.ts'
import type { Resource } from '../../language/resource.ts'
import { APPROVALS, approvalsAbout } from '../data/useGrants.ts'
import type { Row } from '../model/columns.ts'
import { type RefetchRecord, waitingText } from './useActions.ts'
import { type OpenQuestion, questionLookedAt } from './useQuestion.ts'

/** The person's own request for approval that an attempt has made, read again with what its page shows. */
async function readRequest(
  client: QueryClient,
  { name }: Resource,
  { intent }: OpenQuestion,
): Promise<ApprovalRow | undefined> {
  await client.invalidateQueries({ queryKey: APPROVALS })
  return approvalsAbout(client).find(
    ({ isOwn, operation, recordId }) =>
      isOwn && operation === `${name}.${intent.name}` && recordId === String(intent.record?.id),
  )
}

/** Looks what became of an attempt: whether it waits for approval, else what its record has now. */
export function useLookAt(definition: Resource, refetchRecord: RefetchRecord) {
  const client = useQueryClient()
  const notify = useNotify()
  return useCallback(
    async (open: OpenQuestion, record: Row): Promise<OpenQuestion | undefined> => {
      const request = open.action.secondApprover && (await readRequest(client, definition, open))
      if (!request) return questionLookedAt(definition, open, record, refetchRecord)
      const text = waitingText(request.expiresAt)
      notify(text, { type: 'info', messageArgs: { _: text } })
      return undefined
    },
    [client, definition, notify, refetchRecord],
  )
}
