import { useMemo } from 'react'
import { mayBeDone } from '../../src/data/failure.ts'
import { controlOf } from '../../src/model/controlOf.ts'
import type { PageModel } from '../../src/console/extensions.ts'
import type { Row } from '../../src/model/columns.ts'
import { readDocuments } from '../../schemas/verification/rules.ts'
import { useVerification } from '../verification/useVerification.ts'
import { isSettled, isUnknown, requiredSlots, requirementState, type RequiredSlot } from './requirementState.ts'
import { choiceIn, noFile, useChoices, type ChoicesState } from './useChoices.ts'
import { saveReason, useSaveDocuments, type Saving } from './useSaveDocuments.ts'

const NO_SLOTS: readonly RequiredSlot[] = []

/** What all rows of required documents share. */
export interface RowTools {
  readonly choose: (key: string, file: File) => void
  readonly setProof: (key: string, proof: string) => void
  readonly remove: (key: string) => void
  readonly cancel: () => void
  /** Uploads what is missing and saves; missing while that is not possible. */
  readonly tryAgain: (() => void) | undefined
  readonly isSaving: boolean
  /** True if no file can be chosen here, as without the permission. The bar below the rows says why, once. */
  readonly isOff: boolean
}

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
  const read = useVerification(page.definition, page.record)
  const { verification } = read
  const slots = useMemo(() => (verification === undefined ? NO_SLOTS : requiredSlots(verification)), [verification])
  const state = useChoices(String(page.record.id), documents)
  const { choices } = state
  const { unread } = readDocuments(page.detail)
  const stateOf = (slot: RequiredSlot) =>
    requirementState(slot, { chosen: choiceIn(choices, slot.key), documents, verification, unread })
  const areKnown = !slots.some((slot) => isUnknown(stateOf(slot)))
  const wanted = slots.filter((slot) => !isSettled(stateOf(slot)) && !isUnknown(stateOf(slot)))
  const saved = useSaveDocuments(page, wanted, state)
  // The choices go once the account has their documents.
  const isFound = saved.failure !== undefined && mayBeDone(saved.failure) && choices.size === 0
  const saving = isFound ? { ...saved, failure: undefined } : saved
  const upload = controlOf(page.definition, 'uploadDocument', page.record, page.permissions)
  const isUploaded = wanted.every((slot) => stateOf(slot).text === 'Uploaded')
  const reason = saveReason({ read, slots, wanted, areKnown, isUploaded, choices, upload })
  const tools = rowTools({ state, saving, reason, isOff: upload.state !== 'ready' })
  return { read, verification, slots, choices, saving, reason, tools, unread }
}
