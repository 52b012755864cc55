/** An address that may be opened, and whose it is. */
export interface WebAddress {
  readonly href: string
  readonly host: string
}

/** Reads text as an absolute http or https address; everything else is text and leads nowhere (D-164). */
export function webAddress(text: string): WebAddress | undefined {
  if (!/^\s*https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const { protocol, href, host } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && host !== '' ? { href, host } : undefined
}
