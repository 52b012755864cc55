import type { ScreenProvider } from '../../src/data/useConsoleProvider.ts'
import { uploadMessages } from '../../language/uploads.ts'
import type { Row } from '../../src/model/columns.ts'
import { choiceIn, noFile } from './chosen.ts'
import type { Chosen } from './chosen.ts'
import type { RequiredSlot } from './requiredSlots.ts'
import type { UploadedSlot } from './saveInput.ts'
import { uploadFile } from './uploadFile.ts'
import type { Uploaded } from './uploadFile.ts'
import type { ChoicesState } from './useChoices.ts'

/** What the uploading of all chosen documents needs. */
export interface UploadWork {
  readonly provider: ScreenProvider
  readonly resource: string
  readonly record: Row
  readonly state: Pick<ChoicesState, 'now' | 'change'>
  readonly signal: AbortSignal
}

/** What a slot becomes when its upload has ended. A file that is of the wrong kind is not worth another attempt. */
function after(ended: Uploaded): Partial<Chosen> {
  if (ended.state === 'uploaded') return { progress: ended }
  if (ended.state === 'sessionOver') return { progress: { state: 'chosen' } }
  const anotherKey = { idempotencyKey: crypto.randomUUID() }
  if (ended.state === 'cancelled') return { progress: { state: 'cancelled' }, ...anotherKey }
  if (ended.refusal.message !== uploadMessages.other) return { ...noFile, refusal: ended.refusal }
  return { progress: { state: 'failed', refusal: ended.refusal }, ...(ended.sameKey ? {} : anotherKey) }
}

/** Uploads what is in a slot, unless that has been done. */
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
 * Uploads one document after another and ends with the first that fails: `undefined` then, and what has been uploaded
 * is remembered in its slot.
 */
export async function uploadAll(
  slots: readonly RequiredSlot[],
  work: UploadWork,
): Promise<readonly UploadedSlot[] | undefined> {
  const { now, change } = work.state
  const open = slots.filter(({ key }) => !isUploaded(choiceIn(now(), key)))
  for (const { key } of open) change(key, { progress: { state: 'waiting' } })
  const uploaded: UploadedSlot[] = []
  for (const slot of slots) {
    // One at a time: a person's line is shared by all of them, and the first failure ends it.
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
