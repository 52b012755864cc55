import type { Status } from '../../schemas/shared/enumerations.ts'
import type { NestedResource } from '../../language/resource.ts'
import { readPart } from '../../language/readRecord.ts'
import { valueAt } from '../../language/pointer.ts'
import { unreadableAt } from '../../language/unreadable.ts'
import {
  addressApprovalConditions,
  addressPart,
  APPROVAL_PERMISSION,
  obstaclesIn,
  openCases,
} from '../../schemas/verification/addressApproval.ts'
import {
  appealable,
  appealParts,
  CHECK,
  checkPart,
  isDue,
  isWithFirm,
  readSnaps,
} from '../../schemas/verification/rules.ts'
import { readVerification } from '../../schemas/verification/verification.ts'
import type { HasWork } from '../../src/console/extensions.ts'
import { consoleModel } from '../../src/model/consoleModel.ts'
import { controlOf, type Permissions } from '../../src/model/controlOf.ts'
import type { Row } from '../../src/model/columns.ts'
import { type Cases, casesToDecide, isRequested } from '../verification/caseToDecide.ts'
import { VERIFICATION } from '../verification/useVerification.ts'

const SUSPENDED = 'SUSPENDED' satisfies Status<'account'>
const ACTION_REQUIRED = 'ACTION_REQUIRED' satisfies Status<'account'>
const COMPLETE = 'COMPLETE' satisfies Status<'account'>

function partOf(name: 'accountDocuments' | 'accountRequests' | 'accountInvestigations'): NestedResource {
  const part = consoleModel().definitions.find((definition) => definition.name === name)
  if (part?.kind !== 'nested') throw new Error(`no part is called ${name}`)
  return part
}

/** The ids of the records of a part that the person may approve or reject. */
function openIn(
  name: 'accountDocuments' | 'accountRequests',
  detail: Row,
  permissions: Permissions,
): readonly string[] {
  const part = partOf(name)
  return readPart(part, detail, { id: detail.id })
    .records.filter((record) =>
      ['approve', 'reject'].some((action) => controlOf(part, action, record, permissions).state === 'ready'),
    )
    .map(({ id }) => `${name}.${id}`)
}

/** What the clearing firm requires of an account: decisions about its undecided cases, else something that no case tells. */
function checksIn(cases: Cases): readonly string[] {
  if (cases.verification.applicants.every(({ current }) => current.status !== 'INDETERMINATE')) return [CHECK]
  return casesToDecide(cases).map(({ sketchId }) => checkPart(sketchId))
}

/** The checks whose appeal is due. */
const appealsIn = (cases: Cases): readonly string[] =>
  appealable(cases.verification, SUSPENDED, readSnaps(cases.detail))
    .filter((each) => isDue(each) && !isRequested(cases, each.applicant.current))
    .flatMap(appealParts)

/** The home addresses that the person can approve automatically: of all cases that are not accepted, or of none. */
function addressesIn(cases: Cases): readonly string[] {
  const { verification, detail } = cases
  const [status, isActive] = [
    String(valueAt(detail, '/account/0/status')),
    valueAt(detail, '/account/0/is_active') !== false,
  ]
  const open = openCases(verification)
  const isPossible =
    obstaclesIn(addressApprovalConditions({ status, isActive, verification, validations: {} })).length === 0 &&
    open.every((each) => !isWithFirm(each) && !isRequested(cases, each))
  return isPossible ? open.map(({ sketchId }) => addressPart(sketchId)) : []
}

const counted =
  (one: string, several: string) =>
  ({ length }: readonly string[]): string =>
    length === 1 ? one : `${length} ${several}`

/**
 * What the person can decide about an account, all of it in words, with the tab of the first. A suspended account waits for
 * its customer, unless a document of theirs was uploaded or could not be read, a request is open, or approved documents allow an appeal. Of a
 * complete one only the first two are work. One that requires action waits for the clearing firm once its undecided cases
 * are decided. Who may approve addresses automatically has those to do that meet the conditions. The service counts documents as pending that were never uploaded.
 */
export const hasWork: HasWork = async (detail, { read, permissions, leftThen = [] }) => {
  const status = valueAt(detail, '/account/0/status')
  const documents = openIn('accountDocuments', detail, permissions)
  const requests = openIn('accountRequests', detail, permissions)
  const isUnread = status === SUSPENDED && unreadableAt(detail, '/snaps') !== undefined
  const unread = isUnread ? ['accountDocuments.unread'] : []
  const mayBeDue = status === SUSPENDED && readSnaps(detail).some((snap) => snap.status === 'approved')
  const isRequired = status === ACTION_REQUIRED
  const mayApproveAddress = permissions?.includes(APPROVAL_PERMISSION) === true && (status === SUSPENDED || isRequired)
  const isAsked = mayBeDue || isRequired || mayApproveAddress
  const verification = readVerification(isAsked ? await read(VERIFICATION) : undefined)
  const cases = { part: partOf('accountInvestigations'), detail, permissions, verification }
  const checks = isRequired ? checksIn(cases) : []
  const appeals = mayBeDue ? appealsIn(cases) : []
  const addresses = mayApproveAddress ? addressesIn(cases) : []
  const all = [
    { parts: documents, tab: 'documents', textOf: counted('a document to decide', 'documents to decide') },
    { parts: unread, tab: 'documents', textOf: () => 'documents that could not be read' },
    { parts: requests, tab: 'requests', textOf: counted('an open request', 'open requests') },
    { parts: checks, tab: 'documents', textOf: counted('a check to decide', 'checks to decide') },
    { parts: appeals, tab: 'documents', textOf: () => 'a check to appeal' },
    {
      parts: addresses,
      tab: 'documents',
      textOf: counted('an address to approve automatically', 'addresses to approve automatically'),
    },
  ].filter(({ parts }) => parts.length > 0)
  if (all.length === 0) return ![SUSPENDED, COMPLETE, ACTION_REQUIRED].some((each) => each === status)
  const found = all
    .map((each) => ({ ...each, parts: each.parts.filter((part) => !leftThen.includes(part)) }))
    .filter(({ parts }) => parts.length > 0)
  const [first] = found
  if (first === undefined) return false
  const text = new Intl.ListFormat('en-GB').format(found.map(({ textOf, parts }) => textOf(parts)))
  return { text, tab: first.tab, parts: found.flatMap(({ parts }) => parts) }
}
