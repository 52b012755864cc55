import { strFromU8, unzipSync } from 'fflate'
import type { TableRow } from './csvRows.ts'
import { SaxesParser } from 'saxes'

interface XmlElement {
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
 * types, and a document of someone's file is none.
 *
 * @returns its root
 * @throws Error for a text that is no XML
 */
function readXml(text: string): XmlElement | undefined {
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

/** The most that the parts of a workbook may have unpacked, in bytes. */
const MOST_BYTES = 32 * 1024 * 1024

/** The most columns that a sheet can have, and the most cells that are read of one, empty ones before others included. */
const [MOST_COLUMNS, MOST_CELLS] = [16_384, 2_000_000]

const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  (element?.children ?? []).filter((child) => child.name === name)

/** The parts of a workbook are larger than they may be. */
class TooLarge extends Error {}

/** True for an archive with parts of a workbook, wherever in it they are. */
function isBook(archive: ArrayBuffer): boolean {
  let hasParts = false
  try {
    unzipSync(new Uint8Array(archive), {
      filter({ name }) {
        hasParts ||= name.startsWith('xl/')
        return false
      },
    })
  } catch {
    return false
  }
  return hasParts
}

/** Gives the roots of a workbook's parts by their names, as long as all of them have no more bytes than they may. */
function openBook(archive: ArrayBuffer): (name: string) => XmlElement | undefined {
  const bytes = new Uint8Array(archive)
  let left = MOST_BYTES
  return (name) => {
    // No more comes out than the archive says of the size.
    const parts = unzipSync(bytes, {
      filter(part) {
        if (part.name !== name) return false
        left -= part.originalSize
        if (left < 0) throw new TooLarge()
        return true
      },
    })
    const part = parts[name]
    return part && readXml(strFromU8(part))
  }
}

/** The text of an element's runs (`t`, and `r` with `t`); those of phonetic readings are no part of it. */
const textOf = (element: XmlElement | undefined): string =>
  (element?.children ?? [])
    .map((child) => {
      if (child.name === 't') return child.text
      return child.name === 'r' ? textOf(child) : ''
    })
    .join('')

/** The formats of days and times that have no code in the file (ECMA-376, 18.8.30). */
const isDateFormat = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)

/** True for the code of a format that has days or times: `yyyy-mm-dd`, but not `"day" 0` or `[Red]0`. */
const isDateCode = (code: string): boolean => /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))

/** For each style of cells, whether its numbers are days. */
function dateStyles(styles: XmlElement | undefined): readonly boolean[] {
  const own = new Map(
    childrenOf(childrenOf(styles, 'numFmts')[0], 'numFmt').map((format) => [
      Number(format.attributes['numFmtId']),
      isDateCode(format.attributes['formatCode'] ?? ''),
    ]),
  )
  return childrenOf(childrenOf(styles, 'cellXfs')[0], 'xf').map((style) => {
    const id = Number(style.attributes['numFmtId'])
    return own.get(id) ?? isDateFormat(id)
  })
}

const DAY_MS = 86_400_000

/** A day as YYYY-MM-DD, with the time if it has one. */
function dayText(serial: number, is1904: boolean): string {
  const text = new Date(
    Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30) + serial * DAY_MS,
  ).toISOString()
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

const numbers = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 15 })

/** A number as its sheet shows it: without the digits that binary fractions add after the fifteenth. */
const numberText = (number: number): string => numbers.format(number)

interface Book {
  readonly shared: readonly string[]
  readonly isDate: readonly boolean[]
  readonly is1904: boolean
}

function cellText(cell: XmlElement, { shared, isDate, is1904 }: Book): string {
  const type = cell.attributes['t']
  if (type === 'inlineStr') return textOf(childrenOf(cell, 'is')[0])
  const value = childrenOf(cell, 'v')[0]?.text ?? ''
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  const number = Number(value)
  if ((type !== undefined && type !== 'n') || value === '' || !Number.isFinite(number)) return value
  return isDate[Number(cell.attributes['s'] ?? 0)] === true ? dayText(number, is1904) : numberText(number)
}

