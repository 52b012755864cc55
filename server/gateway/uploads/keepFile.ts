import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { failWith, GatewayError } from '../core/errors.ts'

/** One kind of file in forms: how it is recognised while it arrives, and how it is refused. */
export interface FileKind {
  readonly hasAllowedName: (name: string) => boolean
  /** The number of first bytes that `canBegin` needs. */
  readonly signatureBytes: number
  /** True when a file with this name and beginning can be of the kind; only the whole file shows whether it is. */
  readonly canBegin: (name: string, head: Uint8Array) => boolean
  /** The refusal by name. */
  readonly wrongName: () => GatewayError
  /** The refusal by content. */
  readonly wrongContent: () => GatewayError
  readonly tooBig: (name: string) => GatewayError
}

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
  { signatureBytes, canBegin, wrongContent }: FileKind,
): Promise<Pick<ReceivedFile, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let bytes = 0
  const disk = await open(path, 'r+').catch(failWith('STORAGE_FAILED'))
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (head.length < signatureBytes) {
        head = Buffer.concat([head, chunk.subarray(0, signatureBytes)])
        if (head.length >= signatureBytes && !canBegin(name, head)) throw wrongContent()
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
  kind: FileKind,
): Promise<ReceivedFile> {
  const { name, content } = file
  const stop = (reason: Error): void => void content.destroy(reason)
  const abort = (): void => stop(new Error('the file is no longer awaited'))
  const refuse = (): void => stop(kind.tooBig(name))
  content.once('limit', refuse)
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    if (!kind.hasAllowedName(name)) throw kind.wrongName()
    if (content.truncated) throw kind.tooBig(name)
    return { name, path, ...(await copy(file, path, kind)) }
  } catch (error) {
    throw error instanceof GatewayError ? error : incomplete(error)
  } finally {
    signal.removeEventListener('abort', abort)
    content.off('limit', refuse)
  }
}
