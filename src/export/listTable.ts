import { place, places } from 'virtual:locale'
import { isNumberFormat } from '../../language/format.ts'
import { digitsOf, formatDecimal } from '../format/decimals.ts'
import { formatColumn, NOTHING } from '../format/formatValue.ts'
import { consoleModel } from '../model/consoleModel.ts'
import { columnText, columnValue, statusText, yesOrNo, type Row } from '../model/columns.ts'
import type { ListResource, ResolvedColumn } from '../../language/resource.ts'

/** A number for a spreadsheet to calculate with: its digits, and how many decimals it has at least. */
interface FileNumber {
  readonly digits: string
  readonly places: number
}

/** A day, or a time of a day, for a spreadsheet to sort and count by. */
interface FileDay {
  readonly text: string
  /** Days since December 30, 1899, with the time as a fraction, by the clocks that the text has. */
  readonly days: number
}

/** A cell of a file: the text that the list shows, a number, or a day. */
export type FileCell = string | FileNumber | FileDay

/** A cell as text. */
export const cellText = (cell: FileCell): string =>
  typeof cell === 'string' ? cell : 'digits' in cell ? cell.digits : cell.text

const NUMBER = /^-?\d+(?:\.\d+)?$/

/** How many digits a number of a spreadsheet keeps. */
const KEPT_DIGITS = 15

/** The decimals that every number of a column has. */
const placesOf = ({ display, decimals }: ResolvedColumn): number =>
  display === 'money' ? places : typeof decimals === 'number' ? decimals : 0

/**
 * The number with all decimals that are sent, and no fewer than its column has: what is rounded cannot be added up. It is
 * a text where a spreadsheet would round it.
 */
function numberOf(text: string, least: number): FileCell {
  const sent = /\.(\d*?)0*$/.exec(text)?.[1]?.length ?? 0
  const digits = formatDecimal(text, Math.max(least, sent))?.replaceAll(',', '') ?? text
  const needed = digits.replaceAll(/\D/g, '').replaceAll(/^0+|0+$/g, '').length
  return needed > KEPT_DIGITS ? digits : { digits, places: least }
}

const DAY_MS = 24 * 60 * 60_000

/** A day as lists write it, with its time if there is one. Spreadsheets count those before March 1900 in another way. */
const DAY = /^(\d\d)\/(\d\d)\/(?!1[0-8]|1900)(\d{4})(?:, (\d\d):(\d\d) ([AP])M)?$/

function dayOf(text: string): FileCell {
  const [found, month, day, year, hour, minute, half] = DAY.exec(text) ?? []
  if (found === undefined) return text
  const hours = hour === undefined ? 0 : (Number(hour) % 12) + (half === 'P' ? 12 : 0)
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), hours, Number(minute ?? 0))
  return { text, days: (wall - Date.UTC(1899, 11, 30)) / DAY_MS }
}

const textUnless = (nothing: string, text: string): string => (text === nothing ? '' : text)

/**
 * The number of a value in a column of numbers, and the day in one of days or times; else the text that the list shows,
 * empty where it shows no value.
 */
function cellOf(column: ResolvedColumn, record: Row): FileCell {
  const value = columnValue(column, record)
  const number = typeof value === 'number' ? digitsOf(value) : String(value).trim()
  if (isNumberFormat(column.display) && NUMBER.test(number)) return numberOf(number, placesOf(column))
  // A list shows a missing yes or no as No (D-54), which is a value.
  const nothing = column.display === 'yesNo' ? NOTHING : formatColumn(column, undefined)
  const text = textUnless(nothing, columnText(column, record))
  return column.display === 'date' || column.display === 'dateTime' ? dayOf(text) : text
}

/**
 * A column's title. A file is read away from the page, so its times say their zone, if they do not themselves
 * (`localDateTime`), and its amounts their currency.
 */
function titleOf({ label, display }: ResolvedColumn): string {
  if (display === 'dateTime') return `${label} (${place})`
  return display === 'money' ? `${label} (${consoleModel().locale.currency})` : label
}

/** What a list shows of its records, as a table: the titles of its columns, and the cells of a record. */
export function listTable({ list, ...definition }: ListResource) {
  const shown = list.columns.filter(({ field, number }) => field !== undefined && number !== true)
  const dot = list.status === undefined ? [] : [list.status.field]
  return {
    titles: [...shown.map(titleOf), ...dot.map((field) => statusText({ ...definition, list }, field, true))],
    cellsOf: (record: Row): readonly FileCell[] => [
      ...shown.map((column) => cellOf(column, record)),
      ...dot.map((field) => textUnless(NOTHING, yesOrNo(record, field))),
    ],
  }
}
