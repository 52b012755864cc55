import { place, places } from 'virtual:locale'
import { isNumberFormat } from '../../language/format.ts'
import { formatDecimal } from '../format/decimals.ts'
import { formatColumn } from '../format/formatValue.ts'
import { consoleModel } from '../model/consoleModel.ts'
import { columnText, columnValue, statusText, yesOrNo, type Row } from '../model/columns.ts'
import type { ListResource, ResolvedColumn } from '../../language/resource.ts'

/** A number for a spreadsheet to calculate with: its digits, and how many decimals it has at least. */
interface FileNumber {
  readonly digits: string
  readonly places: number
}

/** A cell of a file: the text that the list shows, or a number. */
export type FileCell = string | FileNumber

/** A cell as text. */
export const cellText = (cell: FileCell): string => (typeof cell === 'string' ? cell : cell.digits)

/** A decimal number that a spreadsheet keeps as it is. */
const NUMBER = /^-?\d{1,12}(?:\.\d{1,5})?0*$/

/** The decimals that every number of a column has. */
const placesOf = ({ display, decimals }: ResolvedColumn): number =>
  display === 'money' ? places : typeof decimals === 'number' ? decimals : 0

/** The number with all decimals that are sent, and no fewer than its column has: what is rounded cannot be added up. */
function numberOf(text: string, least: number): FileNumber {
  const sent = /\.(\d*?)0*$/.exec(text)?.[1]?.length ?? 0
  return { digits: formatDecimal(text, Math.max(least, sent))?.replaceAll(',', '') ?? text, places: least }
}

/**
 * The number of a value in a column of numbers; else the text that the list shows, empty where it shows no value.
 */
function cellOf(column: ResolvedColumn, record: Row): FileCell {
  const value = columnValue(column, record)
  if (isNumberFormat(column.display) && NUMBER.test(String(value))) return numberOf(String(value), placesOf(column))
  const text = columnText(column, record)
  return text === formatColumn(column, undefined) ? '' : text
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
      ...dot.map((field) => yesOrNo(record, field)),
    ],
  }
}
