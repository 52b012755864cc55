import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { isCalendarDay } from '../../../language/parseInstant.ts'
import { type Status, VEHICLES } from '../../../schemas/shared/enumerations.ts'
import { inTransaction, statements } from '../../../server/embedded/database.ts'
import type { DeskParts } from '../accounts/details.ts'
import { utcSeconds } from '../data/wire.ts'
import { conflict, done, formOptions, type Outcome, outcomeCodes, readFileForm } from '../shared/requests.ts'
import { failingUser, failureInside } from './users.ts'

/**
 * The first line of a file of trade lines; the last column may be left out. `side` is buy or sell, `quantity` counts
 * units, `price` is dollars a unit, `trade_date` is YYYY-MM-DD, `security_type` is EQUITY where its column is left out.
 */
const tradeFileHeader = ['account_no', 'ticker', 'side', 'quantity', 'price', 'trade_date', 'security_type'] as const

/** A line of the file that can be booked. Amounts are decimal strings as they were written. */
export interface FileLine {
  readonly account_no: string
  readonly ticker: string
  readonly side: 'buy' | 'sell'
  readonly quantity: string
  readonly price: string
  readonly trade_date: string
  readonly security_type: string
}

/** A line of a CSV file with its number from 1 on; `cells` is absent when the line is not CSV. */
interface CsvRecord {
  readonly line: number
  readonly cells?: readonly string[]
}

/** A cell, quoted (quotes inside doubled) or plain, up to the comma or the end of the line. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y

function cellsOf(text: string): readonly string[] | undefined {
  const cells: string[] = []
  CELL.lastIndex = 0
  for (;;) {
    const [whole, quoted, plain = '', end] = CELL.exec(text) ?? []
    if (whole === undefined) return undefined
    cells.push((quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim())
    if (end === '') return cells
  }
}

/** The lines of CSV text that are not empty. Strict: a record is one line, and quotes only enclose a cell. */
function csvRecords(text: string): readonly CsvRecord[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((content, index) => ({ line: index + 1, content }))
    .filter(({ content }) => content.trim() !== '')
    .map(({ line, content }) => {
      const cells = cellsOf(content)
      return { line, ...(cells && { cells }) }
    })
}

export type TradeFile =
  | { readonly lines: readonly FileLine[]; readonly problem?: never }
  | { readonly problem: string; readonly lines?: never }

/** The reason why no line of an account can be booked; undefined when lines can. */
export type AccountProblem = (accountNo: string) => string | undefined

const REQUIRED = tradeFileHeader.length - 1
const MOST_LINES = 50_000
const MOST_NAMED = 10
const QUANTITY = /^\d{1,12}(?:\.\d{1,8})?$/
const PRICE = /^\d{1,9}(?:\.\d{1,4})?$/
const vehicles: ReadonlySet<string> = new Set(VEHICLES)
const expected = `the first line has to be ${tradeFileHeader.slice(0, REQUIRED).join(',')}`

/** Spreadsheet files begin as a zip archive or as the older compound file. */
const isSpreadsheet = (bytes: Uint8Array): boolean =>
  [0x504b0304, 0xd0cf11e0].includes(bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0))

function headerProblem(cells: readonly string[] | undefined): string | undefined {
  const columns = cells ?? []
  const isRight =
    columns.every((name, index) => name === tradeFileHeader[index]) &&
    (columns.length === REQUIRED || columns.length === tradeFileHeader.length)
  if (isRight) return undefined
  const missing = tradeFileHeader.slice(0, REQUIRED).filter((name) => !columns.includes(name))
  return missing.length > 0 ? `Wrong header: ${missing.join(', ')} missing; ${expected}` : `Wrong header: ${expected}`
}

const isAmount = (text: string, form: RegExp): boolean => form.test(text) && Number(text) > 0

/** The first problem of a line; undefined for a line that can be booked. */
function lineProblem(line: Readonly<Record<keyof FileLine, string>>, inAccount: AccountProblem, today: string) {
  if (line.account_no === '') return 'account_no is missing'
  const problem = inAccount(line.account_no)
  if (problem !== undefined) return problem
  if (!/^[A-Z0-9][A-Z0-9./-]{0,11}$/.test(line.ticker)) return 'ticker is not a ticker'
  if (line.side !== 'buy' && line.side !== 'sell') return 'side is neither buy nor sell'
  if (!isAmount(line.quantity, QUANTITY)) return 'quantity is not a number'
  if (!isAmount(line.price, PRICE)) return 'price is not a number'
  if (!isCalendarDay(line.trade_date)) return 'trade_date is not a day as YYYY-MM-DD'
  if (line.trade_date > today) return 'trade_date lies in the future'
  return vehicles.has(line.security_type) ? undefined : 'security_type is not known'
}

function lineOf(cells: readonly string[]): Readonly<Record<keyof FileLine, string>> {
  const [account_no = '', ticker = '', side = '', quantity = '', price = '', trade_date = '', vehicle = 'EQUITY'] =
    cells
  return {
    account_no,
    ticker: ticker.toUpperCase(),
    side: side.toLowerCase(),
    quantity,
    price,
    trade_date,
    security_type: vehicle,
  }
}

const isBookable = (line: Readonly<Record<keyof FileLine, string>>): line is FileLine =>
  line.side === 'buy' || line.side === 'sell'

