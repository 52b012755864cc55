import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useConsoleProvider } from '../../src/data/useConsoleProvider.ts'
import type { Failure } from '../../src/data/failure.ts'
import { busyKey, useActions } from '../../src/actions/useActions.ts'
import type { PageModel } from '../../src/console/pageModel.ts'
import type { RequiredSlot } from './requiredSlots.ts'
import { saveInput } from './saveInput.ts'
import type { UploadedSlot } from './saveInput.ts'
import { uploadAll } from './uploadAll.ts'
import type { ChoicesState } from './useChoices.ts'

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
