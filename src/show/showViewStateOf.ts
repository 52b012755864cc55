import type { ListResource } from '../../language/resource.ts'
import { valueAt } from '../../language/pointer.ts'
import type { Failure } from '../failure.ts'

/** Which of a record page's sights is shown. `empty`: the service has answered, and without the record. */
export type ShowViewState = 'loading' | 'record' | 'empty' | 'notFound' | 'malformed' | 'forbidden' | 'failed'

const exists = (definition: ListResource, record: unknown): boolean => {
  const found = definition.show === null ? record : valueAt(record, definition.show.exists)
  return found !== undefined && found !== null
}

/**
 * Chooses the sight. After an ended session react-admin resolves with a record without an id: that is no record, and
 * the shell is about to leave.
 */
export function showViewStateOf(
  definition: ListResource,
  record: unknown,
  failure: Failure | undefined,
): ShowViewState {
  if (failure !== undefined) {
    if (failure.kind === 'sessionOver') return 'loading'
    if (failure.kind === 'notFound' || failure.kind === 'malformed' || failure.kind === 'forbidden') return failure.kind
    return 'failed'
  }
  if (valueAt(record, '/id') === undefined) return 'loading'
  return exists(definition, record) ? 'record' : 'empty'
}
