import type { ListResource, ResolvedAction } from '../../language/resource.ts'
import { changeOf, differenceText, type RecordChange } from '../actions/recordChange.ts'
import type { RefetchRecord } from '../actions/useActions.ts'
import { failureOf } from '../data/failure.ts'
import type { Look } from './bulkRun.ts'

/** What a record has now, against what it had before an action with an unknown outcome. */
function foundText(change: RecordChange | undefined): string {
  if (change === undefined) return 'It is as it was before, so this does not seem to have been done.'
  if (change.state === 'gone') return 'It is no longer there.'
  const differences = change.differences.map(differenceText).join('; ')
  return [differences, change.reason].filter(Boolean).join('. ')
}

/** Reads a record again, and says what became of an action whose outcome is unknown. */
export const createLook =
  (definition: ListResource, action: ResolvedAction, refetchRecord: RefetchRecord): Look =>
  async (record) => {
    try {
      return `Looked: ${foundText(changeOf(definition, action, record, await refetchRecord(record)))}`
    } catch (error) {
      const { kind, message } = failureOf(error)
      return kind === 'notFound' ? 'Looked: It is no longer there.' : `It could not be read again: ${message}`
    }
  }
