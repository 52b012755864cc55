/** The end of a zip archive's directory, and one entry of it (PKWARE APPNOTE 4.3). */
const END = 0x06054b50
const ENTRY = 0x02014b50
const END_BYTES = 22

/** A part of an archive, still packed. */
interface Packed {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isDeflated: boolean
}

/** The parts of an archive by their names. */
function partsIn(archive: ArrayBuffer): ReadonlyMap<string, Packed> {
  const view = new DataView(archive)
  const parts = new Map<string, Packed>()
  let end = archive.byteLength - END_BYTES
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count && view.getUint32(at, true) === ENTRY; index += 1) {
    const [nameBytes, moreBytes, noteBytes] = [28, 30, 32].map((place) => view.getUint16(at + place, true))
    const local = view.getUint32(at + 42, true)
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const name = new TextDecoder().decode(new Uint8Array(archive, at + 46, nameBytes))
    const bytes = new Uint8Array(archive, begin, view.getUint32(at + 20, true))
    parts.set(name, { bytes, isDeflated: view.getUint16(at + 10, true) === 8 })
    at += 46 + (nameBytes ?? 0) + (moreBytes ?? 0) + (noteBytes ?? 0)
  }
  return parts
}

/** Reads parts of an archive, all of them together within a size. */
export interface Unzip {
  /** The text of a part; '' if there is none. @throws TooLarge */
  readonly text: (name: string) => Promise<string>
}

/** The parts of an archive are larger than they may be. */
export class TooLarge extends Error {}

/**
 * Opens a zip archive. What comes out is counted while it is unpacked, because what an archive says of its sizes need not
 * be true.
 */
export function openZip(archive: ArrayBuffer, mostBytes: number): Unzip {
  const parts = partsIn(archive)
  let left = mostBytes
  return {
    async text(name) {
      const part = parts.get(name)
      if (part === undefined) return ''
      const decoder = new TextDecoder()
      if (!part.isDeflated) return decoder.decode(part.bytes)
      const { readable, writable } = new DecompressionStream('deflate-raw')
      const writer = writable.getWriter()
      const written = writer.write(part.bytes).then(() => writer.close())
      // The reader fails with the same error.
      written.catch(() => undefined)
      const reader = readable.getReader()
      let text = ''
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return text + decoder.decode()
        left -= value.byteLength
        if (left < 0) {
          await reader.cancel()
          throw new TooLarge()
        }
        text += decoder.decode(value, { stream: true })
      }
    },
  }
}
