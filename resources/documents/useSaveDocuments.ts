import { UPLOAD_TAG } from '../../schemas/shared/uploads.ts'
import type { RequiredSlot } from './requirementState.ts'
import type { Control } from '../../src/model/controlOf.ts'
import type { VerificationState } from '../verification/useVerification.ts'
import { choiceIn, isChosen, type Choices, type ChoicesState } from './useChoices.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useConsoleProvider } from '../../src/data/useConsoleProvider.ts'
import { isUnanswered, type Failure } from '../../src/data/failure.ts'
import { busyKey, useActions } from '../../src/actions/useActions.ts'
import type { PageModel } from '../../src/console/extensions.ts'
import { uploadAll, type UploadedSlot } from './uploadAll.ts'

/** One document in the save call (D-105). */
interface SavedSnap {
  readonly id: string
  readonly type: string
  readonly proof: string
  readonly status: 'uploaded'
}

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

/** The input of `snap/save`: the uploaded documents, case by case (account review, section 7). */
export function saveInput(uploaded: readonly UploadedSlot[]): { readonly data: readonly SavedCase[] } {
  const byCase = Map.groupBy(uploaded, ({ slot }) => slot.sketchId)
  return { data: [...byCase].map(([sketchId, slots]) => ({ sketchId, snapIDs: slots.map(snapOf) })) }
}

const chosenSlots = (slots: readonly RequiredSlot[], choices: Choices): readonly RequiredSlot[] =>
  slots.filter(({ key }) => isChosen(choiceIn(choices, key)))

const countText = (chosen: number, slots: number): string =>
  `${chosen} of ${slots} required ${slots === 1 ? 'document' : 'documents'} chosen`

const ALL_APPROVED = 'The required documents are approved'
const ALL_UPLOADED = 'The required documents are uploaded'

interface SaveInputs {
  readonly read: Pick<VerificationState, 'verification' | 'failure'>
  readonly slots: readonly RequiredSlot[]
  /** Those that are not settled yet. */
  readonly wanted: readonly RequiredSlot[]
  /** True when each of them has a document that waits for a decision. */
  readonly isUploaded: boolean
  readonly choices: Choices
  /** Whether the person may upload for this account. */
  readonly upload: Control
}

function nothingToSave({ verification, failure }: SaveInputs['read']): string {
  if (failure !== undefined) return 'It is not known which documents are required'
  return verification === undefined ? 'Loading required documents' : 'No documents are required'
}

/** The reason the documents can't be saved now; `undefined` when every wanted one has a chosen document (D-102). */
export function saveReason({ read, slots, wanted, isUploaded, choices, upload }: SaveInputs): string | undefined {
  if (upload.state === 'denied') return upload.reason
  if (slots.length === 0) return nothingToSave(read)
  if (upload.state === 'disabled') return upload.reason
  if (wanted.length === 0) return ALL_APPROVED
  const chosen = chosenSlots(wanted, choices).length
  if (chosen === 0 && isUploaded) return ALL_UPLOADED
  return chosen === wanted.length ? undefined : countText(chosen, wanted.length)
}

export interface Saving {
  /** True from the first upload until the account has been read again. */
  readonly isSaving: boolean
  /** The reason the uploaded documents could not be attached. */
  readonly failure: Failure | undefined
  readonly save: () => void
  /** Stops the upload in progress; nothing is saved then. */
  readonly cancel: () => void
}

const ACTION = 'saveDocuments'

/** Attaches uploaded documents to their cases and returns whether that succeeded. */
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
      if (!isUnanswered(outcome.failure)) last.current = { submission: '', key: '' }
      return false
    },
    [run, record],
  )
  const forget = useCallback(() => setFailure(undefined), [])
  return { attach, forget, failure, isBusy: busy.has(busyKey(ACTION, record)) }
}

/** Uploads every chosen document, then saves them all with one call. If one upload fails, nothing is saved. */
export function useSaveDocuments(model: PageModel, slots: readonly RequiredSlot[], state: ChoicesState): Saving {
  const provider = useConsoleProvider()
  const { attach, forget, failure, isBusy } = useAttach(model)
  const [isUploading, setUploading] = useState(false)
  const isSaved = useRef(false)
  const work = useRef<AbortController>(undefined)
  useEffect(() => () => work.current?.abort(), [])
  // Until the account is read again, the rows would look as if nothing had been chosen.
  useEffect(() => {
    if (!isSaved.current || isBusy) return
    isSaved.current = false
    state.clear()
  })

  const save = useCallback(() => {
    if (work.current !== undefined) return
    const controller = new AbortController()
    work.current = controller
    setUploading(true)
    forget()
    const { definition, record } = model
    const all = uploadAll(slots, { provider, resource: definition.name, record, state, signal: controller.signal })
    const saved = all.then(async (uploaded) => {
      if (uploaded !== undefined && (await attach(uploaded))) isSaved.current = true
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
