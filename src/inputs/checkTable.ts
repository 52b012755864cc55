import type { Upload } from '../../language/binding.ts'
import { isFormula } from '../../language/csvFile.ts'
import { isNumberFormat } from '../../language/format.ts'
import { objectOf } from '../../language/input.ts'
import type { FieldSchema } from '../../language/schema.ts'
import { pause, type TableRow } from './csvRows.ts'
import { refusalOf } from './inputError.ts'
import { typedAs } from './inputValue.ts'

/** The columns of a table that is uploaded, in their order. */
export type TableColumns = NonNullable<Upload['rows']>

/** One line of a table, with what is wrong with it by the names of its columns. */
export interface TableLine {
  /** Its number in the person's own file, from 1 on. */
  readonly number: number
  readonly cells: Readonly<Record<string, string>>
  readonly faults: Readonly<Record<string, string>>
  /** The right spelling of values that are written in another one: that is a fault, too. */
  readonly spellings: Readonly<Record<string, string>>
  /** The line that has the same values before it. */
  readonly sameAs?: number | undefined
}

/** The content of a table: its lines, why it cannot be sent, or why its lines are not known here. */
export interface TableContent {
  readonly lines?: readonly TableLine[]
  readonly problem?: string
  readonly note?: string
  /** That a workbook has sheets which are not read. */
  readonly unreadSheets?: string | undefined
}

/** The fault of a line as a whole. */
export const WHOLE_LINE = ''

const isOptional = ({ required }: TableColumns[string]): boolean => required === undefined

/** The names of the columns for people, with the mark of those that may be left out. */
export const columnNames = (columns: TableColumns): string =>
  Object.entries(columns)
    .map(([name, column]) => (isOptional(column) ? `${name} (optional)` : name))
    .join(', ')

/** The first name that is not as it has to be. */
function misnamed(names: readonly string[], header: readonly string[]): string {
  const at = header.findIndex((name, index) => name !== names[index])
  const [found, meant] = [header[at], names[at < 0 ? header.length : at]]
  if (found === undefined || found === '') return `'${meant}' is missing`
  if (header.indexOf(found) < at) return `'${found}' is there twice`
  return meant === undefined ? `'${found}' is one too many` : `It has '${found}' instead of '${meant}'`
}

/** What files have between their values instead of commas, by its name. */
const OTHER_SEPARATORS = { semicolons: ';', tabs: '\t', 'vertical bars': '|' }

const WITH_COMMAS = 'save the file with commas, and with a decimal point in numbers'

const headerText = (columns: TableColumns, wrong: string): string =>
  `The first line has to name the columns: ${columnNames(columns)}. ${wrong}`

/** Why the first line of a file has no columns: it has other separators than commas. */
export function separatorProblem(columns: TableColumns, line: string): string | undefined {
  const other = Object.entries(OTHER_SEPARATORS).find(([, mark]) => line.includes(mark))
  if (other === undefined) return undefined
  return headerText(columns, `It has ${other[0]} between them: ${WITH_COMMAS}`)
}

/** How a line is written that is not CSV with commas, and what to do about it. */
interface Form {
  readonly words: string
  readonly remedy: string
}

const inOne: Form = {
  words: 'has all its values in one',
  remedy: 'remove the quotes around it, or give each value a cell of its own',
}
const singleQuoted: Form = {
  words: 'has its values in single quotes',
  remedy: 'save the file without them, or with double quotes',
}
const separated = Object.entries(OTHER_SEPARATORS).map(([name, mark]) => ({
  mark,
  form: { words: `has ${name} between its values instead of commas`, remedy: WITH_COMMAS } satisfies Form,
}))

