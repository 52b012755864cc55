const ELLIPSIS = '…'

/**
 * The first `most` characters of a text and an ellipsis, or the whole text if it is not longer (D-164). Characters are
 * code points, so that no emoji or letter beyond the basic plane is split.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  // Twice as many units contain at least `most` code points and the next one.
  const points = Array.from(text.slice(0, 2 * most + 2))
  return points.length <= most ? text : `${points.slice(0, most).join('')}${ELLIPSIS}`
}

const KIB = 1024

/** A file size for display: '412 KB', '3.1 MB'. */
export const sizeText = (bytes: number): string =>
  bytes < KIB * KIB ? `${Math.max(1, Math.round(bytes / KIB))} KB` : `${(bytes / KIB / KIB).toFixed(1)} MB`

/** A web address that may be opened, and its host. */
interface WebAddress {
  readonly href: string
  readonly host: string
}

/** Reads text as an absolute http or https address. `undefined` for anything else, which is not linked (D-164). */
export function webAddress(text: string): WebAddress | undefined {
  if (!/^\s*https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const { protocol, href, host } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && host !== '' ? { href, host } : undefined
}
