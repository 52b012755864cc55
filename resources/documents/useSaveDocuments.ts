import { useIsHere } from '../../src/ui/useIsHere.ts'
import { UPLOAD_TAG } from '../../schemas/shared/uploads.ts'
import type { RequiredSlot } from './requirementState.ts'
import type { Control } from '../../src/model/controlOf.ts'
import type { VerificationState } from '../verification/useVerification.ts'
import { choiceIn, failedUploadOf, isChosen, type Choices, type ChoicesState } from './useChoices.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useCallback, useMemo } from 'react'
import { useConsoleProvider } from '../../src/data/useConsoleProvider.ts'
import { isUnanswered, mayBeDone, type Failure } from '../../src/data/failure.ts'
import { pendingActionsIn } from '../../src/actions/pendingActions.ts'
import { busyKey, useActions, useReadAgain } from '../../src/actions/useActions.ts'
import type { PageModel } from '../../src/console/extensions.ts'
import { recordPathOf } from '../../src/model/consoleModel.ts'
import { recordName } from '../../src/model/rowModel.ts'
import { uploadAll, type UploadedSlot } from './uploadAll.ts'
import { type SaveRun, useSaveRun } from './useSaveRun.ts'

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

const NOT_KNOWN = 'It is not known which documents are required'
const ALL_APPROVED = 'The required documents are approved'
const ALL_UPLOADED = 'The required documents are uploaded'

interface SaveInputs {
  readonly read: Pick<VerificationState, 'verification' | 'failure'>
  readonly slots: readonly RequiredSlot[]
  /** Those that are known to be not settled yet. */
  readonly wanted: readonly RequiredSlot[]
  /** False if documents could not be read, so that it is not known which others are settled. */
  readonly areKnown: boolean
  /** True when each of them has a document that waits for a decision. */
  readonly isUploaded: boolean
  readonly choices: Choices
  /** Whether the person may upload for this account. */
  readonly upload: Control
}

function nothingToSave({ verification, failure }: SaveInputs['read']): string {
  if (failure !== undefined) return NOT_KNOWN
  return verification === undefined ? 'Loading required documents' : 'No documents are required'
}

/** The reason the documents can't be saved now; `undefined` when every wanted one has a chosen document (D-102). */
export function saveReason({
  read,
  slots,
  wanted,
  areKnown,
  isUploaded,
  choices,
  upload,
}: SaveInputs): string | undefined {
  if (upload.state === 'denied') return upload.reason
  if (slots.length === 0) return nothingToSave(read)
  if (upload.state === 'disabled') return upload.reason
  const chosen = chosenSlots(wanted, choices).length
  if (chosen === 0 && (!areKnown || read.failure !== undefined)) return NOT_KNOWN
  if (wanted.length === 0) return ALL_APPROVED
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

/** Attaches uploaded documents to their cases. */
function useAttach({ definition, record }: PageModel) {
  const { run, busy } = useActions(definition)
  const attach = useCallback(
    async (uploaded: readonly UploadedSlot[], before: SaveRun['last']) => {
      const input = saveInput(uploaded)
      const submission = JSON.stringify(input)
      const last = before?.submission === submission ? before : { submission, key: crypto.randomUUID() }
      const outcome = await run({ name: ACTION, record, input, idempotencyKey: last.key })
      if (outcome.state !== 'failed') return { isDone: outcome.state === 'done', failure: undefined, last }
      const { failure } = outcome
      return { isDone: false, failure, last: isUnanswered(failure) ? last : undefined }
    },
    [run, record],
  )
  return { attach, isBusy: busy.has(busyKey(ACTION, record)) }
}

/** Resolves once a save has ended, which is when the account has been read again. */
const whenRead = (client: QueryClient, { definition, record }: PageModel): Promise<void> =>
  new Promise((resolve) => {
    const pending = pendingActionsIn(client)
    const isOver = () => !pending.of(definition.name).has(busyKey(ACTION, record))
    if (isOver()) {
      resolve()
      return
    }
    const stop = pending.subscribe(() => {
      if (!isOver()) return
      stop()
      resolve()
    })
  })

const TAB_SAYS_WHY = 'The Documents tab says why.'

/** Says that a save failed if the person looks at another tab or page by then. */
function useSayElsewhere({ definition, record }: PageModel) {
  const notify = useNotify()
  const isHere = useIsHere()
  return useCallback(
    (said: string, why = TAB_SAYS_WHY) => {
      if (isHere()) return
      const text = `${said} ${why}`
      const link = {
        to: `${recordPathOf(definition, record.id)}?tab=documents`,
        label: recordName(definition, record),
      }
      notify(text, { type: 'warning', link, autoHideDuration: null })
    },
    [isHere, notify, definition, record],
  )
}

const attachText = (failure: Failure): string =>
  mayBeDone(failure) ? 'It is not known whether the documents are saved.' : 'The documents are uploaded, but not saved.'

/** Uploads every chosen document, then saves them all with one call. If one upload fails, nothing is saved. */
export function useSaveDocuments(model: PageModel, slots: readonly RequiredSlot[], state: ChoicesState): Saving {
  const provider = useConsoleProvider()
  const client = useQueryClient()
  const { run, read, keep, drop } = useSaveRun(String(model.record.id))
  const { attach, isBusy } = useAttach(model)
  const readAgain = useReadAgain(model.definition)
  const sayElsewhere = useSayElsewhere(model)

  const upload = useCallback(
    async (controller: AbortController) => {
      // The page forgets the choices when it is left.
      const change: ChoicesState['change'] = (key, part) => {
        if (read()?.controller === controller) state.change(key, part)
      }
      const { definition, record } = model
      const work = { provider, resource: definition.name, record, state: { now: state.now, change } }
      const uploaded = await uploadAll(slots, { ...work, signal: controller.signal })
      if (uploaded !== undefined) return uploaded
      const ends = [...state.now().values()].flatMap(failedUploadOf)
      if (ends.some(({ isUnknown }) => isUnknown)) void readAgain('uploadDocument')
      if (ends.length > 0) sayElsewhere('The documents are not saved.')
      return undefined
    },
    [model, slots, state, provider, read, readAgain, sayElsewhere],
  )

  const save = useCallback(async () => {
    const before = read()
    if (before?.controller !== undefined) return
    const controller = new AbortController()
    keep({ controller, last: before?.last })
    const uploaded = await upload(controller)
    const isKept = () => read()?.controller === controller
    if (!isKept()) return
    if (uploaded !== undefined) keep({ controller, isSent: true, last: before?.last })
    const end =
      uploaded === undefined
        ? { isDone: false, failure: undefined, last: before?.last }
        : await attach(uploaded, before?.last)
    // Until the account is read again, the rows would look as if nothing had been chosen.
    if (end.isDone) await whenRead(client, model)
    if (end.isDone) {
      if (isKept()) state.clear()
      if (isKept()) drop()
      return
    }
    const { failure, last } = end
    // Once the page was left, its Documents tab knows nothing of this save.
    const why = isKept() ? TAB_SAYS_WHY : failure?.message
    if (isKept()) keep({ failure, last })
    if (failure !== undefined) sayElsewhere(attachText(failure), why)
  }, [model, state, client, attach, upload, read, keep, drop, sayElsewhere])

  const cancel = useCallback(() => read()?.controller?.abort(), [read])
  const isSaving = run?.controller !== undefined || isBusy
  const failure = run?.failure
  return useMemo(() => ({ isSaving, failure, save: () => void save(), cancel }), [isSaving, failure, save, cancel])
}
