import type { Resource } from '../../language/resource.ts'
import { failureOf } from '../failure.ts'
import { changeOf } from './recordChange.ts'
import type { RefetchRecord } from './useActions.ts'
import type { OpenQuestion } from './openQuestion.ts'

const NOT_READ: RefetchRecord = () => Promise.reject(new Error('This page cannot read the record again.'))

/**
 * Reads the record again before anything is sent, where the action wants that. Answers with the question to be asked
 * now if the record is not as the person saw it or could not be read, and with nothing if the session is over.
 */
export async function recheckRecord(
  definition: Resource,
  open: OpenQuestion,
  refetchRecord: RefetchRecord = NOT_READ,
): Promise<OpenQuestion | 'unchanged' | undefined> {
  const { action, intent } = open
  if (action.recheck !== true || intent.record === undefined) return 'unchanged'
  const gone = { ...open, isBusy: false, change: changeOf(definition, action, intent.record, undefined) }
  try {
    const change = changeOf(definition, action, intent.record, await refetchRecord(intent.record))
    if (change === undefined) return 'unchanged'
    const record = change.fresh ?? intent.record
    const idempotencyKey = crypto.randomUUID()
    return { ...open, intent: { ...intent, record, idempotencyKey }, isBusy: false, change }
  } catch (error) {
    const failure = failureOf(error)
    if (failure.kind === 'sessionOver') return undefined
    if (failure.kind === 'notFound') return gone
    const message = `Nothing was sent: the record could not be read again. ${failure.message}`
    return { ...open, isBusy: false, failure: { ...failure, message } }
  }
}
