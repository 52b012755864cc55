import { csvFile, csvLine } from '../../language/csvFile.ts'
import { formatKinds } from '../../language/format.ts'
import { objectOf } from '../../language/input.ts'
import { UNREADABLE } from '../../language/uploads.ts'
import {
  contentOf,
  createRepeats,
  lineOf,
  quotedProblem,
  separatorProblem,
  type TableColumns,
  type TableContent,
  type TableLine,
  WHOLE_LINE,
} from './checkTable.ts'
import { csvRows, type TableRow } from './csvRows.ts'
import type { LineNotes } from './TableLines.tsx'
import { noteTable, type TableFacts, tableFactsOf } from './tableFacts.ts'

/** Reads a table in CSV. Quotes between other separators than commas are out of place. */
export async function readTable(columns: TableColumns, text: string): Promise<TableContent> {
  const read = await csvRows(text)
  if (!('problem' in read)) return contentOf(columns, read.rows)
  const [firstLine = ''] = /\S.*/.exec(text) ?? []
  const line = text.split('\n')[read.line - 1] ?? ''
  const problem = separatorProblem(columns, firstLine.trimEnd()) ?? quotedProblem(read.line, line) ?? read.problem
  return { problem }
}

/** The text in UTF-8. Text in UTF-16 can pass for it, but then has NUL characters. */
const textIn = (bytes: ArrayBuffer): string | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
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
    if (!('rows' in read)) return read
    const most = Math.min(read.rows[0]?.texts.length ?? 0, Object.keys(columns).length)
    const filled = ({ number, texts }: TableRow): TableRow => ({
      number,
      texts: [...texts, ...Array.from({ length: Math.max(0, most - texts.length) }, () => '')],
    })
    const { unreadSheets } = read
    const rows = read.rows.map(filled)
    if (unreadSheets === undefined) return contentOf(columns, rows)
    const content = await contentOf(columns, rows, 'first sheet')
    const where = content.problem === undefined ? '' : ' The lines have to be in the first sheet.'
    return { ...content, unreadSheets: `${unreadSheets}${where}` }
  }
  const text = textIn(bytes)
  return text === undefined
    ? { problem: 'The file is not text in UTF-8. Save it as CSV UTF-8 or .xlsx.' }
    : readTable(columns, text)
}

const contents = new WeakMap<File, Promise<TableContent>>()

type Origin = Pick<TableFacts, 'of' | 'whole'>

/** Keeps the content of a file that was read, and notes what it has. `numbers` are those of its lines in the file itself. */
function noted(file: File, content: TableContent, origin: Origin, numbers: readonly number[]): TableContent {
  const { lines } = content
  const ownNumbers = new Map(lines?.map(({ number }, index) => [numbers[index] ?? number, number] as const))
  if (lines !== undefined) noteTable(file, { ...origin, lines: lines.length, ownNumbers })
  return content
}

/** The content of a chosen file, which is read once. */
export function tableIn(columns: TableColumns, file: File): Promise<TableContent> {
  const content =
    contents.get(file) ??
    readFile(columns, file)
      .catch((): TableContent => ({ note: 'The lines of this file could not be read here, so it gets no preview.' }))
      .then((read) => noted(file, read, { of: read.lines?.length ?? 0 }, []))
  contents.set(file, content)
  return content
}

const headerOf = (lines: readonly TableLine[]): readonly string[] => Object.keys(lines[0]?.cells ?? {})

