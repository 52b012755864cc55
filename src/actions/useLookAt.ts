import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useCallback } from 'react'
import type { ApprovalRow } from '../../language/approval.ts'
import type { Resource } from '../../language/resource.ts'
import { ABOUT, APPROVALS } from '../data/useGrants.ts'
import type { Row } from '../model/columns.ts'
import { failureOf } from '../data/failure.ts'
import { NOT_LISTED, notListedText } from './readUnlisted.ts'
import { changeOf } from './recordChange.ts'
import type { LookAt } from './useAnswers.ts'
import { type RefetchRecord, waitingText } from './useActions.ts'
import type { OpenQuestion } from './useQuestion.ts'

/** What is shown when an attempt with an unknown outcome has left no trace. */
export const UNCHANGED = 'The record is as you saw it before, so this does not seem to have been done.'

/** The question after the person has looked again what became of an attempt. `undefined` if the session is over. */
async function questionLookedAt(
  definition: Resource,
  open: OpenQuestion,
  record: Row,
  refetchRecord: RefetchRecord,
): Promise<OpenQuestion | undefined> {
  const found = (fresh: Row | undefined): OpenQuestion => {
    const change = changeOf(definition, open.action, record, fresh)
    const looked = { ...open, isBusy: false, isLookedAt: true }
    if (change === undefined)
      return { ...looked, failure: open.failure && { ...open.failure, message: UNCHANGED, requestId: undefined } }
    return { ...looked, failure: undefined, change, intent: { ...open.intent, record: fresh ?? record } }
  }
  try {
    return found(await refetchRecord(record))
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind === 'sessionOver') return undefined
    if (failure.kind === 'notFound') return found(undefined)
    const isUnlisted = failure.message === NOT_LISTED
    const message = isUnlisted
      ? notListedText(definition, record)
      : `The record could not be read again: ${failure.message}`
    return { ...open, isBusy: false, isUnlisted, failure: open.failure && { ...open.failure, message } }
  }
}

/** The person's own request for approval that an attempt has made, read again with what its page shows. */
async function readRequest(
  client: QueryClient,
  { name }: Resource,
  { intent }: OpenQuestion,
): Promise<ApprovalRow | undefined> {
  await client.invalidateQueries({ queryKey: APPROVALS })
  const waiting = client.getQueriesData<readonly ApprovalRow[]>({ queryKey: ABOUT })
  return waiting
    .flatMap(([, rows = []]) => rows)
    .find(
      ({ isOwn, operation, recordId }) =>
        isOwn && operation === `${name}.${intent.name}` && recordId === String(intent.record?.id),
    )
}

/** Looks what became of an attempt: whether it waits for approval or has removed its record, else what that has now. */
export function useLookAt(definition: Resource): LookAt {
  const client = useQueryClient()
  const notify = useNotify()
  return useCallback(
    async (open, record, refetchRecord, sayGone) => {
      const request = open.action.secondApprover && (await readRequest(client, definition, open))
      if (!request) {
        const isGone = open.failure && (await sayGone?.(open.intent, open.failure))
        return isGone === true ? undefined : questionLookedAt(definition, open, record, refetchRecord)
      }
      const text = waitingText(request.expiresAt)
      notify(text, { type: 'info' })
      return undefined
    },
    [client, definition, notify],
  )
}
