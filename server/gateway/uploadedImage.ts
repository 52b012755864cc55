import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { uploadMessages, uploadTypes } from '../../schemas/shared/uploads.ts'
import { GatewayError } from './errors.ts'
import { factsOf, type UploadFacts } from './fileFacts.ts'

/** An image that was decoded whole and encoded anew. */
export interface UploadedImage {
  readonly bytes: Uint8Array
  readonly type: string
  /** Of the name it is sent on by: `document.{extension}`. */
  readonly extension: string
  readonly facts: UploadFacts
}

/** The figures an image is held to. */
export interface ImageLimits {
  /** Largest file, in bytes, as it came and as it is sent on. */
  readonly uploadBytes: number
  /** All frames together. */
  readonly imagePixels: number
}

/** The file as the form brought it; `name` is safe to be shown. */
export interface ReceivedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const DECODE_S = 30

// The process reads these three kinds of image and no other, whatever a file claims to be (S-35).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
})
sharp.cache(false)

const unsupported = (): GatewayError => new GatewayError('UNSUPPORTED_FILE')
const unreadable = (cause?: unknown): GatewayError => new GatewayError('UNREADABLE_FILE', { cause })

/** The refusal of a file beyond the limit. */
export const tooBig = (name: string): GatewayError =>
  new GatewayError('TOO_LARGE', { message: uploadMessages.tooBig(name) })

/** The ways to encode each type, the best first: a later one is taken only where an earlier one grew too large. */
const encodings: Readonly<Record<string, { readonly extension: string; readonly ways: readonly Encode[] }>> = {
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

type Encode = (image: Sharp) => Sharp

function hasAllowedName(name: string): boolean {
  const ending = /\.([A-Za-z]+)$/.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && Object.hasOwn(uploadTypes, ending)
}

async function typeOf({ name, bytes }: ReceivedFile): Promise<string> {
  const found = await fileTypeFromBuffer(bytes).catch((cause: unknown) => {
    throw unreadable(cause)
  })
  if (!hasAllowedName(name) || found === undefined || !Object.hasOwn(encodings, found.mime)) throw unsupported()
  return found.mime
}

async function encode({ bytes }: ReceivedFile, way: Encode, imagePixels: number): Promise<Uint8Array> {
  try {
    const image = sharp(bytes, {
      failOn: 'error',
      limitInputPixels: imagePixels,
      animated: true,
      sequentialRead: true,
    })
    return await way(image.autoOrient().timeout({ seconds: DECODE_S })).toBuffer()
  } catch (cause) {
    throw unreadable(cause)
  }
}

/**
 * Checks an uploaded file and makes it anew (S-35, S-36): its name and its content must each be of an allowed type
 * (not the same one: phones name their PNG screenshots `.jpg`), and it must decode whole. What is sent on has the
 * orientation applied and holds pixels alone: no metadata, nothing behind the image. Pixels are worked on in threads.
 *
 * @throws GatewayError TOO_LARGE, UNSUPPORTED_FILE, or UNREADABLE_FILE for everything else
 */
export async function uploadedImage(
  file: ReceivedFile,
  { uploadBytes, imagePixels }: ImageLimits,
): Promise<UploadedImage> {
  if (file.bytes.byteLength > uploadBytes) throw tooBig(file.name)
  if (file.bytes.byteLength === 0) throw unreadable()
  const type = await typeOf(file)
  const { extension = '', ways = [] } = encodings[type] ?? {}
  for (const way of ways) {
    const bytes = await encode(file, way, imagePixels)
    if (bytes.byteLength > uploadBytes) continue
    return { bytes, type, extension, facts: { original: factsOf(file.bytes, type), forwarded: factsOf(bytes, type) } }
  }
  throw tooBig(file.name)
}
