import { csvFile } from '../../language/csvFile.ts'
import type { Upload } from '../../language/binding.ts'
import { objectOf } from '../../language/input.ts'
import { UNREADABLE } from '../../language/uploads.ts'
import { csvRows, pause, type TableRow } from './csvRows.ts'
import { refusalOf } from './inputError.ts'
import { typedAs } from './inputValue.ts'
import { noteTable, tableFactsOf } from './tableFacts.ts'

/** The columns of a table that is uploaded, in their order. */
export type TableColumns = NonNullable<Upload['rows']>

/** One line of a table, with what is wrong with it by the names of its columns. */
export interface TableLine {
  /** Its number in the person's own file, from 1 on. */
  readonly number: number
  readonly cells: Readonly<Record<string, string>>
  readonly faults: Readonly<Record<string, string>>
  /** The line that has the same values before it. */
  readonly sameAs?: number | undefined
}

/** The content of a table: its lines, why it cannot be sent, or why its lines are not known here. */
export interface TableContent {
  readonly lines?: readonly TableLine[]
  readonly problem?: string
  readonly note?: string
}

/** The fault of a line as a whole. */
export const WHOLE_LINE = ''

const isOptional = ({ required }: TableColumns[string]): boolean => required === undefined

/** Why the first line does not name the columns as they have to be. The last ones may be left out if they are optional. */
function headerProblem(columns: TableColumns, header: readonly string[]): string | undefined {
  const names = Object.keys(columns)
  const isRight = header.every((name, index) => name === names[index])
  const rest = Object.values(columns).slice(header.length)
  return isRight && header.length > 0 && rest.every(isOptional)
    ? undefined
    : `The first line has to name the columns: ${names.join(', ')}`
}

const faultOf = (column: TableColumns[string], text: string): string | undefined => {
  if (text === '') return column.required
  return refusalOf(column, typedAs(column, text))
}

function lineOf(columns: TableColumns, header: readonly string[], number: number, texts: readonly string[]): TableLine {
  const cells = Object.fromEntries(header.map((name, index) => [name, texts[index] ?? '']))
  if (texts.length !== header.length)
    return {
      number,
      cells,
      faults: {
        [WHOLE_LINE]: `Has ${texts.length === 1 ? '1 value' : `${texts.length} values`} instead of ${header.length}`,
      },
    }
  const faults = header.flatMap((name) => {
    const column = columns[name]
    const fault = column === undefined ? undefined : faultOf(column, cells[name] ?? '')
    return fault === undefined ? [] : [[name, fault] as const]
  })
  return { number, cells, faults: Object.fromEntries(faults) }
}

/** Lines that are checked at once: some ms, so that the page stays responsive. */
const LINES = 1000

/** Checks the rows of a table, and notes which repeat an earlier one. */
async function linesIn(
  columns: TableColumns,
  header: readonly string[],
  rows: readonly TableRow[],
): Promise<readonly TableLine[]> {
  const seen = new Map<string, number>()
  const lines: TableLine[] = []
  for (const { number, texts } of rows) {
    const key = JSON.stringify(texts)
    lines.push({ ...lineOf(columns, header, number, texts), sameAs: seen.get(key) })
    if (!seen.has(key)) seen.set(key, number)
    if (lines.length % LINES === 0) await pause()
  }
  return lines
}

async function contentOf(columns: TableColumns, [first, ...rows]: readonly TableRow[]): Promise<TableContent> {
  if (first === undefined) return { problem: 'The file is empty' }
  const problem = headerProblem(columns, first.texts)
  if (problem !== undefined) return { problem }
  if (rows.length === 0) return { problem: 'The file has a first line and no others' }
  return { lines: await linesIn(columns, first.texts, rows) }
}

/** Reads a table in CSV. */
export async function readTable(columns: TableColumns, text: string): Promise<TableContent> {
  const read = await csvRows(text)
  return 'problem' in read ? read : contentOf(columns, read.rows)
}

