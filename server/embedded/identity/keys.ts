import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { JWKS } from 'oidc-provider'
import type { Settings } from '../keptValues.ts'

/** The secrets of the identity provider, created at the first start and kept in the database. */
export interface IdentityKeys {
  readonly jwks: JWKS
  readonly cookieKeys: readonly string[]
  readonly clientSecret: string
}

function newJwks(): JWKS {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'EC', use: 'sig', alg: 'ES256', kid: randomUUID() }] }
}

/** Reads the keys and creates missing ones. */
export function identityKeys(settings: Settings): IdentityKeys {
  const secret = (name: string): string => settings.keep(name, () => randomBytes(32).toString('base64url'))
  return {
    jwks: JSON.parse(settings.keep('identity.jwks', () => JSON.stringify(newJwks()))) as JWKS,
    cookieKeys: [secret('identity.cookieKey')],
    clientSecret: secret('identity.clientSecret'),
  }
}
