import { fileTypeFromFile } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { failWith, GatewayError } from '../core/errors.ts'
import type { Limits } from '../core/limits.ts'
import { type Accepted, refusalsOf } from './refusals.ts'
import type { ReadyFile, ReceivedFile } from './keepFile.ts'
import { storageFailed } from './uploadFolder.ts'

interface ImageType {
  /** It is forwarded as `document.{extension}`. */
  readonly extension: string
  /** The ways to encode it, the best first: a later one is used only when an earlier result is too large. */
  readonly ways: readonly ((image: Sharp) => Sharp)[]
}

/** The accepted images, by media type (S-35). */
const imageTypes: Readonly<Record<string, ImageType>> = {
  'image/jpeg': {
    extension: 'jpg',
    ways: [95, 90, 80].map((quality) => (image) => image.jpeg({ quality })),
  },
  'image/png': {
    extension: 'png',
    ways: [(image) => image.png(), (image) => image.png({ compressionLevel: 9, adaptiveFiltering: true })],
  },
  'image/gif': { extension: 'gif', ways: [(image) => image.gif()] },
}

const DECODE_S = 30

// The process reads only these three kinds of image, whatever a file claims to be (S-35).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif'] })
sharp.cache(false)

const unreadable = (cause?: unknown): GatewayError => new GatewayError('UNREADABLE_FILE', { cause })

/** True when the encoder could not write to the disk; its other errors are about the image. */
const isFailedWrite = (error: unknown): boolean => error instanceof Error && error.message.includes('write error')

async function typeOf({ name, path }: ReceivedFile, accepted: Accepted): Promise<string> {
  const found = await fileTypeFromFile(path).catch(failWith('UNREADABLE_FILE'))
  if (found === undefined || !Object.hasOwn(imageTypes, found.mime)) throw refusalsOf(accepted).wrongContent(name)
  return found.mime
}

/** Refuses an image of very many frames by its outline, before any is decoded. */
async function assertFewFrames({ path }: ReceivedFile, imageFrames: number): Promise<void> {
  const { pages = 1 } = await sharp(path, { animated: true, limitInputPixels: false })
    .metadata()
    .catch(failWith('UNREADABLE_FILE'))
  if (pages > imageFrames) throw unreadable()
}

/** Encodes the image again, to `target`; returns its size in bytes. */
async function encode(
  { path }: ReceivedFile,
  target: string,
  way: ImageType['ways'][number],
  imagePixels: number,
): Promise<number> {
  try {
    const image = sharp(path, {
      failOn: 'error',
      limitInputPixels: imagePixels,
      animated: true,
      sequentialRead: true,
    })
    const { size } = await way(image.autoOrient().timeout({ seconds: DECODE_S })).toFile(target)
    return size
  } catch (cause) {
    throw isFailedWrite(cause) ? storageFailed(cause) : unreadable(cause)
  }
}

/**
 * Encodes an uploaded image again (S-35, S-36): its content must have an allowed type (which may differ from its name:
 * phones name their PNG screenshots `.jpg`), and it must decode whole. The result has the orientation applied and
 * contains only pixels: no metadata, nothing after the image. The work goes from file to file, in threads.
 *
 * @param target the file to write to
 * @throws GatewayError TOO_LARGE, UNSUPPORTED_FILE, STORAGE_FAILED, or UNREADABLE_FILE for everything else
 */
export async function uploadedImage(
  file: ReceivedFile,
  target: string,
  accepted: Accepted,
  { imagePixels, imageFrames }: Pick<Limits, 'imagePixels' | 'imageFrames'>,
): Promise<ReadyFile> {
  const { empty, tooBig } = refusalsOf(accepted)
  if (file.bytes === 0) throw empty(file.name)
  const type = await typeOf(file, accepted)
  await assertFewFrames(file, imageFrames)
  const { extension = '', ways = [] } = imageTypes[type] ?? {}
  for (const way of ways) {
    const bytes = await encode(file, target, way, imagePixels)
    if (bytes <= accepted.maxBytes) return { path: target, bytes, type, extension }
  }
  throw tooBig(file.name)
}
