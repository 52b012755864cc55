import type { ListResource, ResolvedAction } from '../../language/resource.ts'
import { NOT_LISTED, notListedText } from '../actions/readUnlisted.ts'
import { changeOf, differenceText, type RecordChange } from '../actions/recordChange.ts'
import type { RefetchRecord } from '../actions/useActions.ts'
import { failureOf } from '../data/failure.ts'
import type { Found, Look } from './bulkRun.ts'

const GONE: Found = { state: 'changed', message: 'Looked: It is no longer there.' }

/** What a record has now, against what it had before an action with an unknown outcome. */
function foundIn(change: RecordChange | undefined): Found {
  if (change === undefined) {
    return {
      state: 'unchanged',
      message: 'Looked: It is as it was before, so this does not seem to have been done.',
    }
  }
  if (change.state === 'gone') return GONE
  const differences = change.differences.map(differenceText).join('; ')
  return { state: 'changed', message: `Looked: ${[differences, change.reason].filter(Boolean).join('. ')}` }
}

/** Reads a record again, and says what became of an action whose outcome is unknown. */
export const createLook =
  (definition: ListResource, action: ResolvedAction, refetchRecord: RefetchRecord): Look =>
  async (record) => {
    try {
      return foundIn(changeOf(definition, action, record, await refetchRecord(record)))
    } catch (error) {
      const { kind, message } = failureOf(error)
      if (kind === 'notFound') return GONE
      const isUnlisted = message === NOT_LISTED
      const text = isUnlisted ? notListedText(definition, record) : `It could not be read again: ${message}`
      return { state: 'unknown', message: text }
    }
  }
