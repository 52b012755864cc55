import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { GatewayError } from '../core/errors.ts'
import { storageFailed } from './uploadFolder.ts'

/** One kind of file that forms may bring: how it is told from others while it arrives, and how it is refused. */
export interface FileKind {
  readonly hasAllowedName: (name: string) => boolean
  /** So many bytes tell whether a file can be of the kind at all. */
  readonly signatureBytes: number
  /** Whether a file of this name that begins so can be of the kind; whether it is shows only when all of it is here. */
  readonly canBegin: (name: string, head: Uint8Array) => boolean
  /** The refusal by name. */
  readonly wrongName: () => GatewayError
  /** The refusal by content. */
  readonly wrongContent: () => GatewayError
  readonly tooBig: (name: string) => GatewayError
}

/** A file that was looked at whole and may be sent on. */
export interface ReadyFile {
  readonly path: string
  readonly bytes: number
  /** Media type by its content. */
  readonly type: string
  /** Of the name it is sent on by: `document.{extension}`. */
  readonly extension: string
}

/** A file as the form brought it, kept on disk; `name` is safe to be shown. */
export interface ReceivedFile {
  readonly name: string
  readonly path: string
  readonly bytes: number
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string
}

/** A file that arrives. `truncated` is true and `limit` is emitted when it goes beyond its limit. */
export interface ArrivingFile {
  readonly name: string
  readonly content: Readable & { readonly truncated: boolean }
}

/** The refusal of a form that breaks off or makes no sense. */
export const incomplete = (cause?: unknown): GatewayError =>
  new GatewayError('BAD_REQUEST', { message: 'The form is incomplete or malformed.', cause })

/** Writes what arrives to `path`, a chunk at a time, as fast as the disk takes it. */
async function copy(
  { name, content }: ArrivingFile,
  path: string,
  { signatureBytes, canBegin, wrongContent }: FileKind,
): Promise<Pick<ReceivedFile, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let bytes = 0
  const disk = await open(path, 'r+').catch((cause: unknown) => {
    throw storageFailed(cause)
  })
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (head.length < signatureBytes) {
        head = Buffer.concat([head, chunk.subarray(0, signatureBytes)])
        if (head.length >= signatureBytes && !canBegin(name, head)) throw wrongContent()
      }
      hash.update(chunk)
      bytes += chunk.length
      await disk.writeFile(chunk).catch((cause: unknown) => {
        throw storageFailed(cause)
      })
    }
  } finally {
    await disk.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Takes a file in, holding no more of it in memory than a few chunks. One that cannot be of its kind is refused by its
 * first bytes, one that is too big by the first byte too many; neither is read any further.
 *
 * @param path an empty file
 * @throws GatewayError UNSUPPORTED_FILE, TOO_LARGE, STORAGE_FAILED, and BAD_REQUEST where it breaks off
 */
export async function keepFile(
  file: ArrivingFile,
  path: string,
  signal: AbortSignal,
  kind: FileKind,
): Promise<ReceivedFile> {
  const { name, content } = file
  const stop = (reason: Error): void => void content.destroy(reason)
  const abort = (): void => stop(new Error('nobody waits for this file any more'))
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
