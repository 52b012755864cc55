import { strToU8, zipSync } from 'fflate'
import { cellText, type FileCell } from './listTable.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Characters that XML cannot have. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** The most characters that a cell of a spreadsheet holds. */
const MOST_TEXT = 32_767

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const xmlText = (text: string): string =>
  text
    .slice(0, MOST_TEXT)
    .replaceAll(NOT_XML, '')
    .replaceAll(/[&<>"]/g, (found) => escapes[found] ?? '')

/** The letters of a column, the first being 0: A, B, … Z, AA. */
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCodePoint(65 + (column % 26))

/** How days and times are shown, as lists write them. */
const DAY_FORMATS = ['mm/dd/yyyy', 'mm/dd/yyyy, hh:mm AM/PM']

/** The style of a cell: one of days, of times, or of numbers by their decimals; whole numbers have the general one. */
function styleOf(cell: Exclude<FileCell, string>): string {
  if ('days' in cell) return ` s="${cell.text.includes(':') ? 2 : 1}"`
  return cell.places > 0 ? ` s="${DAY_FORMATS.length + cell.places}"` : ''
}

/** One cell with its place, which some programs need. */
const cellXml = (cell: FileCell, place: string): string =>
  typeof cell !== 'string'
    ? `<c r="${place}"${styleOf(cell)}><v>${'days' in cell ? cell.days : cell.digits}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`

const rowXml = (cells: readonly FileCell[], row: number): string =>
  `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${lettersOf(column)}${row + 1}`)).join('')}</row>`

/** The custom formats of a workbook have numbers from here on. */
const OWN_FORMATS = 164

const xf = (format: number): string =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`

/** The formats in the order of their styles. */
function stylesXml(rows: readonly (readonly FileCell[])[]): string {
  const most = rows
    .flat()
    .reduce((found, cell) => (typeof cell !== 'string' && 'places' in cell ? Math.max(found, cell.places) : found), 0)
  const codes = [...DAY_FORMATS, ...Array.from({ length: most }, (_unused, index) => `0.${'0'.repeat(index + 1)}`)]
  const formats = codes.map((code, index) => `<numFmt numFmtId="${OWN_FORMATS + index}" formatCode="${code}"/>`)
  const own = `<numFmts count="${codes.length}">${formats.join('')}</numFmts>`
  const xfs = [xf(0), ...codes.map((_code, index) => xf(OWN_FORMATS + index))]
  return `<styleSheet xmlns="${MAIN}">${own}<fonts count="1"><font/></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs></styleSheet>`
}

/** The widest that a column is, in characters. */
const WIDEST = 48

/** A column as wide as its longest text: a day would be shown as a row of hash signs where it has no room. */
const colsXml = (rows: readonly (readonly FileCell[])[]): string => {
  const longest = rows.reduce<readonly number[]>(
    (found, cells) => cells.map((cell, column) => Math.max(found[column] ?? 0, cellText(cell).length)),
    [],
  )
  const cols = longest.map(
    (length, column) =>
      `<col min="${column + 1}" max="${column + 1}" width="${Math.min(WIDEST, length + 2)}" customWidth="1"/>`,
  )
  return `<cols>${cols.join('')}</cols>`
}

/** The parts of a workbook with one sheet (ECMA-376). A text is never a formula there, whatever it begins with. */
const partsOf = (rows: readonly (readonly FileCell[])[]): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Records" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': stylesXml(rows),
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>${colsXml(rows)}<sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
})

/**
 * A table as an Excel workbook, its titles first. The libraries that write workbooks zip them in workers that they make
 * from text, which the console's content security policy refuses.
 */
export function sheetFile(rows: readonly (readonly FileCell[])[]): Blob {
  const parts = Object.entries(partsOf(rows)).map(([name, xml]) => [name, strToU8(`${DECLARATION}${xml}`)] as const)
  return new Blob([zipSync(Object.fromEntries(parts), { level: 6 }) as Uint8Array<ArrayBuffer>], {
    type: `${CONTENT}.sheet`,
  })
}
