import { UPLOAD_TAG } from '../../schemas/shared/uploads.ts'
import type { RequiredSlot } from './requiredSlots.ts'

/** A required document that has been uploaded and is to be attached to its case. */
export interface UploadedSlot {
  readonly slot: RequiredSlot
  readonly proof: string
  readonly recordId: string
}

/** One document as the saving names it (D-105). */
interface SavedSnap {
  readonly id: string
  readonly type: string
  readonly proof: string
  readonly status: 'uploaded'
}

/** The documents of one case. */
interface SavedCase {
  readonly sketchId: string
  readonly snapIDs: readonly SavedSnap[]
}

const snapOf = ({ proof, recordId }: UploadedSlot): SavedSnap => ({
  id: recordId,
  type: UPLOAD_TAG,
  proof,
  status: 'uploaded',
})

/** What `snap/save` is given: the uploaded documents case by case (account review, section 7). */
export function saveInput(uploaded: readonly UploadedSlot[]): { readonly data: readonly SavedCase[] } {
  const byCase = Map.groupBy(uploaded, ({ slot }) => slot.sketchId)
  return { data: [...byCase].map(([sketchId, slots]) => ({ sketchId, snapIDs: slots.map(snapOf) })) }
}
