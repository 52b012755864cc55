import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The header by which a trusted service, and no browser, shows who it is (D-64). */
export interface ServiceToken {
  readonly header: string
  readonly value: string
}

const hash = (text: string): Uint8Array => createHash('sha256').update(text).digest()

/** A token that nobody knows yet, for the given header. */
export function createServiceToken(header = 'x-service-token'): ServiceToken {
  return { header, value: randomBytes(32).toString('base64url') }
}

/** Whether the headers of a request carry the token, compared in constant time. */
export function carriesToken(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { header, value }: ServiceToken,
): boolean {
  const given = headers[header.toLowerCase()]
  return typeof given === 'string' && timingSafeEqual(hash(given), hash(value))
}
