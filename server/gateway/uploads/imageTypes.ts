import type { Sharp } from 'sharp'
import { uploadTypes } from '../../../schemas/shared/uploads.ts'

/** How one type of image is recognised and made anew. */
export interface ImageType {
  /** Of the name it is sent on by. */
  readonly extension: string
  /** What its files begin with. */
  readonly signature: Buffer
  /** The ways to encode it, the best first: a later one is taken only where an earlier one grew too large. */
  readonly ways: readonly ((image: Sharp) => Sharp)[]
}

/** The images that are taken, by media type (S-35). */
export const imageTypes: Readonly<Record<string, ImageType>> = {
  'image/jpeg': {
    extension: 'jpg',
    signature: Buffer.from([0xff, 0xd8, 0xff]),
    ways: [95, 90, 80].map((quality) => (image) => image.jpeg({ quality })),
  },
  'image/png': {
    extension: 'png',
    signature: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ways: [(image) => image.png(), (image) => image.png({ compressionLevel: 9, adaptiveFiltering: true })],
  },
  'image/gif': { extension: 'gif', signature: Buffer.from('GIF8', 'latin1'), ways: [(image) => image.gif()] },
}

const signatures = Object.values(imageTypes).map(({ signature }) => signature)

/** So many bytes tell whether a file can be an image at all. */
export const SIGNATURE_BYTES = Math.max(...signatures.map(({ length }) => length))

/** Whether a file that begins so can be one of the images; whether it is one shows only when it is decoded. */
export const beginsLikeImage = (head: Uint8Array): boolean =>
  signatures.some((signature) => signature.equals(head.subarray(0, signature.length)))

/** Whether a file's name ends as one of the images does. */
export function hasAllowedName(name: string): boolean {
  const ending = /\.([A-Za-z]+)$/.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && Object.hasOwn(uploadTypes, ending)
}
