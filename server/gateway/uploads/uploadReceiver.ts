import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Upload } from '../../../language/binding.ts'
import type { UploadFacts } from '../audit/auditTrail.ts'
import { GatewayError } from '../core/errors.ts'
import { abandonedBy, deadline, type Limits } from '../core/limits.ts'
import type { SentForm } from '../core/upstream.ts'
import type { CheckedRequest } from '../operations/operationRequest.ts'
import type { PreparedOperation } from '../operations/preparedOperations.ts'
import { withForwardedForm } from './forwardedForm.ts'
import { imageKind, uploadedImage } from './imageFile.ts'
import type { FileKind, ReadyFile, ReceivedFile } from './keepFile.ts'
import { tableKind, uploadedTable } from './tableFile.ts'
import type { UploadFiles, UploadFolder } from './uploadFolder.ts'
import { discardRest, type OpenedForm, openForm } from './uploadForm.ts'
import { createPerUserLimit, createSemaphore, type Semaphore } from './uploadPlaces.ts'

/** The result of an upload's form: everything that is forwarded. */
export interface ReceivedUpload {
  readonly checked: CheckedRequest
  readonly form: SentForm
  readonly file: UploadFacts
}

/** One request with a file. */
export interface Arriving {
  readonly prepared: PreparedOperation
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The sender's user id. */
  readonly person: number
  /** Called with the checked values before the file is read. @throws to end the upload */
  readonly admit: (checked: CheckedRequest) => Promise<void>
}

/** The receiver of uploads; see `createUploadReceiver`. */
export type UploadReceiver = ReturnType<typeof createUploadReceiver>

/** The kinds of file by their names in definitions. */
const kinds: Readonly<Record<NonNullable<Upload['kind']>, FileKind>> = { image: imageKind, table: tableKind }

async function within<T>(slots: Semaphore, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const release = await slots.take(signal)
  try {
    return await work()
  } finally {
    release()
  }
}

/**
 * Receives files, as many at once as `limits` allows. They pass through private files in `folder`, so memory does not
 * grow with their size and number.
 */
export function createUploadReceiver(limits: Limits, folder: UploadFolder) {
  const { uploadsPerPerson, uploadsAtOnce, decodesAtOnce, uploadsWaiting: waiting } = limits
  const perUser = createPerUserLimit(uploadsPerPerson)
  const places = createSemaphore({ most: uploadsAtOnce, waiting })
  const decoders = createSemaphore({ most: decodesAtOnce, waiting: uploadsAtOnce })

  /** Encodes an image again. A decoder is taken only when the file is complete, so a slow sender does not block one. */
  async function remade(received: ReceivedFile, files: UploadFiles, signal: AbortSignal): Promise<ReadyFile> {
    const image = await within(decoders, signal, () => uploadedImage(received, files.made, limits))
    await files.discardReceived()
    return image
  }

  /** Receives the file and checks it; a table is forwarded unchanged. */
  async function take(opened: OpenedForm, files: UploadFiles, signal: AbortSignal, kind: FileKind) {
    const received = await opened.readFile(files.received, signal)
    const ready = kind === tableKind ? await uploadedTable(received) : await remade(received, files, signal)
    if (signal.aborted) throw new GatewayError('OVERLOADED')
    return { ready, original: { bytes: received.bytes, type: ready.type, sha256: received.sha256 } }
  }

  return {
    /**
     * Receives and checks a file and passes it to `pass`. At its end, and after any failure, all files are removed. When
     * `pass` is called, nothing has been recorded or sent; it is not called once the browser has disconnected.
     *
     * @param pass receives the call's remaining time as a signal that no longer depends on the browser
     */
    async receive<T>(
      { prepared, request, reply, person, admit }: Arriving,
      pass: (upload: ReceivedUpload, signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const remaining = deadline(limits.uploadMs)
      const signal = AbortSignal.any([remaining, abandonedBy(reply)])
      const { field = 'file', kind: named = 'image' } = prepared.operation.upload ?? {}
      const kind = kinds[named]
      try {
        const opened = await openForm(request, prepared, limits.uploadBytes, kind)
        const { checked } = opened
        await admit(checked)
        const work = () =>
          folder.lend(request.log, async (files) => {
            const { ready, original } = await take(opened, files, signal, kind)
            return withForwardedForm(checked.body, field, ready, (form, forwarded) =>
              pass({ checked, form, file: { original, forwarded } }, remaining),
            )
          })
        return await perUser.within(person, () => within(places, signal, work))
      } finally {
        discardRest(request)
      }
    },
  }
}
