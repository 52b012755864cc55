import { toneOf } from '../../language/registry.ts'
import { isEqual, isValues, keysOf, valueAt } from '../../language/pointer.ts'
import { unreadableAt, unreadableIn } from '../../language/unreadable.ts'
import { type ReadStatus, type Status, tones } from '../shared/enumerations.ts'
import { type CipCategory, type Investigation, isUnread, readHistory } from './investigation.ts'
import type { ApplicantCases, Verification } from './verification.ts'

/** A document in the account's detail. */
export interface Snap {
  readonly snap_id: string
  readonly sketch_id: string
  readonly doc_type: string
  readonly proof: string
  readonly status: ReadStatus<'document'>
}

/** The documents in an account's detail. One without an id can't be named and is left out. */
export function readSnaps(detail: unknown): readonly Snap[] {
  const found = valueAt(detail, '/snaps')
  const items: readonly unknown[] = Array.isArray(found) ? found : []
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  return items
    .filter(isValues)
    .map(({ snap_id, sketch_id, doc_type, proof, status }) => ({
      snap_id: text(snap_id),
      sketch_id: text(sketch_id),
      doc_type: text(doc_type),
      proof: text(proof),
      status: text(status) as ReadStatus<'document'>,
    }))
    .filter(({ snap_id }) => snap_id !== '')
}

/** That documents of an account, or parts of them, could not be read, in words; empty where all were read. */
function unreadSnaps(detail: unknown): string {
  if (unreadableAt(detail, '/snaps') !== undefined) return 'Documents could not be read'
  const found = valueAt(detail, '/snaps')
  const items: readonly unknown[] = Array.isArray(found) ? found : []
  const isLost = (item: unknown) => readSnaps({ snaps: [item] }).length === 0
  const unread = items.filter((item, at) => isLost(item) || unreadableIn(detail, `/snaps/${at}`) !== undefined)
  if (unread.length === 0) return ''
  const count = unread.length === 1 ? '1 document' : `${unread.length} documents`
  return `${count} could not be read${unread.every(isLost) ? '' : ' in full'}`
}

/** The documents of an account, as far as they could be read. */
export interface Documents {
  readonly snaps: readonly Snap[]
  /** What could not be read of them, in words; empty where all were read. */
  readonly unread: string
}

/** The documents in an account's detail, and what of them could not be read. */
export const readDocuments = (detail: unknown): Documents => ({
  snaps: readSnaps(detail),
  unread: unreadSnaps(detail),
})

/** A match on a list that must be acknowledged by name before an approval (obligation R4). */
export interface Hit {
  readonly source: 'DNDB' | 'Dow Jones' | 'Ofac'
  readonly text: string
}

/** Rejected categories that request documents: each becomes one required-document row (D-103). */
export const requiredCategories = ({ categories }: Investigation): readonly CipCategory[] =>
  categories.filter(({ state, documents }) => state === 'REJECTED' && documents.length > 0)

/** True when the sanctions list answered anything but a clean result. */
export const isOfacHit = ({ ofacMatch }: Investigation): boolean => ofacMatch !== '' && ofacMatch !== 'NO_MATCH'

/** Where the lists have their answers. */
export const listPlaces = {
  DNDB: '/result/dndbResult',
  'Dow Jones': '/result/dowJonesResult',
  Ofac: '/result/ofacResult',
} as const

/** Every match on a list, by name. */
export const hitsOf = (investigation: Investigation): readonly Hit[] => [
  ...investigation.dndb.map(({ name, certainty }) => ({
    source: 'DNDB' as const,
    text: [name || 'Unnamed record', certainty].filter((part) => part !== '').join(', certainty '),
  })),
  ...investigation.dowJones.map(({ name, certainty }) => ({
    source: 'Dow Jones' as const,
    text: [name || 'Unnamed profile', certainty].filter((part) => part !== '').join(', certainty '),
  })),
  ...(isOfacHit(investigation) ? [{ source: 'Ofac' as const, text: investigation.ofacMatch }] : []),
]

/**
 * The items to acknowledge one by one before a case is approved or appealed: every match, and every list without an
 * answer that could be read (obligation R4: anything but a clean result).
 */
