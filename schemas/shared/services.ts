/**
 * The upstream services and how the gateway presents the staff token to each of them (D-29): `token` sends
 * `Authorization: Token {token}`, `raw` the bare token, `key` the service's own key and never the staff token.
 */
export const services = {
  main: { authorization: 'token' },
  admin: { authorization: 'token' },
  trade: { authorization: 'raw' },
  profile: { authorization: 'token' },
  go: { authorization: 'token' },
  address: { authorization: 'key' },
} as const

/** Name of an upstream service as it stands between braces in a call. */
export type Service = keyof typeof services
