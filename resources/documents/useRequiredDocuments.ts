import { requiredCategories } from '../../schemas/verification/rules.ts'
import type { RequestedDocument } from '../../schemas/verification/investigation.ts'
import type { ApplicantCases, Verification } from '../../schemas/verification/verification.ts'
import { useMemo } from 'react'
import { controlOf } from '../../src/model/controlOf.ts'
import type { PageModel } from '../../src/console/extensions.ts'
import type { Row } from '../../src/model/columns.ts'
import { useVerification } from '../verification/useVerification.ts'
import { isSettled, requirementState } from './requirementState.ts'
import { choiceIn, noFile, useChoices, type ChoicesState } from './useChoices.ts'
import type { RowTools } from './RequiredRow.tsx'
import { saveReason, useSaveDocuments, type Saving } from './useSaveDocuments.ts'

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

const NO_SLOTS: readonly RequiredSlot[] = []

/** How long the required documents count as current, in ms. An action on the account makes them stale at once. */
const STALE_MS = 60_000

interface ToolsInput {
  readonly state: ChoicesState
  readonly saving: Saving
  readonly reason: string | undefined
  readonly isOff: boolean
}

const rowTools = ({ state, saving, reason, isOff }: ToolsInput): RowTools => ({
  choose: state.choose,
  setProof: (key, proof) => state.change(key, { proof, refusal: undefined }),
  remove: (key) => state.change(key, noFile),
  cancel: saving.cancel,
  tryAgain: reason === undefined ? saving.save : undefined,
  isSaving: saving.isSaving,
  isOff,
})

/** The required documents of the applicants, the choices made for them, and how those are saved. */
export function useRequiredDocuments(page: PageModel, documents: readonly Row[]) {
  const read = useVerification(page.definition, page.record, { staleMs: STALE_MS })
  const { verification } = read
  const slots = useMemo(() => (verification === undefined ? NO_SLOTS : requiredSlots(verification)), [verification])
  const state = useChoices(String(page.record.id), documents)
  const { choices } = state
  const stateOf = (slot: RequiredSlot) =>
    requirementState(slot, { chosen: choiceIn(choices, slot.key), documents, verification })
  const wanted = slots.filter((slot) => !isSettled(stateOf(slot)))
  const saving = useSaveDocuments(page, wanted, state)
  const upload = controlOf(page.definition, 'uploadDocument', page.record, page.permissions)
  const isUploaded = wanted.every((slot) => stateOf(slot).text === 'Uploaded')
  const reason = saveReason({ read, slots, wanted, isUploaded, choices, upload })
  const tools = rowTools({ state, saving, reason, isOff: upload.state !== 'ready' })
  return { read, verification, slots, choices, saving, reason, tools }
}
