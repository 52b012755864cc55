import { isValues, valueAt } from '../../language/pointer.ts'
import { appealable, readSnaps } from '../../schemas/verification/rules.ts'
import { readVerification } from '../../schemas/verification/verification.ts'
import { VERIFICATION } from '../verification/useVerification.ts'

const itemsAt = (detail: unknown, path: '/snaps' | '/request') => {
  const found = valueAt(detail, path)
  return Array.isArray(found) ? found.filter(isValues) : []
}

const SUSPENDED = 'SUSPENDED'
const ACTION_REQUIRED = 'ACTION_REQUIRED'
const COMPLETE = 'COMPLETE'

/**
 * What staff can decide about an account, in words where the detail tells; false when there is nothing. A suspended
 * account waits for its customer, unless a document of theirs was uploaded, a request is open, or an approved document
 * allows an appeal. A complete one waits for no one. The service counts documents as pending that were never uploaded.
 */
export async function hasWork(detail: unknown, read: (name: string) => Promise<unknown>): Promise<boolean | string> {
  const status = valueAt(detail, '/account/0/status')
  const snaps = readSnaps(detail)
  const isOpen = ({ status, response_data: answer }: Readonly<Record<string, unknown>>) =>
    status === 'REQUESTED' && answer == null
  if (snaps.some(({ status }) => status === 'uploaded')) return 'a document to decide'
  if (itemsAt(detail, '/request').some(isOpen)) return 'an open request'
  if (status !== SUSPENDED && status !== COMPLETE) return status === ACTION_REQUIRED ? 'a check to decide' : true
  if (status === COMPLETE || !snaps.some(({ status }) => status === 'approved')) return false
  return appealable(readVerification(await read(VERIFICATION)), SUSPENDED, snaps).length > 0 && 'a check to appeal'
}
