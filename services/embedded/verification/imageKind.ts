/** The image types that are taken (spec account-review section 5), each with the media type it is sent with. */
const mediaTypes = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' } as const

/** An image type by the extension that its files get. */
export type ImageKind = keyof typeof mediaTypes

const PNG = '89504e470d0a1a0a'
const JPEG = 'ffd8ff'
const gifs = ['474946383761', '474946383961']

/** As many bytes as are needed to tell the types apart. */
export const SIGNATURE_BYTES = 8

/** What the first bytes of a file say it is; undefined for anything but the three types. */
export function imageKind(start: Uint8Array): ImageKind | undefined {
  const hex = Buffer.from(start.subarray(0, SIGNATURE_BYTES)).toString('hex')
  if (hex === PNG) return 'png'
  if (hex.startsWith(JPEG)) return 'jpg'
  return gifs.some((gif) => hex.startsWith(gif)) ? 'gif' : undefined
}

/** Whether a file's name ends as one of the types does. */
export function hasImageName(name: string): boolean {
  return /\.(?:png|jpe?g|gif)$/i.test(name)
}

/** The media type of a stored extension. */
export function mediaTypeOf(extension: string): string {
  return extension === 'jpg' || extension === 'gif' ? mediaTypes[extension] : mediaTypes.png
}
