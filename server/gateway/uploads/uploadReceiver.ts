import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Upload } from '../../../language/binding.ts'
import type { FileFacts, UploadFacts } from '../audit/auditTrail.ts'
import { abandonedBy, deadline, type Limits } from '../core/limits.ts'
import type { BuildForm } from '../core/upstream.ts'
import type { CheckedRequest } from '../operations/checkedRequest.ts'
import type { PreparedOperation } from '../operations/preparedOperations.ts'
import { uploadedAsIs } from './asIsFile.ts'
import { withForwardedForm } from './forwardedForm.ts'
import { uploadedImage } from './imageFile.ts'
import type { ReadyFile, ReceivedFile } from './keepFile.ts'
import type { UploadFiles, UploadFolder } from './uploadFolder.ts'
import { discardRest, type OpenedForm, openForm } from './uploadForm.ts'
import { createPerUserLimit, createSemaphore, overloaded, type Semaphore } from '../core/places.ts'

/** The result of an upload's form: everything that is forwarded. */
export interface ReceivedUpload {
  readonly checked: CheckedRequest
  readonly form: BuildForm
  readonly files: readonly UploadFacts[]
}

/** One request with files. */
export interface Arriving {
  readonly prepared: PreparedOperation
  readonly upload: Upload
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The sender's user id. */
  readonly person: number
  /** Called with the checked values before a file is read. @throws to end the upload */
  readonly admit: (checked: CheckedRequest) => Promise<void>
}

export type UploadReceiver = ReturnType<typeof createUploadReceiver>

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
  async function remade(received: ReceivedFile, files: UploadFiles, signal: AbortSignal, upload: Upload) {
    const image = await within(decoders, signal, () => uploadedImage(received, files.made, upload, limits))
    await files.discardReceived()
    return image
  }

  /** Receives the files and checks each; only images are changed. */
  async function take(opened: OpenedForm, next: () => Promise<UploadFiles>, signal: AbortSignal, upload: Upload) {
    const taken: { readonly ready: ReadyFile; readonly original: FileFacts }[] = []
    while (opened.hasNext()) {
      const files = await next()
      const received = await opened.readFile(files.received, signal)
      const { kind, bytes, sha256 } = received
      const ready =
        kind === 'image' ? await remade(received, files, signal, upload) : await uploadedAsIs(received, kind, upload)
      if (signal.aborted) throw overloaded(signal)
      taken.push({ ready, original: { bytes, type: ready.type, sha256 } })
    }
    return taken
  }

  return {
    /**
     * Receives and checks the files and passes them to `pass`. At its end, and after any failure, all files are removed. When
     * `pass` is called, nothing has been recorded or sent; it is not called once the browser has disconnected.
     *
     * @param pass receives the call's remaining time as a signal that no longer depends on the browser
     */
    async receive<T>(
      { prepared, upload: declared, request, reply, person, admit }: Arriving,
      pass: (upload: ReceivedUpload, signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const remaining = deadline(limits.uploadMs)
      const signal = AbortSignal.any([remaining, abandonedBy(reply)])
      const upload = { ...declared, maxBytes: Math.min(declared.maxBytes, limits.uploadBytes) }
      try {
        const opened = await openForm(request, prepared, upload)
        const { checked } = opened
        await admit(checked)
        const work = () =>
          folder.lend(request.log, async (next) => {
            const taken = await take(opened, next, signal, upload)
            const ready = taken.map((each) => each.ready)
            return withForwardedForm(upload, ready, (form, forwarded) => {
              const files = taken.flatMap(({ original }, index) => {
                const sent = forwarded[index]
                return sent === undefined ? [] : [{ original, forwarded: sent }]
              })
              return pass({ checked, form, files }, remaining)
            })
          })
        return await perUser.within(person, () => within(places, signal, work))
      } finally {
        discardRest(request)
      }
    },
  }
}
