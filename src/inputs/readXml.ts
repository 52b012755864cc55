/** An element of an XML document. Names are without their prefixes. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  /** The text directly inside it. */
  readonly text: string
}

interface Open extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

const TOKEN =
  /<!\[CDATA\[([^]*?)\]\]>|<(?:!--[^]*?--|\?[^]*?\?)>|<(\/?)([^\s/>!?]+)((?:\s+[^\s=>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g

const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

const named = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }))

/** A text with its characters in place of their entities. No document can declare others. */
const plain = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name = '') => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return named.get(name) ?? (code <= 0x10ffff ? String.fromCodePoint(code) : whole)
  })

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const attributesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single = '']) => [
      localName(name),
      plain(double ?? single),
    ]),
  )

/**
 * Reads the XML of a workbook. The browser's own parser takes no text here: the content security policy requires trusted
 * types, and a document of somebody's file is none.
 *
 * @returns its root; `undefined` for a text that is no XML
 */
export function readXml(text: string): XmlElement | undefined {
  const top: Open = { name: '', attributes: {}, children: [], text: '' }
  const open: Open[] = [top]
  for (const [, data, end, name, attributes = '', empty, words] of text.matchAll(TOKEN)) {
    const current = open.at(-1) ?? top
    if (data !== undefined) current.text += data
    if (words !== undefined) current.text += plain(words)
    if (name === undefined) continue
    if (end === '/') {
      if (current === top || current.name !== localName(name)) return undefined
      open.pop()
      continue
    }
    const element: Open = { name: localName(name), attributes: attributesIn(attributes), children: [], text: '' }
    current.children.push(element)
    if (empty !== '/') open.push(element)
  }
  return open.length === 1 ? top.children[0] : undefined
}
