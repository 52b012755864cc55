import type { Fact } from '../../../language/show.ts'
import { isGiven, UNREADABLE } from '../../../language/unreadable.ts'
import { isUnread, type CipCategory, type Investigation } from '../../../schemas/verification/investigation.ts'
import { approvalTexts } from '../../../schemas/verification/addressApproval.ts'
import { hitsOf, listPlaces, type Documents, type Snap } from '../../../schemas/verification/rules.ts'
import {
  type ApplicantCases,
  applicantNamePlaces,
  type Verification,
} from '../../../schemas/verification/verification.ts'
import type { HistoryEvent } from '../../../language/history.ts'
import { formatValue, NOTHING } from '../../../src/format/formatValue.ts'
import { readFact } from '../../../src/format/readFact.ts'
import { secondPlaceOf } from '../../applicants/applicants.ts'
import { decisionsOf, evidenceOf, stepsOf, type CipDecision, type CipEvidence } from '../caseTrail.ts'
import { equifaxOutcomes } from '../ResultTabs.tsx'
import type { RecordStep } from '../../../src/show/history/recordSteps.tsx'

interface CipFact {
  readonly label: string
  readonly text: string
}

/** A document with its history in this console. */
export interface CipDocument extends Snap {
  readonly steps: readonly RecordStep[]
}

/** One category: how it was verified, and the documents given for it. */
export interface CipCheck {
  readonly name: string
  readonly state: string
  readonly isUnread: boolean
  readonly method: string
  readonly documents: readonly CipDocument[]
  /** False if a document may be one of these, and could not be read as such. */
  readonly areAllRead: boolean
}

/** A match on a list, and the decisions that acknowledged it. */
export interface CipHit {
  readonly text: string
  readonly acknowledged: readonly CipDecision[]
}

export interface CipList {
  readonly source: string
  readonly result: string
  readonly hits: readonly CipHit[]
}

export interface CipCase {
  readonly investigation: Investigation
  readonly isEarlier: boolean
  readonly checks: readonly CipCheck[]
  /** Documents of the case that prove none of its categories. */
  readonly others: readonly CipDocument[]
  readonly rejected: readonly CipDocument[]
  /** What could not be read of the account's documents, in words; empty where all were read. */
  readonly unread: string
  /** What the credit bureau answered, by outcome. */
  readonly equifax: readonly CipFact[]
  readonly lists: readonly CipList[]
  readonly decisions: readonly CipDecision[]
  /** The answer of the address validator, when the address was approved automatically. */
  readonly evidence: readonly CipEvidence[]
}

/** The file of one applicant: who they are, and how their identity was verified. */
export interface CipApplicant {
  readonly label: string
  readonly name: string
  readonly facts: readonly CipFact[]
  readonly cases: readonly CipCase[]
  /** False if a fact or a document could not be read. */
  readonly isComplete: boolean
  /** False if it is not known whether there are any cases. */
  readonly areCasesRead: boolean
}

const fields: readonly Fact[] = [
  { label: 'Name', path: applicantNamePlaces[0] },
  { label: 'Date of birth', path: '/profile/0/date_of_birth', display: 'masked' },
  { label: 'SSN', path: '/account/0/ss_number', display: 'masked' },
  {
    label: 'Address',
    path: ['/profile/0/address', '/profile/0/city', '/profile/0/state', '/profile/0/zipcode', '/profile/0/country'],
  },
  { label: 'Citizenship', path: '/account/0/citizenship', display: 'country' },
]

const labels = ['Primary', 'Secondary'] as const

const factOf = (field: Fact, index: number, detail: unknown): CipFact => {
  const read = readFact(field, index === 0 ? field.path : (secondPlaceOf(field) ?? []), detail)
  return { label: field.label, text: read.isReadable ? read.text : UNREADABLE }
}

function addressText(investigation: Investigation): string {
  const { street, city, state, postalCode, country } = investigation.homeAddress
  const unread = isUnread(investigation, '/request/identity/homeAddress') ? UNREADABLE : ''
  return [street, city, state, postalCode, country, unread].filter((part) => part !== '').join(', ') || NOTHING
}

function nameText(investigation: Investigation): string {
  const unread = isUnread(investigation, '/request/identity/name') ? UNREADABLE : ''
  return [investigation.applicant, unread].filter((part) => part !== '').join(', ') || NOTHING
}

/**
 * Proofs that fit only one category, and the evidence of an address approval. An accepted category no longer lists the
 * documents it requested.
 */
const provesAlone = new Map<string, readonly string[]>([
  ['SSN', ['SSN_CARD', 'SSA_LETTER', 'IRS_ITIN_LETTER']],
  ['ADDRESS', [approvalTexts.proof]],
])

const answers = ({ name, documents }: CipCategory, { proof }: Snap): boolean =>
  documents.length === 0
    ? provesAlone.get(name)?.includes(proof) === true
    : documents.some((document) => document.proof === proof)

/**
 * How a category was verified (31 CFR 1023.220(a)(2)(ii)): by approved documents, by approved third-party results,
 * which are a non-documentary method, or by both. Without either, by the data sources.
 */
function methodOf(documents: readonly Snap[], investigation: Investigation, areAllRead: boolean): string {
  const approved = documents.filter(({ status }) => status === 'approved')
  const isDocumentary = approved.some(({ proof }) => proof !== approvalTexts.proof)
  const thirdParty = `Non-documentary: ${formatValue('words', approvalTexts.proof)}`
  if (approved.some(({ proof }) => proof === approvalTexts.proof))
    return isDocumentary ? `Documentary. ${thirdParty}` : thirdParty
  if (isDocumentary) return 'Documentary'
  if (!areAllRead || isUnread(investigation, '/result/evaluation/dataSources')) return UNREADABLE
  const sources = investigation.evaluation.dataSources.join(', ')
  return sources === '' ? 'None recorded' : `Non-documentary: ${sources}`
}

