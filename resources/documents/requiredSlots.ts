import { requiredCategories } from '../../schemas/verification/rules.ts'
import type { RequestedDocument } from '../../schemas/verification/investigation.ts'
import type { ApplicantCases, Verification } from '../../schemas/verification/verification.ts'

/** One required document: a rejected category of an applicant's case that asks for one of several proofs (D-103). */
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

/** The slots that Save counts: one a rejected category with requested documents, applicant by applicant (D-102). */
export const requiredSlots = ({ applicants }: Verification): readonly RequiredSlot[] =>
  applicants.flatMap(slotsOfApplicant)
