import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

/** A black PNG of any size; `behind` goes into a chunk of its own that readers skip. */
export function blackPng(width: number, height: number, behind = 0): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const row = Math.ceil(width / 8) + 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(behind === 0 ? [] : [chunk('prVt', Buffer.alloc(behind))]),
    chunk('IDAT', deflateSync(Buffer.alloc(row * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** What a chunk costs beside its content. */
const FRAME = 12

/** A valid PNG of exactly so many bytes. */
export const pngOfBytes = (bytes: number): Buffer => blackPng(8, 8, bytes - blackPng(8, 8).length - FRAME)

const canvas = { create: { width: 40, height: 20, channels: 3, background: { r: 200, g: 40, b: 10 } } } as const

/** A picture 40 wide and 20 high, of one colour. */
export const picture = (): Sharp => sharp(canvas)

/** A photograph as a phone makes it: turned, and telling where it was taken. */
export const photo = (): Promise<Buffer> =>
  picture()
    .withExif({ IFD0: { Artist: 'canary-artist' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** An animation of so many frames. */
export async function animation(frames: number): Promise<Buffer> {
  const shades = Array.from({ length: frames }, (_, index) => ({
    ...canvas.create,
    background: { r: index * 50, g: 0, b: 0 },
  }))
  const images = await Promise.all(shades.map((create) => sharp({ create }).png().toBuffer()))
  return sharp(images, { join: { animated: true } })
    .gif()
    .toBuffer()
}

/** A GIF of one pixel and so many frames, in 23 bytes each. */
export function flicker(frames: number): Buffer {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
  const frame = Buffer.from('21f90400000000002c0000000001000100000202440100', 'hex')
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

/** Noise that no encoder makes small. */
export const noise = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
