import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { csvFile } from '../../language/csvFile.ts'
import type { Upload } from '../../language/binding.ts'
import { objectOf } from '../../language/input.ts'
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

/** The content of a table: its lines, or why there are none. */
export type TableContent =
  | { readonly problem: string; readonly lines?: never }
  | { readonly problem?: never; readonly lines: readonly TableLine[] }

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

/** Notes which lines repeat an earlier one. */
function withRepeats(lines: readonly TableLine[]): readonly TableLine[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const key = JSON.stringify(Object.values(line.cells))
    const sameAs = seen.get(key)
    if (sameAs === undefined) seen.set(key, line.number)
    return { ...line, sameAs }
  })
}

interface ParsedLine {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/** Reads a table in CSV. Its values are texts, never formulas. */
export function readTable(columns: TableColumns, text: string): TableContent {
  try {
    const options = { bom: true, trim: true, info: true, relax_column_count: true, skip_empty_lines: true }
    const [first, ...rest] = parse(text, options) as unknown as readonly ParsedLine[]
    if (first === undefined) return { problem: 'The file is empty' }
    const problem = headerProblem(columns, first.record)
    if (problem !== undefined) return { problem }
    if (rest.length === 0) return { problem: 'The file has a first line and no others' }
    return { lines: withRepeats(rest.map(({ record, info }) => lineOf(columns, first.record, info.lines, record))) }
  } catch (error) {
    const line: unknown = error instanceof CsvError ? error['lines'] : 1
    return { problem: `Line ${Number(line)} is not CSV: its quotes are not closed or out of place` }
  }
}

const contents = new WeakMap<File, Promise<TableContent>>()

/** Keeps the content of a file that was read, and notes what it has. `numbers` are those of its lines in the file itself. */
function noted(file: File, content: TableContent, of: number, numbers: readonly number[]): TableContent {
  const { lines } = content
  const ownNumbers = new Map(lines?.map(({ number }, index) => [numbers[index] ?? number, number] as const))
  if (lines !== undefined) noteTable(file, { lines: lines.length, of, ownNumbers })
  return content
}

/** The content of a chosen file, which is read once. `undefined` for a file that is not CSV and gets no preview. */
export function tableIn(columns: TableColumns, file: File): Promise<TableContent> | undefined {
  if (!/\.csv$/i.test(file.name)) return undefined
  const content =
    contents.get(file) ??
    file
      .arrayBuffer()
      .then((bytes) => readTable(columns, new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
      .catch((): TableContent => ({ problem: 'The file is not text in UTF-8' }))
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
  const own = file.name.replace(LEFT, '').replace(/\.csv$/i, '')
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