export function acknowledgementsOf(investigation: Investigation): readonly string[] {
  const { answered, ofacMatch } = investigation
  const isAnswered = { DNDB: answered.dndb, 'Dow Jones': answered.dowJones, Ofac: ofacMatch !== '' }
  const lacking = keysOf(listPlaces).filter((list) => !isAnswered[list])
  return [
    ...hitsOf(investigation).map(({ source, text }) => `${source}: ${text}`),
    ...lacking.map((list) => `${list}: ${isUnread(investigation, listPlaces[list]) ? 'unreadable' : 'no answer'}`),
  ]
}

const hasEquifax = ({ equifax }: Investigation): boolean =>
  equifax.accept.length + equifax.indeterminate.length + equifax.reject.length > 0

const asksForDocuments = ({ categories }: Investigation): boolean =>
  categories.some(({ state, documents }) => state !== 'ACCEPTED' && documents.length > 0)

/** True when the viewer says 'No documents required' instead of showing results (D-50). */
export const needsNothing = ({ applicants }: Verification): boolean =>
  applicants.every(({ current }) => !asksForDocuments(current) && hitsOf(current).length === 0 && !hasEquifax(current))

/** True when only the credit bureau rejected the case (D-116). */
export function isEquifaxRejection(investigation: Investigation): boolean {
  const { dataSources } = investigation.evaluation
  const isOnlySource = dataSources.length > 0 && dataSources.every((source) => source.toUpperCase() === 'EQUIFAX')
  return (investigation.equifax.reject.length > 0 || isOnlySource) && hitsOf(investigation).length === 0
}

/** Approved documents that match a rejected category of the case (D-117). */
export function matchingSnaps(investigation: Investigation, snaps: readonly Snap[]): readonly Snap[] {
  const wanted = new Set(
    investigation.categories
      .filter(({ state }) => state === 'REJECTED')
      .flatMap(({ documents }) => documents.map(({ proof }) => proof)),
  )
  return snaps.filter(
    ({ sketch_id, status, proof }) =>
      sketch_id === investigation.sketchId && status === 'approved' && wanted.has(proof),
  )
}

/** The states of a document that an approval can name: uploaded, and not rejected. */
export const usableStates: readonly ReadStatus<'document'>[] = ['uploaded', 'approved']

/** The documents of a case that an approval can name. */
export const usableSnaps = ({ sketchId }: Investigation, snaps: readonly Snap[]): readonly Snap[] =>
  snaps.filter(({ sketch_id, status }) => sketch_id === sketchId && usableStates.includes(status))

/**
 * The reason a case can't be approved: an approval names a document, and there is none that it could name. A document
 * that could not be read may be one.
 */
export function approvalLack(investigation: Investigation, { snaps, unread }: Documents): string | undefined {
  if (usableSnaps(investigation, snaps).length > 0) return undefined
  if (unread !== '') return unread
  return requiredCategories(investigation).length > 0
    ? 'An approval needs an uploaded document'
    : 'An approval has to name an uploaded document of any kind, although the clearing firm requires none'
}

/** True while the firm is still processing a case in this state. */
export const isUnderWay = (state: string): boolean => toneOf(tones.investigation, state) === 'inFlight'

/** The last appeal, decision or outcome in a case's history. */
const lastStateOf = ({ history }: Investigation): string | undefined =>
  history
    .toSorted((one, other) => one.timestamp.localeCompare(other.timestamp))
    .map(({ stateChange }) => stateChange)
    .findLast((state) => state === 'APPEALED' || (state !== '' && !isUnderWay(state)))

/** True while an appeal waits for the clearing firm: the case's history has no outcome after the last appeal. */
export const isAppealed = (investigation: Investigation): boolean => lastStateOf(investigation) === 'APPEALED'

/** True while the clearing firm has an appeal of the case, or a decision about it that its status does not show yet. */
export const isWithFirm = (investigation: Investigation): boolean => {
  const state = lastStateOf(investigation)
  return (
    state === 'APPEALED' || (investigation.status === 'INDETERMINATE' && (state === 'ACCEPTED' || state === 'REJECTED'))
  )
}

/**
 * What was sent to the clearing firm about a case since its record was seen, while the case's status does not show it:
 * APPEALED, ACCEPTED or REJECTED.
 */
