import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { UploadKind } from '../../../language/binding.ts'
import { canBegin, kindOf, SIGNATURE_BYTES } from '../../../language/uploads.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import { type Accepted, refusalsOf } from './refusals.ts'

/** A file that was checked whole and may be forwarded. */
export interface ReadyFile {
  readonly path: string
  readonly bytes: number
  /** Media type by its content. */
  readonly type: string
  /** It is forwarded as `document.{extension}`. */
  readonly extension: string
}

/** A received file on disk; `name` is safe to show. */
export interface ReceivedFile {
  readonly name: string
  /** The kind that its name shows. */
  readonly kind: UploadKind
  readonly path: string
  readonly bytes: number
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string
}

/** A file that arrives. When it exceeds its limit, `truncated` is true and `limit` is emitted. */
export interface ArrivingFile {
  readonly name: string
  readonly content: Readable & { readonly truncated: boolean }
}

/** The refusal of an incomplete or malformed form. */
export const incomplete = (cause?: unknown): GatewayError =>
  new GatewayError('BAD_REQUEST', { message: 'The form is incomplete or malformed.', cause })

/** Writes the file to `path`, a chunk at a time, as fast as the disk takes it. */
async function copy(
  { name, content }: ArrivingFile,
  path: string,
  kind: UploadKind,
  wrongContent: (name: string) => GatewayError,
) {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let bytes = 0
  const disk = await open(path, 'r+').catch(failWith('STORAGE_FAILED'))
  try {
    const chunks: AsyncIterable<Buffer> = content
    for await (const chunk of chunks) {
      if (head.length < SIGNATURE_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, SIGNATURE_BYTES)])
        if (head.length >= SIGNATURE_BYTES && !canBegin(kind, name, head)) throw wrongContent(name)
      }
      hash.update(chunk)
      bytes += chunk.length
      await disk.writeFile(chunk).catch(failWith('STORAGE_FAILED'))
    }
  } finally {
    await disk.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Receives a file with no more than a few chunks in memory. A file that cannot be of its kind is refused by its first
 * bytes, one that is too big by the first byte too many; neither is read any further.
 *
 * @param path an empty file
 * @throws GatewayError UNSUPPORTED_FILE, TOO_LARGE, STORAGE_FAILED, and BAD_REQUEST for an incomplete file
 */
export async function keepFile(
  file: ArrivingFile,
  path: string,
  signal: AbortSignal,
  accepted: Accepted,
): Promise<ReceivedFile> {
  const { name, content } = file
  const { wrongName, wrongContent, tooBig } = refusalsOf(accepted)
  const stop = (reason: Error): void => void content.destroy(reason)
  const abort = (): void => stop(new Error('the file is no longer awaited'))
  const refuse = (): void => stop(tooBig(name))
  content.once('limit', refuse)
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    const kind = kindOf(accepted, name)
    if (kind === undefined) throw wrongName()
    if (content.truncated) throw tooBig(name)
    return { name, kind, path, ...(await copy(file, path, kind, wrongContent)) }
  } catch (error) {
    throw error instanceof GatewayError ? error : incomplete(error)
  } finally {
    signal.removeEventListener('abort', abort)
    content.off('limit', refuse)
  }
}
