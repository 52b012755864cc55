import { readPart } from '../../language/readRecord.ts'
import { valueAt } from '../../language/pointer.ts'
import { appealable, isDue, readSnaps } from '../../schemas/verification/rules.ts'
import { readVerification } from '../../schemas/verification/verification.ts'
import type { HasWork } from '../../src/console/extensions.ts'
import { consoleModel } from '../../src/model/consoleModel.ts'
import { controlOf, type Permissions } from '../../src/model/controlOf.ts'
import type { Row } from '../../src/model/columns.ts'
import { VERIFICATION } from '../verification/useVerification.ts'

const SUSPENDED = 'SUSPENDED'
const ACTION_REQUIRED = 'ACTION_REQUIRED'
const COMPLETE = 'COMPLETE'

/** True where the person may approve or reject one of the records of a part. */
function areOpen(name: 'accountDocuments' | 'accountRequests', detail: Row, permissions: Permissions): boolean {
  const part = consoleModel().definitions.find((definition) => definition.name === name)
  if (part?.kind !== 'nested') throw new Error(`no part is called ${name}`)
  return readPart(part, detail, { id: detail.id }).records.some((record) =>
    ['approve', 'reject'].some((action) => controlOf(part, action, record, permissions).state === 'ready'),
  )
}

/**
 * What the person can decide about an account. A suspended account waits for its customer, unless a document of theirs was
 * uploaded, a request is open, or an approved document allows an appeal. Of a complete one only these are work. The service
 * counts documents as pending that were never uploaded.
 */
export const hasWork: HasWork = async (detail, { read, permissions }) => {
  const status = valueAt(detail, '/account/0/status')
  if (areOpen('accountDocuments', detail, permissions)) return { text: 'a document to decide', tab: 'documents' }
  if (areOpen('accountRequests', detail, permissions)) return { text: 'an open request', tab: 'requests' }
  const snaps = readSnaps(detail)
  if (status === ACTION_REQUIRED) return { text: 'a check to decide', tab: 'documents' }
  if (status !== SUSPENDED && status !== COMPLETE) return true
  if (status === COMPLETE || !snaps.some(({ status }) => status === 'approved')) return false
  const appeals = appealable(readVerification(await read(VERIFICATION)), SUSPENDED, snaps)
  return appeals.some(isDue) && { text: 'a check to appeal', tab: 'documents' }
}
