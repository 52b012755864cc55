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

/** Takes files in. They pass through private files on disk, so memory does not grow with their size and number. */
export interface UploadReceiver {
  /**
   * Receives and checks a file and hands it to `pass`, keeping it until that has ended; after that, and whatever fails,
   * nothing of it is left. Nothing has been recorded or sent when `pass` is called, and it is not called once the
   * browser has gone.
   *
   * @param pass is given the call's remaining time as a signal that no longer depends on the browser
   */
  receive<T>(arriving: Arriving, pass: (upload: ReceivedUpload, signal: AbortSignal) => Promise<T>): Promise<T>
}

/** The kinds of file by their names in definitions. */
const kinds: Readonly<Record<NonNullable<Upload['kind']>, FileKind>> = { image: imageKind, table: tableKind }

async function within<T>(slots: Semaphore, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const giveBack = await slots.take(signal)
  try {
    return await work()
  } finally {
    giveBack()
  }
}

/** A desk with places for as many files as `limits` says, kept in `folder` while they are looked at. */
export function createUploadReceiver(limits: Limits, folder: UploadFolder): UploadReceiver {
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
    async receive({ prepared, request, reply, person, admit }, pass) {
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
            return withForwardedForm(checked.body, field, ready, ({ form, forwarded }) =>
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
