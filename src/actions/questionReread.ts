import type { Resource } from '../../language/resource.ts'
import { failureOf } from '../data/failure.ts'
import type { Row } from '../model/columns.ts'
import { changeOf } from './recordChange.ts'
import type { RefetchRecord } from './useActions.ts'
import type { OpenQuestion } from './useQuestion.ts'

/**
 * The question after its call was refused because of its record, which is read again: what has changed, or the failure
 * where nothing has. `undefined` if the session is over.
 */
export async function questionReread(
  definition: Resource,
  failed: OpenQuestion,
  record: Row,
  refetchRecord: RefetchRecord,
): Promise<OpenQuestion | undefined> {
  const { action, intent, failure } = failed
  const changed = (fresh: Row | undefined): OpenQuestion => {
    const change = changeOf(definition, action, record, fresh)
    const next = { ...failed, intent: { ...intent, record: fresh ?? record } }
    return change === undefined ? next : { ...next, failure: undefined, change: { ...change, by: failure?.changed } }
  }
  try {
    return changed(await refetchRecord(record))
  } catch (error) {
    const { kind } = failureOf(error)
    if (kind === 'sessionOver') return undefined
    return kind === 'notFound' ? changed(undefined) : failed
  }
}
