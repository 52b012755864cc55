import { SaxesParser } from 'saxes'

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

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads the XML of a workbook. The browser's own parser takes no text here: the content security policy requires trusted
 * types, and a document of somebody's file is none.
 *
 * @returns its root
 * @throws Error for a text that is no XML
 */
export function readXml(text: string): XmlElement | undefined {
  const top: Open = { name: '', attributes: {}, children: [], text: '' }
  const open: Open[] = [top]
  const current = (): Open => open.at(-1) ?? top
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const own = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const)
    const element: Open = { name: localName(name), attributes: Object.fromEntries(own), children: [], text: '' }
    current().children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const add = (words: string): void => void (current().text += words)
  parser.on('text', add)
  parser.on('cdata', add)
  parser.write(text).close()
  return top.children[0]
}
