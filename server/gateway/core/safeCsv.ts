import { createCsvGuard } from './csvGuard.ts'
import { GatewayError } from './errors.ts'

/** Encodings in which each byte below 128 is that ASCII character: the guard reads them byte for byte. */
const BY_BYTES = /^(?:utf-8|windows-\d+|iso-8859-\d+(?:-i)?|koi8-[ru]|macintosh|ibm866|x-mac-cyrillic)$/

/** The refusal of a file that can't be made safe. */
export const unreadableCsv = (cause?: unknown): GatewayError =>
  new GatewayError('UPSTREAM_FORMAT', {
    message:
      'The file is in an encoding in which the console can’t look for formulas. Nothing was saved. ' +
      'Ask for it in UTF-8, or for the file itself at the service.',
    cause,
  })

function encodingOf(charset: string): string | undefined {
  try {
    return new TextDecoder(charset).encoding
  } catch {
    // A charset that there is not, or that Node.js does not know.
    return undefined
  }
}

/** The charset in which a file that came in this one is sent; `undefined` where it can't be read, and so not be made safe. */
export function sentCharset(charset: string): string | undefined {
  const encoding = encodingOf(charset)
  if (encoding === undefined) return undefined
  return BY_BYTES.test(encoding) ? charset : 'utf-8'
}

/** As many bytes tell the encoding of a file. */
const HEAD = 4

/**
 * What reads a file that begins so; nothing where it is read by bytes. Its mark counts more than what the service says.
 * @throws GatewayError UPSTREAM_FORMAT
 */
function decoderOf(head: Buffer, charset: string): TextDecoder | undefined {
  const encoding =
    { '\xFF\xFE': 'utf-16le', '\xFE\xFF': 'utf-16be' }[head.toString('latin1', 0, 2)] ?? encodingOf(charset)
  const isByBytes = encoding === undefined || BY_BYTES.test(encoding)
  // A zero in what is read by bytes is UTF-16 that nothing has announced, two of them after a mark are UTF-32.
  if (isByBytes ? head.includes(0) : head.toString('latin1', 2) === '\0\0') throw unreadableCsv()
  return isByBytes ? undefined : new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
}

/**
 * Guards the cells of a CSV file of a service piece by piece (`createCsvGuard`), whatever its encoding is: where letters are
 * no single bytes, as in UTF-16, it becomes UTF-8.
 *
 * @param charset what the service says, one that has a `sentCharset`
 * @throws GatewayError (`add` and `end`) UPSTREAM_FORMAT for a file in another encoding
 */
export function createSafeCsv(charset: string) {
  const guard = createCsvGuard()
  let head: Buffer | undefined = Buffer.alloc(0)
  let decoder: TextDecoder | undefined
  const textOf = (chunk: Buffer, isEnd: boolean): string => {
    if (decoder === undefined) return chunk.toString('latin1')
    try {
      return Buffer.from(decoder.decode(chunk, { stream: !isEnd })).toString('latin1')
    } catch (cause) {
      throw unreadableCsv(cause)
    }
  }
  const guarded = (chunk: Buffer, isEnd: boolean): string => {
    if (head === undefined) return guard.add(textOf(chunk, isEnd))
    const begun = Buffer.concat([head, chunk])
    head = begun.length < HEAD && !isEnd ? begun : undefined
    if (head !== undefined) return ''
    decoder = decoderOf(begun.subarray(0, HEAD), charset)
    return guard.add(textOf(begun, isEnd))
  }
  return {
    add: (chunk: Buffer): Buffer => Buffer.from(guarded(chunk, false), 'latin1'),
    end: (): Buffer => Buffer.from(guarded(Buffer.alloc(0), true) + guard.end(), 'latin1'),
  }
}
