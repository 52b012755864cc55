import { UPLOAD_TAG } from '../../schemas/shared/uploads.ts'
import type { RequiredSlot } from './useRequiredDocuments.ts'
import type { Control } from '../../src/model/controlOf.ts'
import type { VerificationState } from '../verification/useVerification.ts'
import { choiceIn, isChosen } from './useChoices.ts'
import type { Choices, ChoicesState } from './useChoices.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useConsoleProvider } from '../../src/data/useConsoleProvider.ts'
import type { Failure } from '../../src/data/failure.ts'
import { busyKey, useActions } from '../../src/actions/useActions.ts'
import type { PageModel } from '../../src/console/extensions.ts'
import { uploadAll } from './uploadAll.ts'

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

/** The saving of the chosen documents. */
export interface Saving {
  /** From the first upload until the account has been read again. */
  readonly isSaving: boolean
  /** Why the uploaded documents could not be attached. */
  readonly failure: Failure | undefined
  readonly save: () => void
  /** Stops the upload that is under way; nothing is saved then. */
  readonly cancel: () => void
}

const ACTION = 'saveDocuments'

/** Failures after which the documents may have been saved: the same wish must be sent under the same key. */
const UNANSWERED = ['NETWORK', 'IN_FLIGHT']

/** Attaches uploaded documents to their cases; says whether that was done. */
function useAttach({ definition, record }: PageModel) {
  const { run, busy } = useActions(definition)
  const [failure, setFailure] = useState<Failure>()
  const last = useRef({ submission: '', key: '' })
  const attach = useCallback(
    async (uploaded: readonly UploadedSlot[]): Promise<boolean> => {
      const input = saveInput(uploaded)
      const submission = JSON.stringify(input)
      if (last.current.submission !== submission) last.current = { submission, key: crypto.randomUUID() }
      const outcome = await run({ name: ACTION, record, input, idempotencyKey: last.current.key })
      if (outcome.state !== 'failed') return outcome.state === 'done'
      setFailure(outcome.failure)
      if (!UNANSWERED.includes(outcome.failure.code ?? '')) last.current = { submission: '', key: '' }
      return false
    },
    [run, record],
  )
  const forget = useCallback(() => setFailure(undefined), [])
  return { attach, forget, failure, isBusy: busy.has(busyKey(ACTION, record)) }
}

/** Uploads every chosen document, then saves them all with one call; one failed upload and nothing is saved. */
export function useSaveDocuments(model: PageModel, slots: readonly RequiredSlot[], state: ChoicesState): Saving {
  const provider = useConsoleProvider()
  const { attach, forget, failure, isBusy } = useAttach(model)
  const [isUploading, setUploading] = useState(false)
  const work = useRef<AbortController>(undefined)
  useEffect(() => () => work.current?.abort(), [])

  const save = useCallback(() => {
    if (work.current !== undefined) return
    const controller = new AbortController()
    work.current = controller
    setUploading(true)
    forget()
    const { definition, record } = model
    const all = uploadAll(slots, { provider, resource: definition.name, record, state, signal: controller.signal })
    const saved = all.then(async (uploaded) => {
      if (uploaded !== undefined && (await attach(uploaded))) state.clear()
    })
    void saved.finally(() => {
      work.current = undefined
      setUploading(false)
    })
  }, [model, slots, state, provider, attach, forget])

  const cancel = useCallback(() => work.current?.abort(), [])
  const isSaving = isUploading || isBusy
  return useMemo(() => ({ isSaving, failure, save, cancel }), [isSaving, failure, save, cancel])
}
