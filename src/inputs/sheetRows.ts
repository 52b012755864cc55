import type { TableRow } from './csvRows.ts'
import { openZip, TooLarge, type Unzip } from './unzip.ts'

/** The most that the parts of a workbook may have unpacked, in bytes. */
const MOST_BYTES = 32 * 1024 * 1024

const childrenOf = (element: Element | undefined, name: string): readonly Element[] =>
  [...(element?.children ?? [])].filter(({ localName }) => localName === name)

/** The root of a part; `undefined` if there is no such part, or it is no XML. */
async function rootOf(zip: Unzip, name: string): Promise<Element | undefined> {
  const text = await zip.text(name)
  return text === '' ? undefined : new DOMParser().parseFromString(text, 'application/xml').documentElement
}

/** The text of an element's runs (`t`, and `r` with `t`); those of phonetic readings are no part of it. */
const textOf = (element: Element | undefined): string =>
  [...(element?.children ?? [])]
    .map((child) => {
      if (child.localName === 't') return child.textContent
      return child.localName === 'r' ? textOf(child) : ''
    })
    .join('')

/** The formats of days and times that have no code in the file (ECMA-376, 18.8.30). */
const isDateFormat = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)

/** True for the code of a format that has days or times: `yyyy-mm-dd`, but not `"day" 0` or `[Red]0`. */
const isDateCode = (code: string): boolean => /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))

/** For each style of cells, whether its numbers are days. */
function dateStyles(styles: Element | undefined): readonly boolean[] {
  const own = new Map(
    childrenOf(childrenOf(styles, 'numFmts')[0], 'numFmt').map((format) => [
      Number(format.getAttribute('numFmtId')),
      isDateCode(format.getAttribute('formatCode') ?? ''),
    ]),
  )
  return childrenOf(childrenOf(styles, 'cellXfs')[0], 'xf').map((style) => {
    const id = Number(style.getAttribute('numFmtId'))
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

/** A number as its sheet shows it: without the digits that binary fractions add after the fifteenth. */
const numberText = (number: number): string =>
  number.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 15 })

interface Book {
  readonly shared: readonly string[]
  readonly isDate: readonly boolean[]
  readonly is1904: boolean
}

function cellText(cell: Element, { shared, isDate, is1904 }: Book): string {
  const type = cell.getAttribute('t')
  if (type === 'inlineStr') return textOf(childrenOf(cell, 'is')[0])
  const value = childrenOf(cell, 'v')[0]?.textContent ?? ''
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  const number = Number(value)
  if ((type !== null && type !== 'n') || value === '' || !Number.isFinite(number)) return value
  return isDate[Number(cell.getAttribute('s') ?? 0)] === true ? dayText(number, is1904) : numberText(number)
}

/** The place of a cell in its row, from 0 on: A1 → 0, AB7 → 27. */
const columnOf = (place: string): number =>
  [...place.replace(/\d+$/, '')].reduce((column, letter) => column * 26 + (letter.codePointAt(0) ?? 65) - 64, 0) - 1

function textsOf(row: Element, book: Book): readonly string[] {
  const texts: string[] = []
  for (const cell of childrenOf(row, 'c')) {
    const place = cell.getAttribute('r')
    const column = place === null ? texts.length : columnOf(place)
    while (texts.length < column) texts.push('')
    texts[column] = cellText(cell, book).trim()
  }
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}

/** The address of the first sheet in its archive. */
async function firstSheet(zip: Unzip, workbook: Element | undefined): Promise<string> {
  const [sheet] = childrenOf(childrenOf(workbook, 'sheets')[0], 'sheet')
  const id = [...(sheet?.attributes ?? [])].find(({ localName, name }) => localName === 'id' || name === 'r:id')?.value
  const all = childrenOf(await rootOf(zip, 'xl/_rels/workbook.xml.rels'), 'Relationship')
  const target = all.find((each) => each.getAttribute('Id') === id)?.getAttribute('Target') ?? ''
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/**
 * The rows of a workbook's first sheet, its values as texts and days as YYYY-MM-DD; or why they are not read here. No
 * formula is run: its last result is in the file.
 */
export async function sheetRows(
  archive: ArrayBuffer,
): Promise<{ readonly rows: readonly TableRow[] } | { readonly note: string }> {
  try {
    const zip = openZip(archive, MOST_BYTES)
    const workbook = await rootOf(zip, 'xl/workbook.xml')
    const isSet = childrenOf(workbook, 'workbookPr')[0]?.getAttribute('date1904') ?? ''
    const book = {
      shared: childrenOf(await rootOf(zip, 'xl/sharedStrings.xml'), 'si').map(textOf),
      isDate: dateStyles(await rootOf(zip, 'xl/styles.xml')),
      is1904: ['1', 'true'].includes(isSet),
    }
    const sheet = await rootOf(zip, await firstSheet(zip, workbook))
    const [data] = childrenOf(sheet, 'sheetData')
    if (data === undefined) return { note: 'This Excel file could not be read here, so it gets no preview.' }
    let last = 0
    const rows = childrenOf(data, 'row').map((row) => {
      last = Number(row.getAttribute('r') ?? last + 1)
      return { number: last, texts: textsOf(row, book) }
    })
    return { rows: rows.filter(({ texts }) => texts.length > 0) }
  } catch (error) {
    return {
      note:
        error instanceof TooLarge
          ? 'This Excel file unpacks to more than 32 MB, so it gets no preview.'
          : 'This Excel file could not be read here, so it gets no preview.',
    }
  }
}
