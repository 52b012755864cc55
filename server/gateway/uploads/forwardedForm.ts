import { failWith } from '../core/errors.ts'
import { createHash, randomBytes } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Upload } from '../../../language/binding.ts'
import type { FileFacts } from '../audit/auditTrail.ts'
import type { BuildForm } from '../core/upstream.ts'
import type { CheckedRequest } from '../operations/checkedRequest.ts'
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

interface OpenedFile extends ReadyFile {
  readonly handle: FileHandle
}

/** A value as the text of a form's fields: a list as one field for each item, null as an empty text. */
const textsOf = (value: unknown): readonly string[] =>
  [value].flat().map((each) => (each === null ? '' : typeof each === 'string' ? each : JSON.stringify(each)))

/** The parts of a form: text, or a file to read. */
function partsOf(
  boundary: string,
  values: CheckedRequest['body'],
  field: string,
  files: readonly OpenedFile[],
): readonly (Buffer | FileHandle)[] {
  const opening = `--${boundary}${LINE}Content-Disposition: form-data; name=`
  const fields = Object.entries(values ?? {}).flatMap(([name, value]) =>
    textsOf(value).map((text) => `${opening}"${name}"${LINE}${LINE}${text}${LINE}`),
  )
  const sent = files.flatMap(({ type, extension, handle }, index) => {
    const name = `document${files.length === 1 ? '' : `-${index + 1}`}.${extension}`
    const head = `${opening}"${field}"; filename="${name}"${LINE}Content-Type: ${type}${LINE}${LINE}`
    return [Buffer.from(head), handle, Buffer.from(LINE)]
  })
  return [Buffer.from(fields.join('')), ...sent, Buffer.from(`--${boundary}--${LINE}`)]
}

async function* bytesOf(parts: readonly (Buffer | FileHandle)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if ('fd' in part) yield* contentOf(part)
    else yield part
  }
}

/** Opens the files, passes them to `work`, and closes them. */
async function withOpened<T>(
  files: readonly ReadyFile[],
  work: (opened: readonly OpenedFile[]) => Promise<T>,
): Promise<T> {
  const opened: OpenedFile[] = []
  try {
    for (const file of files)
      opened.push({ ...file, handle: await open(file.path, 'r').catch(failWith('STORAGE_FAILED')) })
    return await work(opened)
  } finally {
    await Promise.all(opened.map(({ handle }) => handle.close()))
  }
}

/** The parts that are sent, with their type: a form, or the one file alone. */
function sentParts(
  { field, isBody }: Upload,
  values: CheckedRequest['body'],
  files: readonly OpenedFile[],
): { readonly contentType: string; readonly parts: readonly (Buffer | FileHandle)[] } {
  const [only] = files
  if (isBody === true && only !== undefined) return { contentType: only.type, parts: [only.handle] }
  const boundary = `countersign-${randomBytes(24).toString('hex')}`
  return { contentType: `multipart/form-data; boundary=${boundary}`, parts: partsOf(boundary, values, field, files) }
}

/**
 * Passes the body of an upload to `send`, built by the gateway: the values of the call, then the files under the
 * gateway's own names (S-36), or the file alone. They are read from the disk while they are sent. Each file is opened
 * once, so the recorded digests are of the sent bytes.
 *
 * @param upload the names in the form; like the names of the values they come from the definition
 */
export async function withForwardedForm<T>(
  upload: Upload,
  ready: readonly ReadyFile[],
  send: (form: BuildForm, files: readonly FileFacts[]) => Promise<T>,
): Promise<T> {
  return withOpened(ready, async (files) => {
    const bodies: Readable[] = []
    const form: BuildForm = (values) => {
      const { contentType, parts } = sentParts(upload, values, files)
      const body = Readable.from(bytesOf(parts), { objectMode: false })
      // The call that reads it fails with the same error and reports it.
      body.on('error', () => undefined)
      bodies.push(body)
      const texts = parts.reduce((sum, part) => sum + ('fd' in part ? 0 : part.length), 0)
      const length = files.reduce((sum, { bytes }) => sum + bytes, texts)
      return { contentType, length, bytes: body }
    }
    const facts: FileFacts[] = []
    for (const { bytes, type, handle } of files) facts.push({ bytes, type, sha256: await digestOf(handle) })
    try {
      return await send(form, facts)
    } finally {
      for (const body of bodies) body.destroy()
    }
  })
}
