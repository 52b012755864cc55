import { randomBytes } from 'node:crypto'

/** One-time tokens that carry a checked password from the authenticate call to the authorize redirect. */
export interface SessionTokens {
  issue(subject: string): { readonly sessionToken: string; readonly expiresAt: Date }
  /** The subject of a token that is neither used nor expired; it is used up by this. */
  consume(sessionToken: string): string | undefined
}

const LIFETIME_MS = 5 * 60_000

/** Tokens in memory: a restart within their five minutes only means signing in again. */
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
