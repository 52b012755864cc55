import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { uploadMessages } from '../../../schemas/shared/uploads.ts'
import { GatewayError } from '../errors.ts'
import { beginsLikeImage, hasAllowedName, SIGNATURE_BYTES } from './imageTypes.ts'
import { storageFailed } from './uploadFolder.ts'

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

/** The refusal of a file beyond the limit. */
export const tooBig = (name: string): GatewayError =>
  new GatewayError('TOO_LARGE', { message: uploadMessages.tooBig(name) })

/** The refusal of a file that is none of the images. */
export const unsupported = (): GatewayError => new GatewayError('UNSUPPORTED_FILE')

/** The refusal of a form that breaks off or makes no sense. */
export const incomplete = (cause?: unknown): GatewayError =>
  new GatewayError('BAD_REQUEST', { message: 'The form is incomplete or malformed.', cause })

/** Writes what arrives to `path`, a chunk at a time, as fast as the disk takes it. */
async function copy({ content }: ArrivingFile, path: string): Promise<Pick<ReceivedFile, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let bytes = 0
  const disk = await open(path, 'r+').catch((cause: unknown) => {
    throw storageFailed(cause)
  })
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (head.length < SIGNATURE_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, SIGNATURE_BYTES)])
        if (head.length >= SIGNATURE_BYTES && !beginsLikeImage(head)) throw unsupported()
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
 * Takes a file in, holding no more of it in memory than a few chunks. One that begins like no image is refused by its
 * first bytes, one that is too big by the first byte too many; neither is read any further.
 *
 * @param path an empty file
 * @throws GatewayError UNSUPPORTED_FILE, TOO_LARGE, STORAGE_FAILED, and BAD_REQUEST where it breaks off
 */
export async function keepFile(file: ArrivingFile, path: string, signal: AbortSignal): Promise<ReceivedFile> {
  const { name, content } = file
  const stop = (reason: Error): void => void content.destroy(reason)
  const abort = (): void => stop(new Error('nobody waits for this file any more'))
  const refuse = (): void => stop(tooBig(name))
  content.once('limit', refuse)
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    if (!hasAllowedName(name)) throw unsupported()
    if (content.truncated) throw tooBig(name)
    return { name, path, ...(await copy(file, path)) }
  } catch (error) {
    throw error instanceof GatewayError ? error : incomplete(error)
  } finally {
    signal.removeEventListener('abort', abort)
    content.off('limit', refuse)
  }
}
