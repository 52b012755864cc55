import { formatColumn } from '../format/formatValue.ts'
import { columnText, columnValue, statusText, type Row } from '../model/columns.ts'
import type { ListResource, ResolvedColumn } from '../../language/resource.ts'

/** A cell of a file: the text that the list shows, or a number for a spreadsheet to calculate with. */
export type FileCell = string | number

const NUMBERS: readonly string[] = ['decimal', 'money', 'number']

/** A decimal number that a spreadsheet keeps as it is. */
const NUMBER = /^-?\d{1,12}(?:\.\d{1,5})?0*$/

/** The number of a value in a column of numbers; else the text that the list shows, empty where it shows no value. */
function cellOf(column: ResolvedColumn, record: Row): FileCell {
  const value = columnValue(column, record)
  if (NUMBERS.includes(column.display) && NUMBER.test(String(value))) return Number(value)
  const text = columnText(column, record)
  return text === formatColumn(column, undefined) ? '' : text
}

/** A column's title. A file is read away from the page, so its times say their zone. */
const titleOf = ({ label, display }: ResolvedColumn): string => (display === 'dateTime' ? `${label} (New York)` : label)

/** What a list shows of its records, as a table: the titles of its columns, and the cells of a record. */
export function listTable({ list, ...definition }: ListResource) {
  const shown = list.columns.filter(({ field, number }) => field !== undefined && number !== true)
  const dot = list.status === undefined ? [] : [list.status.field]
  return {
    titles: [...shown.map(titleOf), ...dot.map((field) => statusText({ ...definition, list }, field, true))],
    cellsOf: (record: Row): readonly FileCell[] => [
      ...shown.map((column) => cellOf(column, record)),
      ...dot.map((field) => (record[field] === true ? 'Yes' : 'No')),
    ],
  }
}