function resultOf(isAnswered: boolean, hits: readonly CipHit[], isUnreadable: boolean): string {
  const matches = `${hits.length} ${hits.length === 1 ? 'match' : 'matches'}`
  if (isUnreadable) return hits.length > 0 ? `${matches}, not all could be read` : UNREADABLE
  return hits.length > 0 ? matches : isAnswered ? 'No match' : 'No answer'
}

function listsOf(investigation: Investigation, decisions: readonly CipDecision[]): readonly CipList[] {
  const { answered, ofacMatch } = investigation
  const isAnswered = { DNDB: answered.dndb, 'Dow Jones': answered.dowJones, Ofac: ofacMatch !== '' }
  return (['DNDB', 'Dow Jones', 'Ofac'] as const).map((source) => {
    const hits = hitsOf(investigation)
      .filter((hit) => hit.source === source)
      .map(({ text }) => ({
        text,
        acknowledged: decisions.filter(({ acknowledged }) => acknowledged.includes(`${source}: ${text}`)),
      }))
    return { source, hits, result: resultOf(isAnswered[source], hits, isUnread(investigation, listPlaces[source])) }
  })
}

/** The credit bureau's reasons by outcome, also of a case that was accepted since. */
function equifaxOf(investigation: Investigation): readonly CipFact[] {
  const { equifax, answered } = investigation
  const facts = equifaxOutcomes
    .toReversed()
    .filter(({ name }) => equifax[name].length > 0)
    .map(({ name, label }) => ({
      label: `Equifax ${label}`,
      text: equifax[name].map(({ text, key }) => (key !== '' && key !== text ? `${text}, ${key}` : text)).join('; '),
    }))
  if (isUnread(investigation, '/result/equifaxResult')) {
    return [...facts, { label: 'Equifax', text: facts.length > 0 ? 'Not all could be read' : UNREADABLE }]
  }
  if (facts.length > 0) return facts
  return [{ label: 'Equifax', text: answered.equifax ? 'No reasons' : 'No answer' }]
}

/** The data a file is built from, in addition to the account's detail. */
interface CipSources {
  readonly verification: Verification
  readonly documents: Documents
  /** The console's own record of the account, newest first. */
  readonly events: readonly HistoryEvent[]
}

function caseOf(investigation: Investigation, isEarlier: boolean, { documents, events }: CipSources): CipCase {
  const { snaps, unread } = documents
  const all = snaps
    .filter(({ sketch_id }) => sketch_id !== '' && sketch_id === investigation.sketchId)
    .map((snap) => ({ ...snap, steps: stepsOf(snap.snap_id, events) }))
  const own = all.filter(({ status }) => status !== 'rejected')
  const checks = investigation.categories.map((category) => {
    const documents = own.filter((snap) => answers(category, snap))
    const { state } = category
    const name = isUnread(category, '/name') ? UNREADABLE : formatValue('words', category.name)
    const areAllRead = unread === '' && !isUnread(category, '/requestedDocuments')
    const method = methodOf(documents, investigation, areAllRead)
    return { name, state, isUnread: isUnread(category, '/categoryState'), method, documents, areAllRead }
  })
  const decisions = decisionsOf(investigation, events)
  return {
    investigation,
    isEarlier,
    checks,
    others: own.filter((snap) => !investigation.categories.some((category) => answers(category, snap))),
    rejected: all.filter(({ status }) => status === 'rejected'),
    unread,
    equifax: equifaxOf(investigation),
    lists: listsOf(investigation, decisions),
    decisions,
    evidence: evidenceOf(investigation.sketchId, events),
  }
}

const casesOf = (applicant: ApplicantCases | undefined, sources: CipSources): readonly CipCase[] =>
  applicant === undefined
    ? []
    : [
        caseOf(applicant.current, false, sources),
        ...applicant.previous.map((investigation) => caseOf(investigation, true, sources)),
      ]

/**
 * The customer identification files of an account, one per applicant: who they are, how each category was verified and
 * with which documents, the lists' results, and who decided what, when and why. Decisions come from the console's own
 * trail and the clearing firm's history (obligation R3). Numbers stay masked.
 */
export function cipFile(detail: unknown, sources: CipSources): readonly CipApplicant[] {
  const { verification } = sources
  const hasSecond = isGiven(detail, '/joint_user') || verification.applicants.length > 1
  return (hasSecond ? labels : labels.slice(0, 1)).map((label, index) => {
    const applicant = verification.applicants[index]
    const facts = fields.map((field) => factOf(field, index, detail))
    const known = facts[0]?.text ?? NOTHING
    const { areCasesRead } = verification
    const nothing = areCasesRead ? NOTHING : UNREADABLE
    const checked = (text: (investigation: Investigation) => string) =>
      applicant === undefined ? nothing : text(applicant.current)
    const all = [
      ...facts,
      { label: 'Name checked', text: checked(nameText) },
      { label: 'Address checked', text: checked(addressText) },
    ]
    return {
      label,
      name: [NOTHING, UNREADABLE].includes(known) ? applicant?.current.applicant || label : known,
      facts: all,
      isComplete: sources.documents.unread === '' && !all.some(({ text }) => text.includes(UNREADABLE)),
      cases: casesOf(applicant, sources),
      areCasesRead,
    }
  })
}
