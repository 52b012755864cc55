const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Headers with another meaning to the gateway or to HTTP. */
const RESERVED =
  /^(?:authorization|host|cookie2?|set-cookie|content-.*|accept(?:-.*)?|connection|keep-alive|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade|expect|x-request-id|idempotency-key)$/i

/** What is wrong with a header of a service's own; `undefined` for one that can be sent. */
export function headerFlaw(name: string): 'malformed' | 'reserved' | undefined {
  if (!HEADER_NAME.test(name)) return 'malformed'
  return RESERVED.test(name) ? 'reserved' : undefined
}
