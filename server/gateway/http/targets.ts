/** The parts of the address space that scripts call; everything else is a document or an asset. */
export type Area = 'api' | 'auth' | 'console'

/** Where `rewriteTarget` sends what must not be routed. No request can name it: it is refused like any unknown path. */
export const REFUSED = '/.refused'

const AREA = /^\/(api|auth|console)(?=[/?]|$)/
const HIDDEN = /%(?:2f|5c|00|25|2e|3b)|\\|\/\/|\/\.{1,2}(?=\/|$)/i

const pathOf = (target: string): string => target.split('?', 1)[0] ?? ''

const decoded = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path)
  } catch {
    // Only malformed percent-encoding throws; the caller decides what such a path means.
    return undefined
  }
}

/** The area a raw request target lies in, read literally. */
export const areaOf = (target: string): Area | null => (AREA.exec(target)?.[1] as Area | undefined) ?? null

/**
 * What is routed instead of a raw request target (S-20). Within an area, targets with encoded separators,
 * dots or NUL, doubled slashes, dot segments or backslashes are refused, and so is every target that only becomes part
 * of an area by decoding. Other paths reach the console page whatever they hold.
 */
export function rewriteTarget(target: string): string {
  if (!target.startsWith('/')) return REFUSED
  const path = pathOf(target)
  if (areaOf(target) !== null) return HIDDEN.test(path) || decoded(path) === undefined ? REFUSED : target
  const plain = decoded(path)
  if (plain === undefined) return '/'
  return areaOf(plain) === null ? target : REFUSED
}
