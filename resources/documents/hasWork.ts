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

/** How many records of a part the person may approve or reject. */
function countOpen(name: 'accountDocuments' | 'accountRequests', detail: Row, permissions: Permissions): number {
  const part = consoleModel().definitions.find((definition) => definition.name === name)
  if (part?.kind !== 'nested') throw new Error(`no part is called ${name}`)
  return readPart(part, detail, { id: detail.id }).records.filter((record) =>
    ['approve', 'reject'].some((action) => controlOf(part, action, record, permissions).state === 'ready'),
  ).length
}

const counted = (count: number, one: string, several: string): string => (count === 1 ? one : `${count} ${several}`)

/**
 * What the person can decide about an account, all of it in words, with the tab of the first. A suspended account waits for
 * its customer, unless a document of theirs was uploaded, a request is open, or approved documents allow an appeal. Of a
 * complete one only the first two are work. The service counts documents as pending that were never uploaded.
 */
export const hasWork: HasWork = async (detail, { read, permissions }) => {
  const status = valueAt(detail, '/account/0/status')
  const documents = countOpen('accountDocuments', detail, permissions)
  const requests = countOpen('accountRequests', detail, permissions)
  const snaps = readSnaps(detail)
  const mayBeDue = status === SUSPENDED && snaps.some((snap) => snap.status === 'approved')
  const appeals = mayBeDue ? appealable(readVerification(await read(VERIFICATION)), SUSPENDED, snaps) : []
  const found = [
    { text: counted(documents, 'a document to decide', 'documents to decide'), tab: 'documents', is: documents > 0 },
    { text: counted(requests, 'an open request', 'open requests'), tab: 'requests', is: requests > 0 },
    { text: 'a check to decide', tab: 'documents', is: status === ACTION_REQUIRED },
    { text: 'a check to appeal', tab: 'documents', is: appeals.some(isDue) },
  ].filter(({ is }) => is)
  const [first] = found
  if (first !== undefined)
    return { text: new Intl.ListFormat('en-GB').format(found.map(({ text }) => text)), tab: first.tab }
  return status !== SUSPENDED && status !== COMPLETE
}
