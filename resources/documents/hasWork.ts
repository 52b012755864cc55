import { isValues, valueAt } from '../../language/pointer.ts'

const itemsAt = (detail: unknown, path: '/snaps' | '/request') => {
  const found = valueAt(detail, path)
  return Array.isArray(found) ? found.filter(isValues) : []
}

/**
 * True when staff can decide something about an account. A suspended account waits for its customer, unless a document of
 * theirs was uploaded or a request is open. The service counts documents as pending that were never uploaded.
 */
export const hasWork = (detail: unknown): boolean =>
  valueAt(detail, '/account/0/status') !== 'SUSPENDED' ||
  itemsAt(detail, '/snaps').some(({ status }) => status === 'uploaded') ||
  itemsAt(detail, '/request').some(({ status, response_data: answer }) => status === 'REQUESTED' && answer == null)
