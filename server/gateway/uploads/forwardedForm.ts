import { failWith } from '../core/errors.ts'
import { createHash, randomBytes } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FileFacts } from '../audit/auditTrail.ts'
import type { SentForm } from '../core/upstream.ts'
import type { CheckedRequest } from '../operations/operationRequest.ts'
import type { ReadyFile } from './keepFile.ts'

const LINE = '\r\n'
const CHUNK_BYTES = 64 * 1024

/** The file from its beginning; it remains open. */
async function* contentOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  let position = 0
  for (;;) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(CHUNK_BYTES), position })
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function digestOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of contentOf(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** The form up to the content of the file. */
function headOf(
  boundary: string,
  values: CheckedRequest['body'],
  field: string,
  { type, extension }: ReadyFile,
): Buffer {
  const opening = `--${boundary}${LINE}Content-Disposition: form-data; name=`
  const fields = Object.entries(values ?? {}).map(
    ([name, value]) => `${opening}"${name}"${LINE}${LINE}${String(value)}${LINE}`,
  )
  const file = `${opening}"${field}"; filename="document.${extension}"${LINE}Content-Type: ${type}${LINE}${LINE}`
  return Buffer.from(fields.join('') + file)
}

async function* partsOf(head: Buffer, file: FileHandle, tail: Buffer): AsyncGenerator<Uint8Array> {
  yield head
  yield* contentOf(file)
  yield tail
}

/**
 * Passes the form of an upload to `send`, built by the gateway: the checked values, then the file under the gateway's own
 * name (S-36). It is read from the disk while it is sent. The file is opened once, so the recorded digest is of the sent
 * bytes.
 *
 * @param field the form's name of the file; like the names of the values it comes from the definition
 */
export async function withForwardedForm<T>(
  values: CheckedRequest['body'],
  field: string,
  ready: ReadyFile,
  send: (form: SentForm, file: FileFacts) => Promise<T>,
): Promise<T> {
  const boundary = `countersign-${randomBytes(24).toString('hex')}`
  const head = headOf(boundary, values, field, ready)
  const tail = Buffer.from(`${LINE}--${boundary}--${LINE}`)
  const file = await open(ready.path, 'r').catch(failWith('STORAGE_FAILED'))
  const body = Readable.from(partsOf(head, file, tail), { objectMode: false })
  // The call that reads it fails with the same error and reports it.
  body.on('error', () => undefined)
  try {
    const form = {
      contentType: `multipart/form-data; boundary=${boundary}`,
      length: head.length + ready.bytes + tail.length,
      bytes: body,
    }
    const { bytes, type } = ready
    return await send(form, { bytes, type, sha256: await digestOf(file) })
  } finally {
    body.destroy()
    await file.close()
  }
}