/** The place of a cell in its row, from 0 on: A1 → 0, AB7 → 27. */
const columnOf = (place: string): number =>
  Array.from(place.replace(/\d+$/, '')).reduce(
    (column, letter) => column * 26 + (letter.codePointAt(0) ?? 65) - 64,
    0,
  ) - 1

/** @throws RangeError for a cell outside of what a sheet can have */
function textsOf(row: XmlElement, book: Book): readonly string[] {
  const texts: string[] = []
  for (const cell of childrenOf(row, 'c')) {
    const place = cell.attributes['r']
    const column = place === undefined ? texts.length : columnOf(place)
    if (!(column >= 0 && column < MOST_COLUMNS)) throw new RangeError('no such column')
    while (texts.length < column) texts.push('')
    texts[column] = cellText(cell, book).trim()
  }
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}

const sheetsOf = (workbook: XmlElement | undefined) => childrenOf(childrenOf(workbook, 'sheets')[0], 'sheet')

/** Which sheet is read, that it is hidden if it is, and how many are not read; `undefined` where there is only one. */
function unreadText(workbook: XmlElement | undefined): string | undefined {
  const [first, ...others] = sheetsOf(workbook)
  if (others.length === 0) return undefined
  const { name = '', state } = first?.attributes ?? {}
  const hidden = state === 'hidden' || state === 'veryHidden' ? ', which is hidden' : ''
  const more = others.length === 1 ? '1 more sheet is' : `${others.length} more sheets are`
  return `Only the first sheet is read: '${name}'${hidden}. ${more} not read.`
}

/** The address of the first sheet in its archive. */
function firstSheet(workbook: XmlElement | undefined, links: XmlElement | undefined): string {
  const id = sheetsOf(workbook)[0]?.attributes['id']
  const all = childrenOf(links, 'Relationship')
  const target = all.find((each) => each.attributes['Id'] === id)?.attributes['Target'] ?? ''
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

type SheetContent =
  | { readonly rows: readonly TableRow[]; readonly unreadSheets: string | undefined }
  /** Why the file is no workbook. */
  | { readonly problem: string }
  /** Why the rows of a workbook are not read here. */
  | { readonly note: string }

const UNREAD = 'This Excel file could not be read here, so it gets no preview.'

/**
 * The rows of a workbook's first sheet, its values as texts and days as YYYY-MM-DD. No formula is run: its last result is
 * in the file.
 */
export function sheetRows(archive: ArrayBuffer): SheetContent {
  if (!isBook(archive))
    return { problem: 'This is not an Excel file, or it is damaged or has a password. Save it again as .xlsx or CSV.' }
  try {
    const rootOf = openBook(archive)
    const workbook = rootOf('xl/workbook.xml')
    const isSet = childrenOf(workbook, 'workbookPr')[0]?.attributes['date1904'] ?? ''
    const book = {
      shared: childrenOf(rootOf('xl/sharedStrings.xml'), 'si').map(textOf),
      isDate: dateStyles(rootOf('xl/styles.xml')),
      is1904: ['1', 'true'].includes(isSet),
    }
    const sheet = rootOf(firstSheet(workbook, rootOf('xl/_rels/workbook.xml.rels')))
    const [data] = childrenOf(sheet, 'sheetData')
    if (data === undefined) return { note: UNREAD }
    let [last, cells] = [0, 0]
    const rows = childrenOf(data, 'row').map((row) => {
      last = Number(row.attributes['r'] ?? last + 1)
      const texts = textsOf(row, book)
      cells += texts.length
      if (cells > MOST_CELLS) throw new RangeError('too many cells')
      return { number: last, texts }
    })
    return { rows: rows.filter(({ texts }) => texts.length > 0), unreadSheets: unreadText(workbook) }
  } catch (error) {
    return {
      note: error instanceof TooLarge ? 'This Excel file unpacks to more than 32 MB, so it gets no preview.' : UNREAD,
    }
  }
}
