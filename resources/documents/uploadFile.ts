import { isValues } from '../../language/readRecord.ts'
import { valueAt } from '../../language/pointer.ts'
import type { ScreenProvider } from '../../src/data/useConsoleProvider.ts'
import { failureOf } from '../../src/data/failure.ts'
import type { Row } from '../../src/model/columns.ts'
import { checkReadable, refusalOf } from './checkFile.ts'
import type { Refusal } from './checkFile.ts'

/** One file on its way. */
export interface Upload {
  readonly resource: string
  readonly record: Row
  readonly file: File
  readonly idempotencyKey: string
  readonly signal: AbortSignal
  /** Hears how much of the file has been sent, between 0 and 1. */
  readonly onShare: (share: number) => void
}

/** How an upload ended. `isOver`: the session is; the shell says so. `sameKey`: it may have been made already. */
export type Uploaded =
  | { readonly state: 'uploaded'; readonly recordId: string }
  | { readonly state: 'failed'; readonly refusal: Refusal; readonly sameKey: boolean }
  | { readonly state: 'cancelled' }
  | { readonly state: 'sessionOver' }

/** Failures after which the first attempt may still have been made. */
const UNANSWERED = ['NETWORK', 'IN_FLIGHT']

/** The id under which the clearing firm keeps the document; the documents' list calls it `snap_id` (D-108). */
function recordIdIn(answer: unknown): string | undefined {
  const id = valueAt(answer, '/result/record_id')
  return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined
}

const UNNAMED: Uploaded = {
  state: 'failed',
  refusal: { message: 'Error', detail: 'The answer does not name the uploaded document.' },
  sameKey: false,
}

async function failed(error: unknown, { file, signal }: Upload): Promise<Uploaded> {
  if (signal.aborted) return { state: 'cancelled' }
  const failure = failureOf(error)
  if (failure.kind === 'sessionOver') return { state: 'sessionOver' }
  const vanished = await checkReadable(file)
  const sameKey = UNANSWERED.includes(failure.code ?? '')
  return { state: 'failed', refusal: vanished ?? refusalOf(file.name, failure), sameKey }
}

/** Sends one document to the clearing firm. Never rejects: what went wrong is in what it resolves with. */
export async function uploadFile(provider: ScreenProvider, upload: Upload): Promise<Uploaded> {
  const { resource, record, file, idempotencyKey, signal, onShare } = upload
  const vanished = await checkReadable(file)
  if (vanished !== undefined) return { state: 'failed', refusal: vanished, sameKey: false }
  const onProgress = (sent: number, total: number) => onShare(total > 0 ? Math.min(1, sent / total) : 0)
  try {
    const { data } = await provider.upload(resource, {
      name: 'uploadDocument',
      record,
      file,
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
