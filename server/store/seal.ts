import { parseOwn } from '../config/ownJson.ts'
import { createCipheriv, createDecipheriv, createSecretKey, hash, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts the secrets in the store: tokens, verifiers, stored responses (T1). */
export type Sealer = ReturnType<typeof createSealer>

/** @param secret 32 bytes */
export function createSealer(secret: Uint8Array) {
  // Bytes are made such an object again at each use, which takes ten times as long as the use itself.
  const key = createSecretKey(secret)
  return {
    /** AES-256-GCM of the value's JSON; `context` names the row and must be given again to open it. */
    seal: (context: string, value: unknown): string => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
    },
    /** The value; `undefined` for none, and when the key, the context or a single bit differs. */
    open: <T>(context: string, sealed: string | null): T | undefined => {
      if (sealed === null) return undefined
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
      try {
        return parseOwn<T>(Buffer.concat([text, decipher.final()]).toString('utf8'))
      } catch {
        // `final` throws when the authentication tag does not match. What it fits is JSON.
        return undefined
      }
    },
  }
}

/** Creates an unguessable id of 256 bits, base64url, for a cookie. */
export function createId(): string {
  return randomBytes(32).toString('base64url')
}

/** The SHA-256 of an id in hex: the only form in which it is stored, logged or audited (S-01). */
export function hashId(id: string): string {
  return hash('sha256', id)
}

/**
 * JSON with one spelling per value: keys in UTF-16 order, no spaces, members that are `undefined` left out (the form
 * of RFC 8785). Values that JSON would silently change are refused.
 *
 * @throws TypeError for a number that is not finite, a bigint, a function or a symbol
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonicalJson(item)).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`a value of type ${typeof value} cannot be recorded`)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
