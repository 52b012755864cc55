import { toneOf } from '../../language/registry.ts'
import { valueAt } from '../../language/pointer.ts'
import { isValues } from '../../language/readRecord.ts'
import { tones } from '../shared/enumerations.ts'
import type { CipCategory, Investigation } from './investigation.ts'
import type { Verification } from './verification.ts'

/** A document as the account's detail lists it. */
export interface Snap {
  readonly snap_id: string
  readonly sketch_id: string
  readonly doc_type: string
  readonly proof: string
  readonly status: string
}

/** The documents of an account's detail. One without an id cannot be named and is left out. */
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
      status: text(status),
    }))
    .filter(({ snap_id }) => snap_id !== '')
}

/** A match on a list that has to be acknowledged by name before anything is approved (obligation R4). */
export interface Hit {
  readonly source: 'DNDB' | 'Dow Jones' | 'Ofac'
  readonly text: string
}

/** Categories that were rejected and ask for documents: one required-document row each (D-103). */
export const requiredCategories = ({ categories }: Investigation): readonly CipCategory[] =>
  categories.filter(({ state, documents }) => state === 'REJECTED' && documents.length > 0)

/** Whether the sanctions list answered anything but a clean result. */
export const isOfacHit = ({ ofacMatch }: Investigation): boolean => ofacMatch !== '' && ofacMatch !== 'NO_MATCH'

/** Every match on a list, named. */
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
 * What has to be acknowledged one by one before a case is approved or appealed: every match, and every list that has
 * not answered (obligation R4: anything but a clean result).
 */
export const acknowledgementsOf = (investigation: Investigation): readonly string[] => [
  ...hitsOf(investigation).map(({ source, text }) => `${source}: ${text}`),
  ...(investigation.answered.dndb ? [] : ['DNDB: no answer']),
  ...(investigation.answered.dowJones ? [] : ['Dow Jones: no answer']),
  ...(investigation.ofacMatch === '' ? ['Ofac: no answer'] : []),
]

const hasEquifax = ({ equifax }: Investigation): boolean =>
  equifax.accept.length + equifax.indeterminate.length + equifax.reject.length > 0

const asksForDocuments = ({ categories }: Investigation): boolean =>
  categories.some(({ state, documents }) => state !== 'ACCEPTED' && documents.length > 0)

/** Whether the viewer says 'No documents required' instead of showing results (D-50). */
export const needsNothing = ({ applicants }: Verification): boolean =>
  applicants.every(({ current }) => !asksForDocuments(current) && hitsOf(current).length === 0 && !hasEquifax(current))

/** A rejection that rests on the credit bureau alone (D-116). */
export function isEquifaxRejection(investigation: Investigation): boolean {
  const { dataSources } = investigation.evaluation
  const isOnlySource = dataSources.length > 0 && dataSources.every((source) => source.toUpperCase() === 'EQUIFAX')
  return (investigation.equifax.reject.length > 0 || isOnlySource) && hitsOf(investigation).length === 0
}

/** Approved documents that answer a rejected category of the case (D-117). */
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

/** Documents of the case that somebody uploaded and nobody rejected: what an approval can name. */
export const usableSnaps = ({ sketchId }: Investigation, snaps: readonly Snap[]): readonly Snap[] =>
  snaps.filter(({ sketch_id, status }) => sketch_id === sketchId && (status === 'uploaded' || status === 'approved'))

/** Whether the firm is still at work on a case of this state. */
export const isUnderWay = (state: string): boolean => toneOf(tones.investigation, state) === 'inFlight'

/** Whether an appeal waits for the clearing firm: the case's history has no verdict after the last one. */
export function isAppealed({ history }: Investigation): boolean {
  const states = history
    .toSorted((one, other) => one.timestamp.localeCompare(other.timestamp))
    .map(({ stateChange }) => stateChange)
    .filter((state) => state === 'APPEALED' || (state !== '' && !isUnderWay(state)))
  return states.at(-1) === 'APPEALED'
}

/** What can be decided about a case (account review, section 4; D-115 to D-117). */
export interface Decisions {
  readonly approve: boolean
  readonly reject: boolean
  readonly appeal: boolean
}

/** Said of a case whose appeal has no answer. */
export const APPEAL_WAITS = 'An appeal of this case is waiting for the clearing firm'

/** Statuses in which the clearing firm has decided something that can be answered; all others are only read. */
const decidable: readonly string[] = ['INDETERMINATE', 'REJECTED']

/**
 * Approve and Reject: an INDETERMINATE case of an ACTION_REQUIRED account. Appeal: a case that is not accepted, with an
 * approved document that answers it, whoever has stopped it, unless an appeal waits for its answer.
 */
export function decisionsFor(investigation: Investigation, accountStatus: string, snaps: readonly Snap[]): Decisions {
  const { status } = investigation
  const isOpen = accountStatus === 'ACTION_REQUIRED' && status === 'INDETERMINATE'
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

/**
 * Why a case cannot be appealed: an appeal waits for its answer, or the credit bureau alone has stopped the case and it
 * still lacks something for its way out. `undefined` for every other case, and where an appeal is possible. An appeal has to name a document, and one that answers no rejected
 * category settles nothing (account review, section 4; D-116, D-117).
 */
export function appealLack(investigation: Investigation, snaps: readonly Snap[]): string | undefined {
  if (investigation.status !== 'ACCEPTED' && isAppealed(investigation)) return APPEAL_WAITS
  const isStopped = decidable.includes(investigation.status) && isEquifaxRejection(investigation)
  if (!isStopped || matchingSnaps(investigation, snaps).length > 0) return undefined
  return requiredCategories(investigation).length > 0
    ? 'An appeal needs an approved document that answers a rejected check'
    : 'No rejected check asks for a document that an appeal could name'
}
