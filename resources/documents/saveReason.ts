import type { Control } from '../../src/model/controlOf.ts'
import type { VerificationState } from '../verification/useVerification.ts'
import { choiceIn, isChosen } from './chosen.ts'
import type { Choices } from './chosen.ts'
import type { RequiredSlot } from './requiredSlots.ts'

/** The required documents with something chosen for them. */
const chosenSlots = (slots: readonly RequiredSlot[], choices: Choices): readonly RequiredSlot[] =>
  slots.filter(({ key }) => isChosen(choiceIn(choices, key)))

const countText = (chosen: number, slots: number): string =>
  `${chosen} of ${slots} required ${slots === 1 ? 'document' : 'documents'} chosen`

interface SaveInputs {
  /** How the reading of what is required went. */
  readonly read: Pick<VerificationState, 'verification' | 'failure'>
  readonly slots: readonly RequiredSlot[]
  readonly choices: Choices
  /** Whether the person may upload for this account. */
  readonly upload: Control
}

function nothingToSave({ verification, failure }: SaveInputs['read']): string {
  if (failure !== undefined) return 'It is not known which documents are required'
  return verification === undefined ? 'Loading required documents' : 'No documents are required'
}

/** Why the documents cannot be saved now; `undefined` when they can: as many chosen as there are slots (D-102). */
export function saveReason({ read, slots, choices, upload }: SaveInputs): string | undefined {
  if (slots.length === 0) return nothingToSave(read)
  if (upload.state === 'denied') return 'You do not have permission to upload documents'
  if (upload.state === 'disabled') return upload.reason
  const chosen = chosenSlots(slots, choices).length
  return chosen === slots.length ? undefined : countText(chosen, slots.length)
}