const textIn = (bytes: ArrayBuffer): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Reads a file by the kind that its name shows. A sheet leaves out the empty cells at the end of a row. */
async function readFile(columns: TableColumns, file: File): Promise<TableContent> {
  if (/\.xls$/i.test(file.name))
    return { note: 'An .xls file gets no preview. Save it as .xlsx or CSV to see its lines and their faults.' }
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (bytes === undefined) return { problem: UNREADABLE }
  if (/\.xlsx$/i.test(file.name)) {
    const { sheetRows } = await import('./sheetRows.ts')
    const read = sheetRows(bytes)
    if ('note' in read) return read
    const most = read.rows[0]?.texts.length ?? 0
    const filled = ({ number, texts }: TableRow): TableRow => ({
      number,
      texts: [...texts, ...Array.from({ length: Math.max(0, most - texts.length) }, () => '')],
    })
    return contentOf(columns, read.rows.map(filled))
  }
  const text = textIn(bytes)
  return text === undefined ? { problem: 'The file is not text in UTF-8' } : readTable(columns, text)
}

const contents = new WeakMap<File, Promise<TableContent>>()

/** Keeps the content of a file that was read, and notes what it has. `numbers` are those of its lines in the file itself. */
function noted(file: File, content: TableContent, of: number, numbers: readonly number[]): TableContent {
  const { lines } = content
  const ownNumbers = new Map(lines?.map(({ number }, index) => [numbers[index] ?? number, number] as const))
  if (lines !== undefined) noteTable(file, { lines: lines.length, of, ownNumbers })
  return content
}

/** The content of a chosen file, which is read once. */
export function tableIn(columns: TableColumns, file: File): Promise<TableContent> {
  const content =
    contents.get(file) ??
    readFile(columns, file)
      .catch((): TableContent => ({ note: 'The lines of this file could not be read here, so it gets no preview.' }))
      .then((read) => noted(file, read, read.lines?.length ?? 0, []))
  contents.set(file, content)
  return content
}

const isFaulty = ({ faults }: TableLine): boolean => Object.keys(faults).length > 0

/** The lines that have faults. */
export const faultyLines = (lines: readonly TableLine[]): readonly TableLine[] => lines.filter(isFaulty)

/** The lines without faults. */
export const usableLines = (lines: readonly TableLine[]): readonly TableLine[] =>
  lines.filter((line) => !isFaulty(line))

const headerOf = (lines: readonly TableLine[]): readonly string[] => Object.keys(lines[0]?.cells ?? {})

const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')).join('\r\n')

const LEFT = / \([\d]+ of [\d]+ lines\)(?=\.csv$)/

/**
 * The same file without some of its lines; its name says so. What is said about its lines still names them by their
 * numbers in the person's own file.
 */
export function withoutLines(file: File, lines: readonly TableLine[], left: ReadonlySet<TableLine>): File {
  const kept = lines.filter((line) => !left.has(line))
  const header = headerOf(lines)
  const rows = [header, ...kept.map(({ cells }) => header.map((column) => cells[column] ?? ''))]
  const texts = rows.map((row) => csvOf([row]))
  const of = tableFactsOf(file)?.of ?? lines.length
  const own = file.name.replace(LEFT, '').replace(/\.(?:csv|xlsx)$/i, '')
  const name = `${own} (${kept.length} of ${of} lines).csv`
  const sent = new File([`${texts.join('\r\n')}\r\n`], name, { type: 'text/csv' })
  let last = 0
  const [, ...numbers] = texts.map((text) => (last += text.split('\n').length))
  contents.set(sent, Promise.resolve(noted(sent, { lines: kept }, of, numbers)))
  return sent
}

/** What is wrong, line by line, as a CSV file. */
export const faultsFile = (columns: TableColumns, lines: readonly TableLine[]): string =>
  csvFile([
    ['Line', 'Column', 'Value', 'What is wrong'],
    ...faultyLines(lines).flatMap(({ number, cells, faults }) =>
      Object.entries(faults).map(([name, fault]) => [
        String(number),
        columns[name]?.label ?? '',
        cells[name] ?? '',
        fault,
      ]),
    ),
  ])

/** A file with the columns and one line that shows how they are written. */
export function templateFile(columns: TableColumns): string {
  const examples = Object.values(columns).map(({ suggestions: [example = ''] = [] }) => example)
  return `${csvOf([Object.keys(columns), examples])}\r\n`
}

/** The sums of the columns that are amounts, by their titles. */
export const totalsOf = (columns: TableColumns, lines: readonly TableLine[]): readonly (readonly [string, number])[] =>
  Object.entries(columns).flatMap(([name, { schema, label }]) => {
    const { display = '' } = objectOf(schema)
    if (!['decimal', 'money'].includes(display)) return []
    const amounts = lines.map(({ cells }) => Number(cells[name])).filter(Number.isFinite)
    return [[label, Number(amounts.reduce((sum, amount) => sum + amount, 0).toFixed(5))] as const]
  })
