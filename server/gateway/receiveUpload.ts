import type { FastifyReply, FastifyRequest } from 'fastify'
import { abandonedBy, deadline } from './deadline.ts'
import { GatewayError } from './errors.ts'
import type { UploadFacts } from './fileFacts.ts'
import { forwardedForm } from './forwardedForm.ts'
import type { Limits } from './limits.ts'
import type { CheckedRequest } from './operationRequest.ts'
import type { PreparedOperation } from './preparedOperations.ts'
import { createSlots, type Slots } from './slots.ts'
import { discardRest, openForm } from './uploadForm.ts'
import { uploadedImage } from './uploadedImage.ts'

/** What came of an upload's form: everything that is sent on, and nothing else of it is left. */
export interface ReceivedUpload {
  readonly checked: CheckedRequest
  readonly form: { readonly contentType: string; readonly bytes: Uint8Array }
  readonly file: UploadFacts
}

/** One request that brings a file. */
export interface Arriving {
  readonly prepared: PreparedOperation
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Asked once the values are known and before anything of the file is read. @throws where the upload ends here */
  readonly admit: (checked: CheckedRequest) => Promise<void>
}

/** Takes files in, in bounded memory. */
export interface UploadDesk {
  /**
   * Receives and checks a file and hands it to `pass`, holding its place in memory until that has ended. Nothing has
   * been recorded or sent when `pass` is called, and it is not called once the browser has gone.
   *
   * @param pass is given the call's remaining time as a signal that no longer depends on the browser
   */
  receive<T>(arriving: Arriving, pass: (upload: ReceivedUpload, signal: AbortSignal) => Promise<T>): Promise<T>
}

async function within<T>(slots: Slots, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const giveBack = await slots.take(signal)
  try {
    return await work()
  } finally {
    giveBack()
  }
}

/** A desk with places for as many files as `limits` says. */
export function createUploadDesk(limits: Limits): UploadDesk {
  const { uploadBytes, uploadsAtOnce, decodesAtOnce, uploadsWaiting: waiting } = limits
  const memory = createSlots({ most: uploadsAtOnce, waiting })
  const decoders = createSlots({ most: decodesAtOnce, waiting: uploadsAtOnce })

  return {
    async receive(arriving, pass) {
      const { operation } = arriving.prepared
      const remaining = deadline(limits.uploadMs)
      const signal = AbortSignal.any([remaining, abandonedBy(arriving.reply)])
      try {
        const opened = await openForm(arriving.request, arriving.prepared, uploadBytes)
        const { checked } = opened
        await arriving.admit(checked)
        return await within(memory, signal, async () => {
          const received = await opened.readFile(signal)
          const image = await within(decoders, signal, () => uploadedImage(received, limits))
          if (signal.aborted) throw new GatewayError('OVERLOADED')
          const form = forwardedForm(checked.body, operation.upload?.field ?? 'file', image)
          return pass({ checked, form, file: image.facts }, remaining)
        })
      } finally {
        discardRest(arriving.request)
      }
    },
  }
}
