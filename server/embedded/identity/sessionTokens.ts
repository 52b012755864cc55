import { randomBytes } from 'node:crypto'

/** One-time tokens that carry a checked password from the authenticate call to the authorize redirect. */
export interface SessionTokens {
  issue(subject: string): { readonly sessionToken: string; readonly expiresAt: Date }
  /** The subject of a valid token, which becomes used; undefined for a used or expired one. */
  consume(sessionToken: string): string | undefined
}

const LIFETIME_MS = 5 * 60_000

/** Tokens are in memory: after a restart the person signs in again. */
export function sessionTokens(): SessionTokens {
  const tokens = new Map<string, { readonly subject: string; readonly expires: number }>()
  return {
    issue(subject) {
      for (const [token, { expires }] of tokens) if (expires <= Date.now()) tokens.delete(token)
      const sessionToken = randomBytes(32).toString('base64url')
      const expires = Date.now() + LIFETIME_MS
      tokens.set(sessionToken, { subject, expires })
      return { sessionToken, expiresAt: new Date(expires) }
    },
    consume(sessionToken) {
      const token = tokens.get(sessionToken)
      tokens.delete(sessionToken)
      return token && token.expires > Date.now() ? token.subject : undefined
    },
  }
}
