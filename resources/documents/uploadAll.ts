import { isValues, valueAt } from '../../language/pointer.ts'
import type { ScreenProvider } from '../../src/data/useConsoleProvider.ts'
import { failureOf, isUnanswered, mayBeDone } from '../../src/data/failure.ts'
import type { Row } from '../../src/model/columns.ts'
import { checkReadable, refusalOf, type Refusal } from './checkFile.ts'
import { uploadMessages } from '../../language/uploads.ts'
import { choiceIn, noFile, type Chosen, type ChoicesState } from './useChoices.ts'
import type { RequiredSlot } from './requirementState.ts'

/** A required document that is uploaded but not yet attached to its case. */
export interface UploadedSlot {
  readonly slot: RequiredSlot
  readonly proof: string
  readonly recordId: string
}

export interface Upload {
  readonly resource: string
  readonly record: Row
  readonly file: File
  readonly idempotencyKey: string
  readonly signal: AbortSignal
  /** Called with the share of the file that has been sent, between 0 and 1. */
  readonly onShare: (share: number) => void
}

/**
 * The outcome of an upload. `isUnknown`: it may have been made all the same. `sameKey`: a retry uses the same key, because
 * no answer came. `sessionOver`: the shell reports it.
 */
export type Uploaded =
  | { readonly state: 'uploaded'; readonly recordId: string }
  | { readonly state: 'failed'; readonly refusal: Refusal; readonly sameKey: boolean; readonly isUnknown: boolean }
  | { readonly state: 'cancelled' }
  | { readonly state: 'sessionOver' }

/** The clearing firm's id of the document. The documents list calls it `snap_id` (D-108). */
function recordIdIn(answer: unknown): string | undefined {
  const id = valueAt(answer, '/result/record_id')
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined
}

const UNNAMED: Uploaded = {
  state: 'failed',
  refusal: { message: 'Error', detail: 'The answer does not name the uploaded document.' },
  sameKey: false,
  isUnknown: false,
}

async function failed(error: unknown, { file, signal }: Upload): Promise<Uploaded> {
  if (signal.aborted) return { state: 'cancelled' }
  const failure = failureOf(error)
  if (failure.kind === 'sessionOver') return { state: 'sessionOver' }
  const vanished = await checkReadable(file)
  const sameKey = isUnanswered(failure)
  const isUnknown = mayBeDone(failure)
  return { state: 'failed', refusal: vanished ?? refusalOf(file.name, failure), sameKey, isUnknown }
}

/** Uploads one document to the clearing firm. It never rejects: the result includes any failure. */
async function uploadFile(provider: ScreenProvider, upload: Upload): Promise<Uploaded> {
  const { resource, record, file, idempotencyKey, signal, onShare } = upload
  const vanished = await checkReadable(file)
  if (vanished !== undefined) return { state: 'failed', refusal: vanished, sameKey: false, isUnknown: false }
  const onProgress = (sent: number, total: number) => onShare(total > 0 ? Math.min(1, sent / total) : 0)
  try {
    const { data } = await provider.upload(resource, {
      name: 'uploadDocument',
      record,
      files: [file],
      idempotencyKey,
      signal,
      onProgress,
    })
    if (valueAt(data, '/ok') !== true) return { state: 'sessionOver' }
    const recordId = recordIdIn(isValues(data) ? data['answer'] : undefined)
    return recordId === undefined ? UNNAMED : { state: 'uploaded', recordId }
  } catch (error) {
    return failed(error, upload)
  }
}

interface UploadWork {
  readonly provider: ScreenProvider
  readonly resource: string
  readonly record: Row
  readonly state: Pick<ChoicesState, 'now' | 'change'>
  readonly signal: AbortSignal
}

/** The change to a slot after its upload ended. A file of the wrong type is not worth a retry. */
function after(ended: Uploaded): Partial<Chosen> {
  if (ended.state === 'uploaded') return { progress: ended }
  if (ended.state === 'sessionOver') return { progress: { state: 'chosen' } }
  const anotherKey = { idempotencyKey: crypto.randomUUID() }
  if (ended.state === 'cancelled') return { progress: { state: 'cancelled' }, ...anotherKey }
  if (ended.refusal.message !== uploadMessages.other) return { ...noFile, refusal: ended.refusal }
  const { refusal, isUnknown } = ended
  return { progress: { state: 'failed', refusal, isUnknown }, ...(ended.sameKey ? {} : anotherKey) }
}

/** Uploads the file in a slot, unless it is already uploaded. */
async function uploadSlot(slot: RequiredSlot, work: UploadWork): Promise<UploadedSlot | undefined> {
  const { provider, resource, record, state, signal } = work
  const { proof, file, progress, idempotencyKey } = choiceIn(state.now(), slot.key)
  if (proof === undefined || file === undefined) return undefined
  if (progress.state === 'uploaded') return { slot, proof, recordId: progress.recordId }
  const onShare = (share: number) => state.change(slot.key, { progress: { state: 'uploading', share } })
  state.change(slot.key, { progress: { state: 'uploading' } })
  const ended = await uploadFile(provider, { resource, record, file, idempotencyKey, signal, onShare })
  state.change(slot.key, after(ended))
  return ended.state === 'uploaded' ? { slot, proof, recordId: ended.recordId } : undefined
}

const isUploaded = ({ progress }: Chosen): boolean => progress.state === 'uploaded'

/**
 * Uploads the documents one by one and stops at the first failure. It then returns `undefined`, and the slots remember
 * the uploads that succeeded.
 */
export async function uploadAll(
  slots: readonly RequiredSlot[],
  work: UploadWork,
): Promise<readonly UploadedSlot[] | undefined> {
  const { now, change } = work.state
  const open = slots.filter(({ key }) => !isUploaded(choiceIn(now(), key)))
  for (const { key } of open) change(key, { progress: { state: 'waiting' }, refusal: undefined })
  const uploaded: UploadedSlot[] = []
  for (const slot of slots) {
    // One at a time: all uploads share the person's connection, and the first failure ends the run.
    const done = await uploadSlot(slot, work)
    if (done === undefined) {
      const waiting = slots.filter(({ key }) => choiceIn(now(), key).progress.state === 'waiting')
      for (const { key } of waiting) change(key, { progress: { state: 'chosen' } })
      return undefined
    }
    uploaded.push(done)
  }
  return uploaded
}
