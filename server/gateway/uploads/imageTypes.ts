import type { Sharp } from 'sharp'
import { uploadMessages, uploadTypes } from '../../../language/uploads.ts'
import { GatewayError } from '../errors.ts'
import type { FileKind } from './fileKind.ts'

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

const unsupported = (): GatewayError => new GatewayError('UNSUPPORTED_FILE')

/** Images by what tells them from other files; whether a file is one shows only when it is decoded. */
export const imageKind: FileKind = {
  hasAllowedName(name) {
    const ending = /\.([A-Za-z]+)$/.exec(name)?.[1]?.toLowerCase()
    return ending !== undefined && Object.hasOwn(uploadTypes, ending)
  },
  signatureBytes: Math.max(...signatures.map(({ length }) => length)),
  canBegin: (_name, head) => signatures.some((signature) => signature.equals(head.subarray(0, signature.length))),
  wrongName: unsupported,
  wrongContent: unsupported,
  tooBig: (name) => new GatewayError('TOO_LARGE', { message: uploadMessages.tooBig(name) }),
}