/** The other form that a row of so many values is in, if it is in one. */
function otherForm(texts: readonly string[], count: number): Form | undefined {
  if (texts.length > 1 && texts.every((text) => /^'.*'$/s.test(text))) return singleQuoted
  if (texts.length === count) return undefined
  const line = texts.join(',')
  if (texts.length === 1 && line.split(',').length === count) return inOne
  return separated.find(({ mark }) => line.split(mark).length === count)?.form
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const formProblem = (subject: string, { words, remedy }: Form): string => `${subject} ${words}: ${remedy}`

/** Why a line with quotes cannot be read, if it has other separators than commas next to them. */
export function quotedProblem(number: number, line: string): string | undefined {
  const found = separated.find(({ mark }) => line.includes(`"${mark}`) || line.includes(`${mark}"`))
  return found && formProblem(`Line ${number}`, found.form)
}

/** Why the first line does not name the columns as they have to be. The last ones may be left out if they are optional. */
function headerProblem(columns: TableColumns, header: readonly string[]): string | undefined {
  const names = Object.keys(columns)
  const isRight = header.every((name, index) => name === names[index])
  const rest = Object.values(columns).slice(header.length)
  if (isRight && header.length > 0 && rest.every(isOptional)) return undefined
  const form = otherForm(header, header.join(',').split(',').length)
  if (form !== undefined) return headerText(columns, formProblem('It', form))
  return separatorProblem(columns, header.join(',')) ?? headerText(columns, misnamed(names, header))
}

interface Judged {
  readonly fault?: string | undefined
  /** Its own spelling, if nothing else is wrong with it. */
  readonly spelling?: string
}

/** The gateway refuses a file with such a value. */
const RUN_AS_FORMULA = 'A spreadsheet would run this as a formula'

/** A column that may be left out can have values that may not be empty. */
const emptyFault = (column: TableColumns[string]): string | undefined =>
  (objectOf(column.schema).minLength ?? 0) > 0 ? refusalOf(column, '') : undefined

/** What is wrong with a value. A file is sent as it is, so another spelling is a fault, too. */
function judge(column: TableColumns[string], text: string): Judged {
  if (text === '') return { fault: column.required ?? emptyFault(column) }
  const spelling = typedAs(column, text)
  const fault = refusalOf(column, spelling) ?? (isFormula(text) ? RUN_AS_FORMULA : undefined)
  return fault !== undefined || spelling === text ? { fault } : { fault: `Has to be written ${spelling}`, spelling }
}

/** What is wrong with a line as a whole, which should have so many values. */
function wholeFault(texts: readonly string[], count: number): string | undefined {
  if (texts.every((text) => text === '')) return 'Has no values: remove it'
  const form = otherForm(texts, count)
  if (form !== undefined) return sentence(formProblem('', form).trim())
  const values = texts.length === 1 ? '1 value' : `${texts.length} values`
  return texts.length === count ? undefined : `Has ${values} instead of ${count}`
}

export function lineOf(
  columns: TableColumns,
  header: readonly string[],
  number: number,
  texts: readonly string[],
): TableLine {
  const cells = Object.fromEntries(header.map((name, index) => [name, texts[index] ?? '']))
  const whole = wholeFault(texts, header.length)
  if (whole !== undefined) return { number, cells, spellings: {}, faults: { [WHOLE_LINE]: whole } }
  const judged = header.flatMap((name) => {
    const column = columns[name]
    return column === undefined ? [] : [[name, judge(column, cells[name] ?? '')] as const]
  })
  const faults = judged.flatMap(([name, { fault }]) => (fault === undefined ? [] : [[name, fault] as const]))
  const spellings = judged.flatMap(([name, { spelling }]) =>
    spelling === undefined ? [] : [[name, spelling] as const],
  )
  return { number, cells, faults: Object.fromEntries(faults), spellings: Object.fromEntries(spellings) }
}

export const isNumber = (schema: FieldSchema = {}): boolean => isNumberFormat(objectOf(schema).display)

/** A value as values are compared: a number by what it is, a text in any case. */
export function comparable(schema: FieldSchema | undefined, value: unknown): string | number {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : ''
  return isNumber(schema) && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

/** Tells of rows, one after the other, which earlier one has the same values. */
export function createRepeats(columns: TableColumns, header: readonly string[]) {
  const seen = new Map<string, number>()
  return (texts: readonly string[], number: number): number | undefined => {
    const key = JSON.stringify(texts.map((text, index) => comparable(columns[header[index] ?? '']?.schema, text)))
    const sameAs = seen.get(key)
    if (sameAs === undefined) seen.set(key, number)
    return sameAs
  }
}

/** Lines that are checked at once: some ms, so that the page stays responsive. */
const LINES = 1000

/** Checks the rows of a table, and notes which repeat an earlier one. */
async function linesIn(
  columns: TableColumns,
  header: readonly string[],
  rows: readonly TableRow[],
): Promise<readonly TableLine[]> {
  const repeated = createRepeats(columns, header)
  const lines: TableLine[] = []
  for (const { number, texts } of rows) {
    lines.push({ ...lineOf(columns, header, number, texts), sameAs: repeated(texts, number) })
    if (lines.length % LINES === 0) await pause()
  }
  return lines
}

/**
 * Checks the rows of a table, of which the first names the columns.
 *
 * @param source what the rows are all of
 */
export async function contentOf(
  columns: TableColumns,
  [first, ...rows]: readonly TableRow[],
  source: 'file' | 'first sheet' = 'file',
): Promise<TableContent> {
  if (first === undefined) return { problem: `The ${source} is empty` }
  const problem = headerProblem(columns, first.texts)
  if (problem !== undefined) return { problem }
  if (rows.length === 0) return { problem: `The ${source} has a first line and no others` }
  const forms = new Set(rows.map(({ texts }) => otherForm(texts, first.texts.length)))
  const [form] = forms
  if (form !== undefined && forms.size === 1) return { problem: formProblem('Each line after the first', form) }
  return { lines: await linesIn(columns, first.texts, rows) }
}

/** The lines that are right but for the spelling of values. */
export const misspelledLines = (lines: readonly TableLine[]): readonly TableLine[] =>
  lines.filter(
    ({ faults, spellings }) =>
      isFaulty({ faults }) && Object.keys(faults).every((name) => spellings[name] !== undefined),
  )

const isFaulty = ({ faults }: Pick<TableLine, 'faults'>): boolean => Object.keys(faults).length > 0

/** The lines that have faults. */
export const faultyLines = (lines: readonly TableLine[]): readonly TableLine[] => lines.filter(isFaulty)

export const usableLines = (lines: readonly TableLine[]): readonly TableLine[] =>
  lines.filter((line) => !isFaulty(line))

/** The column that a service's reason for refusing a line begins with, or the line as a whole. */
export const refusedColumn = ({ cells }: TableLine, reason: string): string =>
  Object.keys(cells).find((name) => reason.startsWith(`${name} `)) ?? WHOLE_LINE