/** A line as the service reads it: with its values as they are, in quotes only where they need them. */
const sentLine = (texts: readonly string[]): string =>
  texts.map((text) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')

const LEFT = / \([\d]+ of [\d]+ lines\)(?=\.csv$)/

/** A file of these lines. What is said about its lines still names them by their numbers in the person's own file. */
function fileOf(lines: readonly TableLine[], header: readonly string[], name: string, origin: Origin): File {
  const rows = [header, ...lines.map(({ cells }) => header.map((column) => cells[column] ?? ''))]
  const texts = rows.map(sentLine)
  const sent = new File([`${texts.join('\r\n')}\r\n`], name, { type: 'text/csv' })
  let last = 0
  const [, ...numbers] = texts.map((text) => (last += text.split('\n').length))
  contents.set(sent, Promise.resolve(noted(sent, { lines }, origin, numbers)))
  return sent
}

export const ownName = ({ name }: File): string => name.replace(LEFT, '').replace(/\.(?:csv|xlsx)$/i, '')

const originOf = (file: File, lines: readonly TableLine[]): Origin => {
  const { of = lines.length, whole } = tableFactsOf(file) ?? {}
  return { of, whole }
}

/** The same file without some of its lines; its name says so. */
export function withoutLines(file: File, lines: readonly TableLine[], left: ReadonlySet<TableLine>): File {
  const kept = lines.filter((line) => !left.has(line))
  const { of, whole = file } = originOf(file, lines)
  return fileOf(kept, headerOf(lines), `${ownName(file)} (${kept.length} of ${of} lines).csv`, { of, whole })
}

/** The same file with its values in their own spelling; its name says so. A line is then checked again. */
export function respelled(columns: TableColumns, file: File, lines: readonly TableLine[]): File {
  const header = headerOf(lines)
  const repeated = createRepeats(columns, header)
  const spelled = lines.map((line): TableLine => {
    const texts = header.map((name) => line.spellings[name] ?? line.cells[name] ?? '')
    const isWhole = line.faults[WHOLE_LINE] === undefined
    return isWhole ? { ...lineOf(columns, header, line.number, texts), sameAs: repeated(texts, line.number) } : line
  })
  const [left = ''] = LEFT.exec(file.name) ?? []
  return fileOf(spelled, header, `${ownName(file)} (respelled)${left}.csv`, originOf(file, lines))
}

/** What is wrong or to be checked, line by line, as a CSV file. `notesOf` has what is known beyond the own faults. */
export const faultsFile = (
  columns: TableColumns,
  lines: readonly TableLine[],
  notesOf: (line: TableLine) => Partial<LineNotes> = () => ({}),
): string =>
  csvFile([
    ['Line', 'Column', 'Value', 'What to check'],
    ...lines.flatMap((line) => {
      const { number, cells, faults, sameAs } = line
      const { refusal, marks = [] } = notesOf(line)
      const wrong: readonly (readonly [column: string, text: string])[] = [
        ...Object.entries(faults),
        ...(refusal === undefined ? [] : [refusal]),
        ...marks.flatMap(({ column, text, warning }) => (warning === undefined ? [] : [[column, text] as const])),
        ...(sameAs === undefined ? [] : [[WHOLE_LINE, `Same as line ${sameAs}`] as const]),
      ]
      return wrong.map(([name, fault]) => [String(number), columns[name]?.label ?? '', cells[name] ?? '', fault])
    }),
  ])

/** How the values of a line are written, by their examples: 'VTI, buy or sell'. */
export const columnExamples = (columns: TableColumns): string =>
  Object.values(columns)
    .flatMap(({ suggestions = [] }) => (suggestions.length === 0 ? [] : [suggestions.join(' or ')]))
    .join(', ')

/** A file with the columns and one line that shows how they are written. */
export function templateFile(columns: TableColumns): string {
  const examples = Object.values(columns).map(({ suggestions: [example = ''] = [] }) => example)
  return [Object.keys(columns), examples].map(csvLine).join('')
}

/** The lines by what they are in the column whose values have labels; all of them where no column has. */
function kindsOf(columns: TableColumns, lines: readonly TableLine[]) {
  const [name, labels] =
    Object.entries(columns)
      .map(([column, { schema }]) => [column, objectOf(schema).labels] as const)
      .find(([, found]) => found !== undefined) ?? []
  if (name === undefined || labels === undefined) return [{ of: '', lines }]
  return Object.entries(labels).map(([value, label]) => ({
    of: ` of ${label}`,
    lines: lines.filter(({ cells }) => cells[name]?.trim().toLowerCase() === value.toLowerCase()),
  }))
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/

/** The exact sum of the decimals in a column, in digits. */
function sumOf(lines: readonly TableLine[], name: string): string {
  const texts = lines.flatMap(({ cells: { [name]: text = '' } }) => (DECIMAL.test(text.trim()) ? [text.trim()] : []))
  const places = texts.reduce((most, text) => Math.max(most, text.split('.')[1]?.length ?? 0), 0)
  const sum = texts.reduce((before, text) => {
    const [whole = '', fraction = ''] = text.split('.')
    return before + BigInt(whole + fraction.padEnd(places, '0'))
  }, 0n)
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0')
  const split = digits.length - places
  return `${sum < 0n ? '-' : ''}${digits.slice(0, split)}.${digits.slice(split)}`.replace(/\.?0*$/, '')
}

/**
 * The sums of the columns that are amounts, by their titles: apart for each kind of line, so that what comes is not added to
 * what goes.
 */
export const totalsOf = (columns: TableColumns, lines: readonly TableLine[]): readonly (readonly [string, string])[] =>
  Object.entries(columns)
    .filter(([, { schema }]) => formatKinds[objectOf(schema).display ?? ''] === 'amount')
    .flatMap(([name, { label }]) =>
      kindsOf(columns, lines)
        .filter((kind) => kind.lines.length > 0)
        .map((kind) => [label + kind.of, sumOf(kind.lines, name)] as const),
    )
