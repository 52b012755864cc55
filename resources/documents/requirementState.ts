import type { Status } from '../../schemas/shared/enumerations.ts'
import type { Tone } from '../../language/registry.ts'
import type { RequestedDocument } from '../../schemas/verification/investigation.ts'
import { isAppealed, requiredCategories } from '../../schemas/verification/rules.ts'
import type { ApplicantCases, Verification } from '../../schemas/verification/verification.ts'
import type { Row } from '../../src/model/columns.ts'
import type { TrailState } from '../../src/show/history/useTrail.ts'
import { stepsOf } from '../verification/caseTrail.ts'
import type { Chosen } from './useChoices.ts'

/** One required document: a rejected category of an applicant's case that accepts one of several proofs (D-103). */
export interface RequiredSlot {
  readonly key: string
  readonly sketchId: string
  readonly applicant: ApplicantCases['label']
  /** The category's constant, such as ADDRESS. */
  readonly category: string
  readonly documents: readonly RequestedDocument[]
}

const slotsOfApplicant = ({ label, current }: ApplicantCases): readonly RequiredSlot[] =>
  requiredCategories(current).map(({ name, documents }, index) => ({
    key: `${current.sketchId}/${name}/${index}`,
    sketchId: current.sketchId,
    applicant: label,
    category: name,
    documents,
  }))

/** The required documents: one per rejected category with requested documents, applicant by applicant (D-102). */
export const requiredSlots = ({ applicants }: Verification): readonly RequiredSlot[] =>
  applicants.flatMap(slotsOfApplicant)

export interface RequirementState {
  readonly text: 'Missing' | 'Not known' | 'Chosen' | 'Uploaded' | 'Approved' | 'Rejected' | 'Appealed'
  readonly tone: Tone
  /** Why it was rejected, if that is on record here. */
  readonly why?: string
}

/** True when a document that could not be read may be the required one, so none is asked for. */
export const isUnknown = ({ text }: RequirementState): boolean => text === 'Not known'

/** True when a required document needs no other: it was approved, so nothing is chosen for it. */
export const isSettled = ({ text }: RequirementState): boolean => text === 'Approved' || text === 'Appealed'

interface RequirementFacts {
  readonly chosen: Pick<Chosen, 'file'>
  readonly documents: readonly Row[]
  readonly verification: Verification | undefined
  /** What could not be read of the documents, in words; empty where all were read. */
  readonly unread: string
  /** The console's own history, which has the reason for a rejection. */
  readonly trail?: TrailState
}

const tones = { approved: 'done', uploaded: 'needsUs', rejected: 'stopped' } as const satisfies Record<
  Status<'document'>,
  Tone
>
const texts = { approved: 'Approved', uploaded: 'Uploaded', rejected: 'Rejected' } as const satisfies Record<
  Status<'document'>,
  string
>

/** The best that has been achieved for a requirement: one document that answers it is enough. */
const order: readonly Status<'document'>[] = ['approved', 'uploaded', 'rejected']

const reasonOf = (id: string, { events = [] }: TrailState): string =>
  stepsOf(id, events).findLast(({ verb }) => verb === 'Rejected')?.reason ?? ''

/** The state of a required document: a file chosen here, else what the case's documents that answer it have come to. */
export function requirementState(slot: RequiredSlot, facts: RequirementFacts): RequirementState {
  const { chosen, documents, verification, unread, trail } = facts
  if (chosen.file !== undefined) return { text: 'Chosen', tone: 'inFlight' }
  const proofs: readonly unknown[] = slot.documents.map(({ proof }) => proof)
  const answers = documents.filter(({ sketch_id, proof }) => sketch_id === slot.sketchId && proofs.includes(proof))
  const status = order.find((each) => answers.some((document) => document['status'] === each))
  const found = answers.findLast((document) => document['status'] === status)
  if (unread !== '' && status !== 'approved' && status !== 'uploaded') return { text: 'Not known', tone: 'neutral' }
  if (status === undefined || found === undefined) return { text: 'Missing', tone: 'needsUs' }
  const current = verification?.applicants.find((applicant) => applicant.current.sketchId === slot.sketchId)?.current
  if (status === 'approved' && current !== undefined && isAppealed(current))
    return { text: 'Appealed', tone: 'inFlight' }
  const why = status === 'rejected' && trail !== undefined ? reasonOf(String(found.id), trail) : ''
  return { text: texts[status], tone: tones[status], ...(why === '' ? {} : { why }) }
}
