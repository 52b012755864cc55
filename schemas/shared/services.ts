/**
 * The upstream services and how the gateway presents the staff token to each of them (D-29): `token` sends
 * `Authorization: Token {token}`, `raw` the bare token, `key` the service's own key and never the staff token.
 */
export const services = {
  main: 'token',
  admin: 'token',
  trade: 'raw',
  profile: 'token',
  go: 'token',
  address: 'key',
} as const

/** The name of an upstream service, written in braces in a call. */
export type Service = keyof typeof services
