import { GatewayError } from '../errors.ts'
import { parseJson } from './json.ts'

/** The text of an upstream's answer, counted while it arrives: a body beyond `maxBytes` is cut off and refused. */
export async function readText(body: AsyncIterable<unknown>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue
    size += chunk.byteLength
    // Leaving the loop destroys the stream and with it the connection.
    if (size > maxBytes)
      throw new GatewayError('UPSTREAM_FORMAT', { message: 'The service answered with too much data.' })
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw new GatewayError('UPSTREAM_FORMAT', { cause })
  }
}

/** JSON of an upstream's answer, or UPSTREAM_FORMAT. */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new GatewayError('UPSTREAM_FORMAT', { cause })
  }
}

/** JSON of a failure's answer, for its message alone; `undefined` where it is no JSON. */
export function jsonIfAny(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // A failing service often answers a page of HTML: its status says enough.
    return undefined
  }
}