function summary(problems: readonly string[]): string {
  const count = `${problems.length} line${problems.length === 1 ? '' : 's'} could not be read, and nothing was booked:`
  const more = problems.length > MOST_NAMED ? [`and ${problems.length - MOST_NAMED} more`] : []
  return [count, ...problems.slice(0, MOST_NAMED), ...more].join('\n')
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function linesIn(text: string, inAccount: AccountProblem, today: string): TradeFile {
  const [header, ...records] = csvRecords(text)
  if (!header) return { problem: 'The file is empty' }
  const wrong = headerProblem(header.cells)
  if (wrong !== undefined) return { problem: wrong }
  if (records.length === 0) return { problem: 'The file has a header and no lines' }
  if (records.length > MOST_LINES) return { problem: `The file has more than ${MOST_LINES} lines` }
  const lines: FileLine[] = []
  const problems: string[] = []
  for (const { line: number, cells } of records) {
    const isWhole = cells?.length === header.cells?.length
    const line = lineOf(cells ?? [])
    const count = `${header.cells?.length ?? 0} columns are expected`
    const problem =
      cells === undefined ? 'quotes are not closed' : isWhole ? lineProblem(line, inAccount, today) : count
    if (problem !== undefined) problems.push(`line ${number}: ${problem}`)
    else if (isBookable(line)) lines.push(line)
  }
  return problems.length > 0 ? { problem: summary(problems) } : { lines }
}

/**
 * Reads a file of trade lines (spec back-office section 7, 'Populate and upload'; D-180): all of it, or none and a
 * sentence that names each line that cannot be used. Cells are text, never formulas. `today` is YYYY-MM-DD.
 */
function readTradeFile(bytes: Uint8Array, inAccount: AccountProblem, today: string): TradeFile {
  if (isSpreadsheet(bytes)) return { problem: 'Only CSV is read here' }
  const text = decoded(bytes)
  if (text === undefined || text.includes('\0')) return { problem: 'The file is not text in UTF-8' }
  return linesIn(text, inAccount, today)
}

/** The outcome of booking a file; the message of `unreadable` names the lines and the reasons. */
type Booking = Outcome | { readonly kind: 'unreadable'; readonly message: string }

const insert = `INSERT INTO trades
  (id, created_at, trade_date, account_no, ticker, order_type, sell_all, order_category, quantity, order_price,
   order_status, security_type)
  VALUES ((SELECT coalesce(max(id), 0) + 1 FROM trades), ?, ?, ?, ?, ?, 0, 'units', ?, ?, 'SHARES_BOOKED', ?)`

/** A price as the lines of the service have it. */
const fourDecimals = (price: string): string => Number(price).toFixed(4)

/** Books files of trade lines, each once and as a whole. The trade lines must be loaded before. */
export function bookings({ database, clock }: Pick<DeskParts, 'database' | 'clock'>) {
  const { first, run } = statements(database)

  function accountProblem(accountNo: string): string | undefined {
    const row = first('SELECT status FROM accounts WHERE account_no = ?', [accountNo])
    if (!row) return 'account_no is not known'
    return row['status'] === ('CLOSED' satisfies Status<'account'>) ? 'the account is closed' : undefined
  }

  function write(hash: string, lines: readonly FileLine[], now: string): void {
    inTransaction(database, () => {
      run('INSERT INTO trade_files VALUES (?, ?, ?)', [hash, lines.length, clock()])
      for (const line of lines) {
        const { account_no, ticker, side, quantity, price, trade_date, security_type } = line
        run(insert, [now, trade_date, account_no, ticker, side, quantity, fourDecimals(price), security_type])
      }
    })
  }

  /** Books every line of the file, or none. The same bytes are refused a second time. */
  return function book(bytes: Uint8Array): Booking {
    const now = utcSeconds(clock())
    const { lines, problem } = readTradeFile(bytes, accountProblem, now.slice(0, 10))
    if (problem !== undefined) return { kind: 'unreadable', message: problem }
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (first('SELECT 1 FROM trade_files WHERE hash = ?', [hash])) return conflict('This file was booked before')
    write(hash, lines, now)
    return done(`${lines.length} trade line${lines.length === 1 ? '' : 's'} booked`)
  }
}

/** Receives files of trade lines in the multipart field `file`, at most 15 MB (D-180); 422 for an unreadable one. */
export function tradeFileRoute(
  app: FastifyInstance,
  book: ReturnType<typeof bookings>,
  ready: () => Promise<void>,
): void {
  app.register(multipart, formOptions)
  app.post('/v1/admin/sod/upload_manual_trade_line_entries', async (request, reply) => {
    if (!request.isMultipart()) return reply.code(400).send({ message: 'The form has no file' })
    const form = await readFileForm(request, async (part) => {
      const bytes = await part.toBuffer()
      return part.file.truncated ? undefined : bytes
    })
    if (form.problem !== undefined) return reply.code(400).send({ message: form.problem })
    if (!form.file) return reply.code(413).send({ message: 'The file is larger than 15 MB' })
    if (form.file.includes(failingUser.accountNo)) return failureInside
    await ready()
    const { kind, message } = book(form.file)
    return reply.code({ ...outcomeCodes, unreadable: 422 }[kind]).send({ message })
  })
}