export const sentSince = (current: Investigation, seen: unknown): string | undefined =>
  isWithFirm(current) && !isEqual(readHistory(seen), current.history) ? lastStateOf(current) : undefined

/** The decisions about a case that a second person may have to approve. */
export const approvable: readonly string[] = ['approve', 'appeal']

/** The decisions available for a case (account review, section 4; D-115 to D-117). */
export interface Decisions {
  readonly approve: boolean
  readonly reject: boolean
  readonly appeal: boolean
}

/** The message for a case whose appeal has no answer. */
export const APPEAL_WAITS = 'An appeal of this case is waiting for the clearing firm'

/** The message for a rejected check that no approved document answers. */
export const APPEAL_NEEDS_DOCUMENT = 'An appeal needs an approved document that answers a rejected check'

/** Statuses in which staff can respond to the clearing firm's decision. All others are read-only. */
const decidable: readonly ReadStatus<'investigation'>[] = ['INDETERMINATE', 'REJECTED']

/**
 * Approve and Reject: an INDETERMINATE case of an ACTION_REQUIRED account. Appeal: a case that is not accepted and has
 * an approved document that matches it, whatever stopped it, unless an earlier appeal has no answer yet.
 */
export function decisionsFor(investigation: Investigation, accountStatus: string, snaps: readonly Snap[]): Decisions {
  const { status } = investigation
  const isOpen = accountStatus === ('ACTION_REQUIRED' satisfies Status<'account'>) && status === 'INDETERMINATE'
  return {
    approve: isOpen,
    reject: isOpen,
    appeal:
      status !== '' &&
      status !== 'ACCEPTED' &&
      !isAppealed(investigation) &&
      matchingSnaps(investigation, snaps).length > 0,
  }
}

export interface Appealable {
  readonly applicant: ApplicantCases
  /** The rejected checks that an approved document answers. */
  readonly checks: readonly string[]
}

/** The cases that can be appealed now (D-117). */
export function appealable(
  { applicants }: Verification,
  accountStatus: string,
  snaps: readonly Snap[],
): readonly Appealable[] {
  return applicants.flatMap((applicant) => {
    const { current } = applicant
    if (!decisionsFor(current, accountStatus, snaps).appeal) return []
    const proofs: readonly unknown[] = matchingSnaps(current, snaps).map(({ proof }) => proof)
    const answered = requiredCategories(current).filter(({ documents }) =>
      documents.some(({ proof }) => proofs.includes(proof)),
    )
    return [{ applicant, checks: answered.map(({ name }) => name) }]
  })
}

/** The possible appeals that are worth sending: each rejected check has a document. The clearing firm rejects others. */
export const isDue = ({ applicant: { current }, checks }: Appealable): boolean =>
  requiredCategories(current).every(({ name }) => checks.includes(name))

/** What the clearing firm requires, as a part of the work on an account, where it says of no case that it is undecided. */
export const CHECK = 'check'

/** A case to decide, as a part of the work on an account. */
export const checkPart = (sketchId: string): string => `${CHECK}.${sketchId}`

/** Each check of an appeal, as a part of the work on an account: another document may answer one more. */
export const appealParts = ({ applicant: { current }, checks }: Appealable): readonly string[] =>
  checks.map((check) => `appeal.${current.sketchId}.${check}`)

/**
 * The reason a case can't be appealed: an earlier appeal has no answer yet, or only the credit bureau stopped the case
 * and something for the appeal is missing. `undefined` for every other case, and when an appeal is possible. An appeal
 * must name a document, and a document that matches no rejected category settles nothing (account review, section 4;
 * D-116, D-117). A document that could not be read may match.
 */
export function appealLack(investigation: Investigation, { snaps, unread }: Documents): string | undefined {
  if (investigation.status !== 'ACCEPTED' && isAppealed(investigation)) return APPEAL_WAITS
  const isStopped = decidable.includes(investigation.status) && isEquifaxRejection(investigation)
  if (!isStopped || matchingSnaps(investigation, snaps).length > 0) return undefined
  return requiredCategories(investigation).length > 0
    ? unread || APPEAL_NEEDS_DOCUMENT
    : 'No rejected check asks for a document that an appeal could name'
}
